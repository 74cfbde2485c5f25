/** Decides which searches to offer for a text that is no gene, disease or term: for people or for interests. */

import type { OfferedSearch } from './candidate.ts';
import type { TextReading } from './read-text.ts';

/** Longer texts are sentences, which may be about a patient, so no search is offered for them. */
const LONGEST_SEARCH = 60;
const MOST_WORDS_OF_SEARCH = 5;
/** Words that refer to a patient; no search is offered for a text with them. */
const OF_A_PATIENT =
  /(?<!\p{L})(?:patient|boy|girl|child|son|daughter|sister|brother|mother|father|aged?|years?|months?|born|garçon|fille|enfant|fils|ans|mois|née?)(?!\p{L})/iu;
/** Two or more words, each with a capital letter. */
const LIKE_A_NAME = /^\p{Lu}[\p{L}'.-]*(?:[, ]+\p{Lu}[\p{L}'.-]*)+$/u;
/** Three digits in a row: only identifiers, places and dates have so many. */
const NUMBERED = /\d{3}/;

/** Returns the searches for a short text that is no identifier or variant; a search for people first if it looks like a name. */
export function offeredSearches({ form, text }: TextReading, written: string): OfferedSearch[] {
  const isShort = text.length <= LONGEST_SEARCH && text.split(' ').length <= MOST_WORDS_OF_SEARCH;
  if (form !== 'words' || !isShort || OF_A_PATIENT.test(text) || NUMBERED.test(text)) return [];
  const people: OfferedSearch = { kind: 'people', text };
  const interests: OfferedSearch = { kind: 'interests', text };
  const isOneWord = !text.includes(' ');
  const isLikeName = LIKE_A_NAME.test(written) && /\p{Ll}/u.test(written);
  return isOneWord || isLikeName ? [people, interests] : [interests, people];
}
