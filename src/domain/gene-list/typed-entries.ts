/** A list of genes as a person types or pastes it. */

import { isBareNumber, readGeneTable, withoutHead } from '../resolve/gene-table.ts';

/** The largest number of genes in a list, for example the panel of a laboratory. */
export const MOST_GENES = 100;

type TypedList = {
  /** The texts that each name a gene. */
  entries: string[];
  /** What is not searched for: the other columns of a table, and numbers beside genes. */
  leftOut: string[];
};

/**
 * Returns the entries of a typed list, each once: of a table with columns, the cells of its column of genes; of any other
 * text, what stands between line ends, commas, semicolons and tabs. A number beside symbols is that of a patient, or a count.
 */
export function readTypedList(typed: string): TypedList {
  const table = readGeneTable(typed);
  if (table !== undefined) return { entries: table.genes, leftOut: table.others };
  const texts = typed.split(/[,;\t\r\n]+/).map((text) => text.trim());
  const given = withoutHead([...new Set(texts.filter((text) => text !== ''))]);
  const named = given.filter((text) => !isBareNumber(text));
  return named.length === 0
    ? { entries: [...given], leftOut: [] }
    : { entries: named, leftOut: given.filter(isBareNumber) };
}
