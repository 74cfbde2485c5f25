/** The draft of a message, which its writer can change: greeting, topic, and where the person was found. */

import type { Chosen } from '../../domain/contact/shortlist.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import type { LaterWords } from '../words/words.ts';

/** The facts that a draft needs about a person. */
type Recipient = Pick<Chosen, 'name' | 'registry' | 'gene' | 'organism'>;
export type Draft = { subject: string; body: string };

/** The search and its address; the address is undefined if several searches found the people. */
export type CitedSearch = { gene: string; address: string | undefined };

/** Returns the draft for one person, with the greeting. */
export function draftTo(recipient: Recipient, search: CitedSearch, words: LaterWords): Draft {
  return { subject: subjectOf(recipient, search, words), body: wholeBody(recipient, commonBody(search, words), words) };
}

/** Returns the part of the draft that is the same for several people; {@link wholeBody} adds the rest for each. */
export function draftToAll(search: CitedSearch, words: LaterWords): Draft {
  return { subject: subjectOf({ gene: '', organism: '' }, search, words), body: commonBody(search, words) };
}

/**
 * Returns the greeting, where the person was found, and the text.
 *
 * @param ownAddress the search that found the person, if the text has no address
 */
export function wholeBody(recipient: Recipient, text: string, { message }: LaterWords, ownAddress?: string): string {
  const { name, registry } = recipient;
  const about = aboutOf(recipient, message);
  const found = about === '' ? message.foundIn(registry) : message.foundWith(registry, about);
  const search = ownAddress === undefined ? '' : `${message.link(ownAddress)}\n\n`;
  return `${message.greeting(nameInSentence(name))}\n\n${found} ${search}${text}`;
}

function commonBody({ gene, address }: CitedSearch, { message }: LaterWords): string {
  const first = gene === '' ? message.wish : message.lookingFor(nameInSentence(gene)) + message.wish;
  const link = address === undefined ? '' : `${message.link(address)}\n\n`;
  return `${first}\n\n${link}${message.regards}\n`;
}

function subjectOf(
  recipient: Pick<Recipient, 'gene' | 'organism'>,
  { gene }: CitedSearch,
  { message }: LaterWords,
): string {
  const about = aboutOf(recipient, message) || nameInSentence(gene);
  return about === '' ? message.subjectOfWork : message.subjectOf(about);
}

function aboutOf({ gene, organism }: Pick<Recipient, 'gene' | 'organism'>, { workOn }: LaterWords['message']): string {
  const [shownGene, shownOrganism] = [nameInSentence(gene), nameInSentence(organism)];
  return shownGene === '' || shownOrganism === '' ? shownGene : workOn(shownGene, shownOrganism);
}
