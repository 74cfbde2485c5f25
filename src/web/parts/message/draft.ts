/** The words that a message begins with, for its writer to change: whom it is for, what it is about, and where they were found. */

import type { Chosen } from '../../../domain/message/shortlist.ts';
import { nameInSentence } from '../../../domain/shown-text.ts';
import type { Words } from '../../words/words.ts';

/** What a draft needs to know of a person. */
export type Recipient = Pick<Chosen, 'name' | 'registry' | 'gene' | 'organism'>;
export type Draft = { subject: string; body: string };

/** What was searched, and its address. */
export type AskedSearch = { gene: string; address: string };

/** The draft for one person, from its greeting on. */
export function draftTo(recipient: Recipient, search: AskedSearch, words: Words): Draft {
  return { subject: subjectOf(recipient, search, words), body: wholeBody(recipient, commonBody(search, words), words) };
}

/** The draft for several people: what is the same for all. {@link wholeBody} makes the message of each. */
export function draftToAll(search: AskedSearch, words: Words): Draft {
  return { subject: subjectOf({ gene: '', organism: '' }, search, words), body: commonBody(search, words) };
}

/** Greeting, where the person was found, and the text. */
export function wholeBody(recipient: Recipient, text: string, { message }: Words): string {
  const { name, registry } = recipient;
  const about = aboutOf(recipient, message);
  const found = about === '' ? message.foundIn(registry) : message.foundWith(registry, about);
  return `${message.greeting(nameInSentence(name))}\n\n${found} ${text}`;
}

function commonBody({ gene, address }: AskedSearch, { message }: Words): string {
  const first = gene === '' ? message.wish : message.lookingFor(nameInSentence(gene)) + message.wish;
  return `${first}\n\n${message.link(address)}\n\n${message.regards}\n`;
}

function subjectOf(recipient: Pick<Recipient, 'gene' | 'organism'>, { gene }: AskedSearch, { message }: Words): string {
  const about = aboutOf(recipient, message) || nameInSentence(gene);
  return about === '' ? message.subjectOfWork : message.subjectOf(about);
}

function aboutOf({ gene, organism }: Pick<Recipient, 'gene' | 'organism'>, { workOn }: Words['message']): string {
  const [shownGene, shownOrganism] = [nameInSentence(gene), nameInSentence(organism)];
  return shownGene === '' || shownOrganism === '' ? shownGene : workOn(shownGene, shownOrganism);
}
