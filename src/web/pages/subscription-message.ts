/** The messages to subscribers: a link to confirm with, and news of new people; as text and as HTML with the same content. */

import type { OriginNotice } from '../../domain/federation/origin.ts';
import type { Tidings } from '../../domain/federation/subscription.ts';
import { shownText } from '../../domain/shown-text.ts';
import { factsOfPerson, linkOfPerson, linkOfSearch, nameOfPerson } from '../parts/people/feed-person.ts';
import type { AllWords } from '../words/words.ts';
import { type WrittenMessage, writtenMessage } from './written-message.ts';

type About = {
  words: AllWords;
  /** The short name of the registry. */
  shortname: string;
  /** The question in words. */
  sentence: string;
};

type ConfirmMessage = Pick<About, 'words' | 'shortname'> & { confirmUrl: string };

type NewsMessage = About & {
  /** The address of this registry, without a trailing slash. */
  host: string;
  search: URLSearchParams;
  tidings: Tidings;
  /** The notices of registries, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
  unsubscribeUrl: string;
};

/** Returns the message to confirm with. It omits the question, because somebody else may have entered it to send a text to this address. */
export function confirmMessage({ words, shortname, confirmUrl }: ConfirmMessage): WrittenMessage {
  const { message } = words.subscription;
  const pieces = [message.confirmAbout(shortname), message.confirmHow, { link: confirmUrl }, message.confirmElse];
  return writtenMessage(message.confirmSubject(shortname), [{ words, pieces }]);
}

/** Returns the message with the new people of a search, and the link to unsubscribe. */
export function newsMessage({
  words,
  shortname,
  sentence,
  host,
  search,
  tidings,
  notices,
  unsubscribeUrl,
}: NewsMessage): WrittenMessage {
  const { message } = words.subscription;
  const { came, cameInAll, partly } = tidings;
  const people = came.map((person) => ({
    name: shownText(nameOfPerson(words, person)),
    facts: factsOfPerson({ words, notices }, person),
    link: linkOfPerson({ host, search }, person),
  }));
  const pieces = [
    message.about,
    { quoted: sentence },
    { people },
    ...(cameInAll > came.length ? [message.more(cameInAll - came.length)] : []),
    ...(partly.length > 0 ? [message.partly(partly.join(', '))] : []),
    message.whole,
    { link: linkOfSearch({ host, search }) },
    `${message.why(shortname)} ${message.unsubscribe}`,
    { link: unsubscribeUrl },
  ];
  return writtenMessage(message.subject(cameInAll, sentence, shortname), [{ words, pieces }]);
}
