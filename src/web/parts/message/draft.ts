/** The words that a message begins with, for its writer to change: whom it is for, what it is about, and where they were found. */

import type { Chosen } from '../../../domain/contact/shortlist.ts';
import { nameInSentence } from '../../../domain/shown-text.ts';
import type { Words } from '../../words/words.ts';

/** What a draft needs to know of a person. */
type Recipient = Pick<Chosen, 'name' | 'registry' | 'gene' | 'organism'>;
export type Draft = { subject: string; body: string };

/** What was searched, and its address; none where people were found by several searches. */
export type CitedSearch = { gene: string; address: string | undefined };

/** The draft for one person, from its greeting on. */
export function draftTo(recipient: Recipient, search: CitedSearch, words: Words): Draft {
  return { subject: subjectOf(recipient, search, words), body: wholeBody(recipient, commonBody(search, words), words) };
}

/** The draft for several people: what is the same for all. {@link wholeBody} makes the message of each. */
export function draftToAll(search: CitedSearch, words: Words): Draft {
  return { subject: subjectOf({ gene: '', organism: '' }, search, words), body: commonBody(search, words) };
}

/**
 * Greeting, where the person was found, and the text.
 *
 * @param ownAddress of the search that found them, where the text names none
 */
export function wholeBody(recipient: Recipient, text: string, { message }: Words, ownAddress?: string): string {
  const { name, registry } = recipient;
  const about = aboutOf(recipient, message);
  const found = about === '' ? message.foundIn(registry) : message.foundWith(registry, about);
  const search = ownAddress === undefined ? '' : `${message.link(ownAddress)}\n\n`;
  return `${message.greeting(nameInSentence(name))}\n\n${found} ${search}${text}`;
}

function commonBody({ gene, address }: CitedSearch, { message }: Words): string {
  const first = gene === '' ? message.wish : message.lookingFor(nameInSentence(gene)) + message.wish;
  const link = address === undefined ? '' : `${message.link(address)}\n\n`;
  return `${first}\n\n${link}${message.regards}\n`;
}

function subjectOf(recipient: Pick<Recipient, 'gene' | 'organism'>, { gene }: CitedSearch, { message }: Words): string {
  const about = aboutOf(recipient, message) || nameInSentence(gene);
  return about === '' ? message.subjectOfWork : message.subjectOf(about);
}

function aboutOf({ gene, organism }: Pick<Recipient, 'gene' | 'organism'>, { workOn }: Words['message']): string {
  const [shownGene, shownOrganism] = [nameInSentence(gene), nameInSentence(organism)];
  return shownGene === '' || shownOrganism === '' ? shownGene : workOn(shownGene, shownOrganism);
}
