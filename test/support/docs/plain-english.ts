/** Finds what makes a page hard to read: long sentences, chains of relative clauses, private words. */

/** A sentence of a page, and what is wrong with it. */
export type HardSentence = { sentence: string; why: string };

const MOST_WORDS = 30;
/** Marks the text of a link, with which a sentence may begin in small letters. */
const LINK = '\u200b';

/** Words with which only this project means something, and what to write instead. */
const PRIVATE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\btold\b/i, 'told: say who reports, answers or shows it'],
  [/\bkept\b/i, 'kept: cached, stored or unchanged'],
  [/\banew\b/i, 'anew: again'],
  [/\bunwell\b/i, 'unwell: failing, an outage'],
  [/\bat rest\b|\b(?:partner|registry|who|it) rests\b/i, 'rest: the circuit breaker is open'],
  [/\bstanding questions?\b/i, 'standing question: saved search'],
  [/\bdoors?\b/i, 'door: integration, address'],
  [/\blooking[- ]glass\b/i, 'looking-glass: what a partner sees of itself'],
  [/\btwins?\b/i, 'twin: copy'],
  [/\bas (?:it|they) stands?\b/i, 'as it stands: unchanged'],
  [/\bof (?:which|whom)\b/i, 'of which: begin another sentence'],
  [/\bwhat is (?:told|said|meant)\b/i, 'what is said: name it'],
  [/\bnot un(?!do|til|der|iq|if|it|ion)\w+|\bnever without\b/i, 'double negation: say what is so'],
];

/** Words before a `that` or `which` of another kind: `so that`, `says that`, `in that case`, `in which`. */
const BEFORE_OTHERS = [
  ...['so', 'all', 'means', 'mean', 'says', 'say', 'shows', 'show', 'knows', 'know', 'is', 'are', 'and', 'than'],
  ...['of', 'in', 'on', 'at', 'by', 'for', 'from', 'to', 'with', 'without', 'before', 'after', 'behind'],
];
const OTHERWISE = `(?<!\\b(?:${BEFORE_OTHERS.join('|')}) )`;
const RELATIVE = `${OTHERWISE}\\b(?:that|which)\\b(?! of\\b)`;
/** A relative clause that begins before another one has ended. */
const CHAIN = new RegExp(`${RELATIVE}[^,;:()]*?${RELATIVE}`, 'i');

/** Returns the hard sentences of a page in Markdown. Code, tables and headings do not count as sentences. */
export function hardSentences(markdown: string): HardSentence[] {
  return sentencesOf(markdown).flatMap((sentence) => {
    const why = whyHard(sentence);
    return why === undefined ? [] : [{ sentence, why }];
  });
}

/** The sentences of the paragraphs and lists of a page; a code is one word, and a link is its text. */
export function sentencesOf(markdown: string): string[] {
  const text = markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(?:\||#|<|!\[|---).*$/gm, '');
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((block) => plain(block))
    .flatMap((block) => block.split(/(?<=[.!?]["”’)*_]*)\s+(?=["“‘(*_]*[\p{Lu}\d\u200b])|(?<=:)\s*$/u))
    .map((sentence) => sentence.replaceAll(LINK, '').trim())
    .filter((sentence) => sentence !== '');
}

function plain(block: string): string {
  return block
    .replace(/^\s*(?:[-*]|\d+\.) /, '')
    .replace(/\s+/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, `${LINK}$1`)
    .replace(/`[^`]*`/g, 'X')
    .replace(/<https?:[^>]*>/g, 'X')
    .replace(/\*\*|(?<!\w)[*_]|[*_](?!\w)/g, '');
}

function whyHard(sentence: string): string | undefined {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
  if (words > MOST_WORDS) return `${words} words`;
  const word = PRIVATE_WORDS.find(([pattern]) => pattern.test(sentence));
  if (word !== undefined) return word[1];
  return CHAIN.test(sentence) ? 'a chain of that and which' : undefined;
}
