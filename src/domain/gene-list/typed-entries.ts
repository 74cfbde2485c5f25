/** A list of genes as a person types or pastes it. */

/** The largest number of genes in a list, for example the candidates of an exome. */
export const MOST_GENES = 50;

/** Returns the entries of a typed list, each once: the texts between line ends, commas, semicolons and tabs. */
export function typedEntries(typed: string): string[] {
  const entries = typed.split(/[,;\t\r\n]+/).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
