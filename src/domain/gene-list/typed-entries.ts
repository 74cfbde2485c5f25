/** A list of genes as a person types or pastes it. */

/** The largest number of genes in a list, for example the panel of a laboratory. */
export const MOST_GENES = 100;

const HEADER = /^(?:approved |hgnc |human )?(?:gene|gène|symbol|symbole|locus)(?:[ _-]?(?:symbols?|names?|noms?|s))?$/i;
/** A symbol, or an identifier with its prefix; a number alone may be that of a patient. */
const SYMBOL_LIKE = /^(?=.*[A-Z])[A-Za-z][A-Za-z0-9@-]{1,14}(?:\.\d)?$|^(?:HGNC|NCBIGene):\d+$/;
/** What tables have beside genes: inheritance, zygosity, classes of variants, sexes, answers and samples. */
const MARK =
  /^(?:A[DR]|XL[DR]?|[CLX]|MT|HET|HOM|HEMI|WT|VUS|LP|LB|[PBMFYN]|YES|NO|NA|OUI|NON|PATHOGENIC|BENIGN|LIKELY|MALE|FEMALE|(?:P|PAT|PATIENT|CASE|ID|S|SAMPLE|FAM)[-_]?\d+)$/i;
const FEWEST_ROWS = 2;
const LEAST_PART = 0.5;

/**
 * Returns the entries of a typed list, each once: the texts between line ends, commas, semicolons and tabs. Of a table with
 * columns, they are those of the column of genes.
 */
export function typedEntries(typed: string): string[] {
  const entries = geneColumn(typed) ?? typed.split(/[,;\t\r\n]+/);
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}

/** Returns the column of genes of a table whose other columns have something else; undefined for any other text. */
function geneColumn(typed: string): string[] | undefined {
  const lines = typed.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const separator = ['\t', ';', ','].find((one) => lines.every((line) => line.includes(one)));
  if (separator === undefined || lines.length < FEWEST_ROWS) return undefined;
  const rows = lines.map((line) => line.split(separator).map((cell) => cell.trim()));
  const [head = [], ...others] = rows;
  const named = head.findIndex((cell) => HEADER.test(cell));
  if (named >= 0) return others.map((row) => row[named] ?? '');
  const parts = head.map((_, column) => partOfSymbols(rows, column));
  const best = parts.indexOf(Math.max(...parts));
  // Where several columns have symbols, all of them are genes.
  const isAlone = parts.every((part, column) => (column === best ? part >= LEAST_PART : part < LEAST_PART));
  return isAlone ? rows.map((row) => row[best] ?? '') : undefined;
}

function partOfSymbols(rows: readonly (readonly string[])[], column: number): number {
  const like = rows.filter((row) => SYMBOL_LIKE.test(row[column] ?? '') && !MARK.test(row[column] ?? ''));
  return like.length / rows.length;
}
