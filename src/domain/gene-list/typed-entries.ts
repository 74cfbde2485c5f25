/** A list of genes as somebody types or pastes it. */

/** So many genes may one list have, of an exome's candidates for example. */
export const MOST_GENES = 50;

/** The entries of a list that was typed: what stands between line ends, commas, semicolons and tabs, each once. */
export function typedEntries(typed: string): string[] {
  const entries = typed.split(/[,;\t\r\n]+/).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
