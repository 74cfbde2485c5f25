/** Decides whether a text may be the name of a person: the search box looks for people, too, where it may. */

const TITLES =
  /^(?:dr[a-z]?s?|dott(?:\.?ssa)?|docteure?|(?:univ\.?-?|a\.?|assoc\.?-?)?prof[aª]?|professora?|professeure?|pr|pd|priv-?\.?-?doz|med|habil|dipl|ing|mudr|mgr|lic|ph\.?d|dphil|m\.?d|mb[bc]h?s|mph|msc|msn|pharmd|facmg|[fm]rcpc?|l?cgc|m[rs]s?|mx|miss|sir|dame|sra?|srta|smt|herr|frau|mme|mlle|jr)\.?$/i;
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

/** Words of places of work. */
const OF_PLACE =
  /(?<!\p{L})(?:univ\p{L}{0,12}|hospital\p{L}{0,4}|hôpital|h[oô]pitaux|klini\p{L}{1,6}|clini[cqk]\p{L}{0,4}|instit\p{L}{1,6}|dep\p{L}{0,10}t|abteilung|faculty|fakultät|facult[ée]|college|school|centre|center|zentrum|centro|laborator\p{L}{1,4}|chu|inserm|cnrs|nih|genetics|genetik)(?!\p{L})/iu;
const MOST_OF_ADDRESS = 254;
const MAIL_ADDRESS = /^(?:mailto:)?([^\s@<>]{2,64})@[^\s@<>]{1,190}$/i;
const ASIDE = /\([^()]{0,80}\)|<[^<>@]{1,80}@[^<>]{1,190}>/g;

/** Returns the name that stands before the `@` of a mail address; undefined for any other text. */
export function nameInMailAddress(text: string): string | undefined {
  const [, before] = text.length > MOST_OF_ADDRESS ? [] : (MAIL_ADDRESS.exec(text.trim()) ?? []);
  return before?.replace(/[^\p{L}'’-]+/gu, ' ').trim();
}

/** Returns a name without what stands in brackets, and without a place of work behind it. */
export function withoutPlace(text: string): string {
  const [name = '', ...others] = (nameInMailAddress(text) ?? text).replace(ASIDE, ' ').split(',');
  const place = others.findIndex((part) => OF_PLACE.test(part));
  const left = [name, ...(place < 0 ? others : others.slice(0, place))].join(',').trim();
  return /\p{L}/u.test(left) ? left : text;
}

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
export function mayBePerson(given: string): boolean {
  const text = withoutPlace(given);
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
