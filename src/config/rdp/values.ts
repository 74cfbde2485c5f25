/** Reads values as Spring does. A value that cannot be read stays a text, which the check of the key refuses. */

const TRUE = ['true', 'on', 'yes', '1'];
const FALSE = ['false', 'off', 'no', '0'];
/** Milliseconds of each unit. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/** Reads `true`, `on`, `yes` and `1`, and their opposites, in any letter case. */
export function readBoolean(text: string): boolean | string {
  if (TRUE.includes(text.toLowerCase())) return true;
  return FALSE.includes(text.toLowerCase()) ? false : text;
}

export function readWholeNumber(text: string): number | string {
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/** Returns the milliseconds of `3` (in the given unit), `3s` or `PT3S`. */
export function readMilliseconds(text: string, unit: 'ms' | 's'): number | string {
  const [, amount, letters = ''] = /^(\d+)([a-z]*)$/i.exec(text) ?? [];
  if (amount !== undefined) {
    const unitMs = UNITS.get(letters.toLowerCase() || unit);
    return unitMs === undefined ? text : Number(amount) * unitMs;
  }
  const [, ...parts] = ISO_DURATION.exec(text) ?? [];
  if (!parts.some((part) => part !== undefined)) return text;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Splits a text into its entries, without spaces around them and without empty ones. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns the words of a list once each, as `allowed` spells them; letter case and punctuation do not matter. */
export function readWords(entries: readonly string[], allowed: readonly string[]): readonly string[] {
  const letters = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '');
  return [...new Set(entries.map((entry) => allowed.find((word) => letters(word) === letters(entry)) ?? entry))];
}

/** Returns the text of a pattern of Java's MessageFormat, where two apostrophes are one, and a single one quotes. */
export function readMessageFormat(pattern: string): string {
  return pattern.replace(/''?/g, (apostrophes) => apostrophes.slice(1));
}

/** More than any real file has. */
const MOST_PLACEHOLDERS = 200;
const MOST_CHARACTERS = 10_000;

/**
 * Replaces `${name}` and `${name:default}`, inner ones first, as Spring does in its settings. One without a closing brace is
 * text. Returns undefined where a name has neither value nor default, or where there is no end of it.
 */
export function replacePlaceholders(text: string, lookUp: (name: string) => string | undefined): string | undefined {
  let whole = text;
  for (let replaced = 0; replaced < MOST_PLACEHOLDERS && whole.length <= MOST_CHARACTERS; replaced += 1) {
    const innermost = /\$\{((?:(?!\$\{)[^}])*)\}/.exec(whole);
    if (innermost === null) return whole;
    const [{ length }, placeholder = ''] = innermost;
    const [name = '', otherwise] = splitOnce(placeholder, ':');
    const value = lookUp(name) ?? otherwise;
    if (value === undefined) return undefined;
    whole = whole.slice(0, innermost.index) + value + whole.slice(innermost.index + length);
  }
  return undefined;
}

/** Splits a text at the first occurrence of a sign. */
export function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
