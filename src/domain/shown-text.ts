/** Words of records and of other registries as they are shown: data, whatever they say. The time grows with the text. */

/** Of any text that a list shows. */
const MOST_CHARACTERS = 200;
/** Of a name in a sentence. */
const MOST_OF_NAME = 60;
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const BLANKS = /[\s\u0085\u2800]+/g;
/** What turns or hides the words around it: all but the joiners, with which emoji and Persian names are written. */
const CONTROLS = /(?![\s\u0085\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;
/** Written one upon the other, marks cover other lines. */
const MARKS_TOO_MANY = /([\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;
const JOINERS = /[\u200c\u200d]/g;
const QUOTATION_MARKS = /["“”„‟«»‹›]/g;

/** The text on one line, cut with `…` behind so many characters, without signs that turn, hide or cover what is around it. */
export function shownText(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  const flat = text.replace(CONTROLS, '').replace(BLANKS, ' ').replace(MARKS_TOO_MANY, '$1').trim();
  // No text has more characters than units; nearly every one ends here.
  if (flat.length <= most) return flat;
  const characters = [...flat];
  const shown = characters.slice(0, most).join('');
  return characters.length > most ? `${shown}…` : shown;
}

/** A name to stand in a sentence, between quotation marks, which it cannot end. */
export function nameInSentence(name: string): string {
  return shownText(name.replace(QUOTATION_MARKS, '’'), MOST_OF_NAME).replace(JOINERS, '');
}

/** Such as `BRCA1`, `HP:0001250` or `text/html`: one word, which nobody takes for words of the sentence around it. */
const IDENTIFIER = /^[\w:.@*+/-]{1,40}$/;

/** What somebody typed, or another registry calls something, in a sentence: an identifier as it is, anything else quoted. */
export function namedInSentence(name: string, [open, close]: readonly [string, string] = ['“', '”']): string {
  return IDENTIFIER.test(name) ? name : open + nameInSentence(name) + close;
}

/** Such as `A`, `A and B`, or `A, B and C`. @param and the word before the last */
export function listInSentence(words: readonly string[], and: string): string {
  const before = words.slice(0, -1);
  return before.length === 0 ? words.join('') : `${before.join(', ')} ${and} ${words.at(-1)}`;
}
