/** Sentences that programs are told in English, read as patterns and said in French. */

export type Patterns = readonly (readonly [english: RegExp, french: string])[];

/** @param texts `…` stands for what differs, in the same order on both sides; the first that fits counts */
export function patternsOf(texts: Readonly<Record<string, string>>): Patterns {
  return Object.entries(texts).map(([english, french]) => {
    const parts = english.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return [new RegExp(`^${parts.join('(.+)')}$`, 's'), french];
  });
}

/** What differs, such as a symbol, may be any text: a pattern with several of them tries every place. */
const LONGEST_TEXT = 500;

/** The text in French; undefined where no pattern fits, and for long texts. @param read what differs, such as a reason within a reason */
export function matched(
  patterns: Patterns,
  text: string,
  read: (part: string) => string | undefined,
): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  for (const [english, french] of patterns) {
    const found = english.exec(text)?.slice(1);
    if (found === undefined) continue;
    let at = 0;
    return french.replaceAll('…', () => {
      const part = found[at++] ?? '';
      return read(part) ?? inFrenchSigns(part);
    });
  }
  return undefined;
}

/** A decimal comma, and the word between the last two of a list. */
function inFrenchSigns(part: string): string {
  if (/^\d+\.\d+$/.test(part)) return part.replace('.', ',');
  const behindCommas = part.lastIndexOf(',') + 1;
  return part.slice(0, behindCommas) + part.slice(behindCommas).replace(' and ', ' et ');
}
