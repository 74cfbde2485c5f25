/** Prepares words of records and other registries for display, whatever they contain. The time is linear in the length. */

/** The default limit for any text in a list. */
const MOST_CHARACTERS = 200;
/** The limit for a name in a sentence. */
const MOST_OF_NAME = 60;
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const BLANKS = /[\s\u0085\u2800]+/g;
/** Characters that reorder or hide the text around them, except the joiners of emoji and Persian names. */
const CONTROLS = /(?![\s\u0085\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;
/** More than eight marks on one letter would cover other lines. */
const MARKS_TOO_MANY = /([\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;
const JOINERS = /[\u200c\u200d]/g;
const QUOTATION_MARKS = /["“”„‟«»‹›]/g;

/** Returns the text on one line, without characters that reorder, hide or cover others; cut with `…` after `most` characters. */
export function shownText(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  const flat = text.replace(CONTROLS, '').replace(BLANKS, ' ').replace(MARKS_TOO_MANY, '$1').trim();
  // A text has at least as many UTF-16 units as characters, so nearly every text is returned here.
  if (flat.length <= most) return flat;
  const characters = [...flat];
  const shown = characters.slice(0, most).join('');
  return characters.length > most ? `${shown}…` : shown;
}

/** Returns a name for a sentence. It contains no quotation marks that could end the quotation around it. */
export function nameInSentence(name: string): string {
  return shownText(name.replace(QUOTATION_MARKS, '’'), MOST_OF_NAME).replace(JOINERS, '');
}

/** One word such as `BRCA1`, `HP:0001250` or `text/html`, which cannot be mistaken for words of the sentence around it. */
const IDENTIFIER = /^[\w:.@*+/-]{1,40}$/;

/** Returns a name from a user or another registry for a sentence: an identifier as it is, anything else in quotes. */
export function namedInSentence(name: string, [open, close]: readonly [string, string] = ['“', '”']): string {
  return IDENTIFIER.test(name) ? name : open + nameInSentence(name) + close;
}

/** Writes a list such as `A`, `A and B`, or `A, B and C`. @param and the word before the last */
export function listInSentence(words: readonly string[], and: string): string {
  const before = words.slice(0, -1);
  return before.length === 0 ? words.join('') : `${before.join(', ')} ${and} ${words.at(-1)}`;
}
