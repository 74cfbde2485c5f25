/** A table as people paste it out of a report, a workbook or a mail: its column of genes, and what stands beside it. */

import { readDatabaseIds } from '../record/database-ids.ts';
import { organismCalled } from './organisms.ts';
import { readText } from './read-text.ts';

export type GeneTable = {
  /** The genes of its column, each once, with the organism of its row unless that is human: `SHH mouse`. */
  genes: string[];
  /** All other texts except the names of columns, each once. */
  others: string[];
};

const HUMAN = 9606;
const SEPARATORS: readonly RegExp[] = [/\t/, /\|/, /;/, /,/, / {2,}/];
const FEWEST_ROWS = 2;
const FEWEST_CELLS = 2;
/** A table may have a title above it and a remark below. */
const LEAST_PART_OF_LINES = 0.6;
const LEAST_PART_OF_COLUMN = 0.5;
/** Columns without names are judged by their first cells. */
const MOST_COLUMNS = 100;
const MOST_ROWS_JUDGED = 200;
/** The names of the columns stand in one of the first rows. */
const MOST_ROWS_ABOVE = 5;

/** Names of columns of genes, the surest first; with the prefix that a bare number there lacks. */
const HEADS: readonly (readonly [name: RegExp, prefix?: string])[] = [
  [/^(?:(?:approved|hgnc|hugo|human|official|gene) ){0,3}symbols?(?: hgnc)?$|^symboles?(?: du gène)?$/],
  [
    /^(?:(?:approved|hgnc|human|candidate|causal|mutated) )?(?:gene|gène|gen)s?(?: (?:candidats?|names?|tested|refgene))?$/,
  ],
  [/^noms? (?:du|des|de) gènes?$|^(?:gene )?locus$|^hgnc$/],
  [/^hgnc ids?$/, 'HGNC:'],
  [/^(?:(?:ncbi|entrez) )?(?:gene )?ids?(?<!^ids?)$|^entrez(?: gene)?$/, 'NCBIGene:'],
  [/^ensembl(?: gene)?(?: ids?)?$/],
];
const BARE_NUMBER = /^\d+$/;
const NOTHING = /^(?:[-–—.:?/\s]*|n\/?a|nan|none|null|nil|aucun)$/i;
const ID_OF_GENE = /^(?:hgnc|mgi|rgd):|^(?:ens[a-z]{0,4}g|fbgn|wbgene|zdb-gene|xb-gene)/;

/** A symbol of three letters or more in capitals, or one with a number in any letter case. */
const SYMBOL = /^(?:[A-Z][A-Z-]{2,14}|(?=[A-Za-z@-]*\d)[A-Za-z][A-Za-z0-9@-]{1,14})$/;
/** A symbol of the mouse with a number, and one that may have none. */
const MOUSE_SYMBOL = /^[A-Z][a-z]{1,6}\d/;
const LIKE_MOUSE_SYMBOL = /^[A-Z][a-z]{1,6}$/;
/** Places of plates, such as `A1`, are shorter. */
const NUMBERED = /^(?=.*\d).{3}/;
/** What tables have beside genes and looks like a symbol. */
const MARKS: readonly RegExp[] = [
  // Inheritance, zygosity, kinds of variants, classes, sexes, answers and methods.
  /^(?:XLD|XLR|HET|HOM|HEMI|REF|ALT|VUS|YES|NON|OUI|MALE|FEMALE|SNV|SNP|CNV|INDEL|DEL|INS|DUP|PASS|WES|WGS|NGS|MLPA|PCR|TRIO)$/i,
  /^(?:(?:LIKELY[-_]?)?(?:PATHOGENIC|BENIGN)|MISSENSE|NONSENSE|FRAMESHIFT|SPLICE|EXONIC|INTRONIC|MATERNAL|PATERNAL|UNKNOWN)$/i,
  // Criteria and classes of the ACMG.
  /^(?:PVS1|PS[1-4]|PM[1-6]|PP[1-5]|BA1|BS[1-4]|BP[1-7]|C(?:LASS)?[1-5])$/i,
  // Bases, places, exons, references and changes.
  /^[ACGTN]+$/,
  /^(?:CHR)?(?:\d{1,2}|[XYM]|MT)(?:[PQ]\d.*)?$|^(?:HG|GRCH)\d\d$/i,
  /^(?:EX(?:ON)?|E|IVS|INT(?:RON)?)[-_]?\d+$/i,
  /^(?:[NX][CGMPR]|ENS[TPR]|RS|HP|O?MIM|ORPHA|PMID)[-_:]?\d{3,}/i,
  /^[ACDEFGHIKLMNPQRSTVWY]\d{1,4}(?:[ACDEFGHIKLMNPQRSTVWXY*]|DEL|FS)$/i,
  // People of a pedigree.
  /^[IVX]{1,4}[-_]?\d{1,2}$/,
  // Samples: a word for them before a number, or a number as no symbol has it.
  /^(?:P|PT|PAT|PATIENT|CASE|ID|S|SAMPLE|SUBJ(?:ECT)?|PROBAND|F|FAM|CTRL|CONTROL|INDEX)[-_]?\d+(?:[-_]\w*)?$/i,
  /^[A-Z]+[-_]?(?:0\d+|\d{4,}|\d+[-_]\d+)(?:[-_]?\w{1,3})?$/i,
];

/**
 * Reads the genes of a table: the column that is called so, or else the one whose cells look like symbols, identifiers of
 * genes, or variants with their gene. Undefined for any other text, also for genes in rows and columns.
 */
export function readGeneTable(typed: string): GeneTable | undefined {
  const lines = typed.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < FEWEST_ROWS) return undefined;
  for (const separator of SEPARATORS) {
    const rows = lines.map((line) => cellsOf(line, separator));
    const count = rows.filter(isRow).length;
    if (count < FEWEST_ROWS || count < lines.length * LEAST_PART_OF_LINES) continue;
    const found = columnsCalledSo(rows) ?? columnLikeGenes(rows);
    if (found !== undefined) return tableOf(rows, found);
  }
  return undefined;
}

/** Whether a text is a bare number: beside symbols it is a count, or the number of a patient. */
export function isBareNumber(text: string): boolean {
  return BARE_NUMBER.test(text);
}

/** Returns the texts of one column without its name; bare numbers get the prefix of the identifiers that the name says. */
export function withoutHead(texts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = texts;
  const head = rest.length === 0 ? undefined : HEADS.find(([name]) => name.test(nameOfColumn(first)));
  if (head === undefined) return texts;
  const [, prefix = ''] = head;
  return rest.map((text) => (isBareNumber(text) ? prefix + text : text));
}

function isRow(cells: readonly string[]): boolean {
  return cells.length >= FEWEST_CELLS;
}

/** Returns the cells of a line; a separator between quotation marks belongs to its cell. */
function cellsOf(line: string, separator: RegExp): string[] {
  const cells: string[] = [];
  let isOpen = false;
  for (const piece of line.split(separator)) {
    if (isOpen) cells.push(`${cells.pop()}, ${piece.trim()}`);
    else cells.push(piece.trim());
    if ((isOpen || piece.trim().startsWith('"')) && piece.split('"').length % 2 === 0) isOpen = !isOpen;
  }
  return cells.map((cell) => cell.replace(/^["'*]{1,3}|["'*]{1,3}$/g, '').trim());
}

type Rows = readonly (readonly string[])[];
/** `head`: the row with the names of the columns; -1 where there is none. */
type GeneColumns = { columns: readonly number[]; head: number; prefix: string };

function columnsCalledSo(rows: Rows): GeneColumns | undefined {
  for (const [pattern, prefix = ''] of HEADS) {
    for (const [head, row] of rows.slice(0, MOST_ROWS_ABOVE).entries()) {
      const names = row.length < FEWEST_CELLS ? [] : row.map(nameOfColumn);
      const named = names.find((name) => pattern.test(name));
      if (named === undefined) continue;
      const below = rows.slice(head + 1).filter(isRow);
      // Some programs give no name to the column of the numbers of rows.
      const isShifted = below.length > 0 && below.every(({ length }) => length === row.length + 1);
      const columns = names.flatMap((name, at) => (name === named ? [isShifted ? at + 1 : at] : []));
      return { columns, head, prefix };
    }
  }
  return undefined;
}

/** Returns the name without remarks, signs and a number behind it: `Gene.refGene`, `#HGNC_symbol`, `Gene (transcript)`, `Gene 2`. */
function nameOfColumn(cell: string): string {
  const plain = cell.toLowerCase().replace(/\([^()]*\)/g, ' ');
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ \d? ?$/, '')
    .trim();
}

/** `numbered`: its symbols with a number, as most genes have one; `stems`: how many different ones stand before the numbers. */
type Column = { at: number; cells: string[]; symbols: number; numbered: number; stems: number };

function columnLikeGenes(rows: Rows): GeneColumns | undefined {
  const judged = rows.filter(isRow).slice(0, MOST_ROWS_JUDGED);
  const width = Math.min(MOST_COLUMNS, Math.max(...judged.map(({ length }) => length)));
  const all = Array.from({ length: width }, (_, at) => columnAt(judged, at));
  const columns = all.filter(({ cells }) => cells.length > 0);
  const likely = columns.filter((column) => isMost(column.symbols, column));
  const having = (isLike: (cell: string) => boolean) =>
    columns.find((column) => isMost(column.cells.filter(isLike).length, column));
  const best =
    likely.length > 0 ? bestOf(likely, columns) : (having(isGeneId) ?? having((cell) => geneIn(cell) !== null));
  return best && { columns: [best.at], head: -1, prefix: '' };
}

function columnAt(rows: Rows, at: number): Column {
  const cells = rows.map((row) => row[at] ?? '').filter((cell) => !NOTHING.test(cell));
  const isOfMice = cells.some((cell) => MOUSE_SYMBOL.test(cell));
  const symbols = cells.filter((cell) => isLikeSymbol(cell) || (isOfMice && LIKE_MOUSE_SYMBOL.test(cell)));
  const numbered = symbols.filter((cell) => NUMBERED.test(cell));
  const stems = new Set(numbered.map((cell) => cell.replace(/\d.*$/, ''))).size;
  return { at, cells, symbols: symbols.length, numbered: numbered.length, stems };
}

function isMost(count: number, { cells }: Column): boolean {
  return count >= cells.length * LEAST_PART_OF_COLUMN;
}

/** Returns the column of symbols; undefined if all columns have symbols, so that the table is one of genes. */
function bestOf(likely: readonly Column[], all: readonly Column[]): Column | undefined {
  // Samples and diseases are numbered behind one stem: `DEE14`, `DEE36`.
  const [first] = likely.toSorted((a, b) => b.numbered - a.numbered || b.stems - a.stems);
  const isOfNames = ({ numbered, cells }: Column) => numbered === 0 && cells.length > FEWEST_ROWS;
  if (likely.length > 1 && likely.length === all.length && !likely.some(isOfNames)) return undefined;
  if (first === undefined || first.numbered > 0) return first;
  // Without numbers, names in capitals look like symbols; a gene stands beside its variant.
  const variant = all.find(({ cells }) => cells.some((cell) => readText(cell).form === 'variant'));
  return likely.findLast(({ at }) => variant !== undefined && at < variant.at) ?? first;
}

function tableOf(rows: Rows, { columns, head, prefix }: GeneColumns): GeneTable {
  const genes = new Set<string>();
  const others = new Set<string>();
  const ofOrganisms = columnOfOrganisms(rows);
  for (const [index, row] of rows.entries()) {
    if (index === head) continue;
    const named = row[ofOrganisms] ?? '';
    const taxonId = organismCalled(named);
    const organism = taxonId === undefined || taxonId === HUMAN ? '' : ` ${named}`;
    for (const [at, cell] of row.entries()) {
      const isOfGenes = isRow(row) && columns.includes(at) && index > head;
      if (NOTHING.test(cell) || (at === ofOrganisms && taxonId !== undefined)) continue;
      if (isOfGenes) for (const gene of genesOf(isBareNumber(cell) ? prefix + cell : cell)) genes.add(gene + organism);
      if (!isOfGenes || geneIn(cell) !== null) others.add(cell);
    }
  }
  return { genes: [...genes], others: [...others] };
}

/** Returns the place of the column in which most cells are organisms; -1 where there is none. */
function columnOfOrganisms(rows: Rows): number {
  const judged = rows.filter(isRow).slice(0, MOST_ROWS_JUDGED);
  const [first = []] = judged;
  return [...first.keys()].findIndex((at) => {
    return (
      judged.filter((row) => organismCalled(row[at] ?? '') !== undefined).length >= judged.length * LEAST_PART_OF_COLUMN
    );
  });
}

/** Returns the genes in a cell of their column. */
function genesOf(cell: string): string[] {
  const pieces = cell.split(/::|[,;/&+]/).map((piece) => piece.trim());
  return pieces.every(isLikeSymbol) ? pieces : [geneIn(cell) ?? cell];
}

/** Returns the gene that stands before a remark or within a variant; null for a cell that is a gene alone, or none. */
function geneIn(cell: string): string | null {
  if (readDatabaseIds(cell).identifiers.length > 0) return null;
  const before = /^[A-Za-z][A-Za-z0-9@-]{1,14}(?=\s{0,9}[([:])/.exec(cell)?.[0] ?? '';
  if (isLikeSymbol(before)) return before;
  const { form, name } = readText(cell);
  return form === 'variant' && name !== null && isLikeSymbol(name) ? name : null;
}

function isLikeSymbol(cell: string): boolean {
  return SYMBOL.test(cell) && !MARKS.some((mark) => mark.test(cell));
}

function isGeneId(cell: string): boolean {
  const { geneIds, identifiers } = readDatabaseIds(cell);
  return !isBareNumber(cell) && (geneIds.length > 0 || identifiers.some((id) => ID_OF_GENE.test(id)));
}
