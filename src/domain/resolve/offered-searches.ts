/** Whether a text that is no gene, disease or term may be searched among people: a name, or an interest. */

import type { OfferedSearch } from './candidate.ts';
import type { TextReading } from './read-text.ts';

/** A longer text is a sentence, which may be about a patient: it is put to nobody. */
const LONGEST_SEARCH = 60;
const MOST_WORDS_OF_SEARCH = 5;
/** Words that stand beside people of whom nothing is to be searched. */
const OF_A_PATIENT =
  /(?<!\p{L})(?:patient|boy|girl|child|son|daughter|sister|brother|mother|father|aged?|years?|months?|born|garçon|fille|enfant|fils|ans|mois|née?)(?!\p{L})/iu;
/** Two words or more, each with a capital. */
const LIKE_A_NAME = /^\p{Lu}[\p{L}'.-]*(?:[, ]+\p{Lu}[\p{L}'.-]*)+$/u;
/** Only an identifier, a place or a date has so many digits. */
const NUMBERED = /\d{3}/;

/** What is no identifier or variant, and short, may be a person or an interest; what looks like a name is one first. */
export function offeredSearches({ form, text }: TextReading, written: string): OfferedSearch[] {
  const isShort = text.length <= LONGEST_SEARCH && text.split(' ').length <= MOST_WORDS_OF_SEARCH;
  if (form !== 'words' || !isShort || OF_A_PATIENT.test(text) || NUMBERED.test(text)) return [];
  const people: OfferedSearch = { kind: 'people', text };
  const interests: OfferedSearch = { kind: 'interests', text };
  const isOneWord = !text.includes(' ');
  const isLikeName = LIKE_A_NAME.test(written) && /\p{Ll}/u.test(written);
  return isOneWord || isLikeName ? [people, interests] : [interests, people];
}
