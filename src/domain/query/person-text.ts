/** Decides whether a text may be the name of a person: the search box looks for people, too, where it may. */

const TITLES =
  /^(?:drs?|dra|dott|docteur|prof|professor|professeur|pr|pd|priv-doz|med|habil|dipl|ing|ph\.?d|m\.?d|msc|m[rs]s?|miss|sir|dame|herr|frau|mme|mlle)\.?$/i;
const LONGEST_NAME = 60;
const MOST_WORDS = 7;
/** A family name and first names. */
const MOST_PARTS = 2;
const FEWEST_LETTERS = 2;
/** Letters with their marks, and the signs within names. */
const ONLY_NAMES = /^[\p{L}\p{M}\s.,()'’‘ʼʻ`´‐‑–-]+$/u;
/** Words of sentences that are no part of a name. `de`, `du`, `la`, `y` and the like are. */
const OF_SENTENCES: ReadonlySet<string> = new Set(
  `a about an and are at avec chez comme dans des en et for from how in is not of on or ou par pour qui quoi sans sur
  the this to une what where which who why with works`.split(/\s+/),
);
/** Words that refer to a patient. */
const OF_A_PATIENT =
  /(?<!\p{L})(?:patient|boy|girl|daughter|sister|brother|mother|father|aged?|years?|months?|garçon|fille|enfant|fils|ans|mois|née?)(?!\p{L})/iu;
/** The same, but these are names, too, where each word begins with a capital letter: `Julia Child`. */
const OF_A_PATIENT_OR_NAME = /(?<!\p{L})(?:child|son|born)(?!\p{L})/iu;
/** Words that begin with a capital letter. */
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}'’.-]*(?:[, ]+\p{Lu}[\p{L}\p{M}'’.-]*)+$/u;

/** Whether a word is a title or a degree, which belongs to no name. */
export function isTitle(word: string): boolean {
  return TITLES.test(word);
}

/** Whether a text refers to a patient, so that it is put to no search as it stands. */
export function isOfPatient(text: string): boolean {
  return OF_A_PATIENT.test(text) || (OF_A_PATIENT_OR_NAME.test(text) && !isCapitalised(text));
}

/** Whether each of several words begins with a capital letter. */
export function isCapitalised(text: string): boolean {
  return CAPITALISED.test(text);
}

/**
 * Whether the text may be a whole name or a part of one: with titles and degrees, in any letter case, the family name first
 * or last, and one comma between the two.
 */
export function mayBePerson(text: string): boolean {
  if (text.length > LONGEST_NAME || !ONLY_NAMES.test(text) || isOfPatient(text)) return false;
  const parts = namesOf(text);
  const words = parts.flat();
  return (
    parts.length > 0 &&
    parts.length <= MOST_PARTS &&
    words.length <= MOST_WORDS &&
    words.some((word) => countLetters(word) >= FEWEST_LETTERS) &&
    (isCapitalised(text) || !parts.some(isOfSentence))
  );
}

/** Whether a word belongs to a sentence. The last one never does: `engrud a` and `nguyễn văn an` are names. */
function isOfSentence(words: readonly string[]): boolean {
  return words.slice(0, -1).some((word) => OF_SENTENCES.has(word.toLowerCase()) && word !== word.toUpperCase());
}

/** Whether the text is a family name and first names with a comma between them. */
export function isFamilyNameFirst(text: string): boolean {
  return mayBePerson(text) && namesOf(text).length === MOST_PARTS;
}

/** Returns the words between commas, without titles and degrees. */
function namesOf(text: string): string[][] {
  const parts = text.split(',').map((part) => part.split(/\s+/).filter((word) => word !== '' && !isTitle(word)));
  return parts.filter((words) => words.length > 0);
}

function countLetters(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}
