/** The answer to a list of genes as a table for download: a row for each gene and registry, a column for each organism. */

import type { ListAnswer } from './list-answer.ts';

type Organism = { id: number; commonName: string | null };

const BEFORE = ['given', 'symbol', 'taxon_id', 'gene_id', 'registry', 'state', 'people', 'names_withheld', 'is_all'];
const BEHIND = ['answered_at', 'problem'];

/** Returns the row of column names, then the rows; an entry that names no gene has its own row at the end. */
export function listTable({ genes, notUnderstood, cells, origins }: ListAnswer, taxa: readonly Organism[]): string[][] {
  const found = new Set(cells.flatMap(({ organisms }) => organisms.map(({ taxonId }) => taxonId)));
  const known = taxa.filter(({ id }) => found.has(id));
  const others = [...found].filter((id) => !taxa.some((taxon) => taxon.id === id));
  const columns = [...known, ...others.map((id) => ({ id, commonName: null }))];
  const names = new Map(origins.map(({ key, origin }) => [key, origin]));
  const rows = cells.map((cell) => {
    const { symbol, taxonId, geneId, given } = genes[cell.gene] ?? NO_GENE;
    const inOrganism = (id: number) => cell.organisms.find((one) => one.taxonId === id)?.count ?? 0;
    return [
      ...[given.join(' '), symbol, String(taxonId), geneId === null ? '' : String(geneId)],
      ...[names.get(cell.origin) ?? cell.origin, cell.state, String(cell.count), String(cell.anonymized)],
      cell.exact ? 'yes' : 'no',
      ...columns.map(({ id }) => String(inOrganism(id))),
      ...[cell.retrievedAt ?? '', cell.problem?.title ?? ''],
    ];
  });
  const head = [...BEFORE, ...columns.map(({ id, commonName }) => commonName ?? `taxon ${id}`), ...BEHIND];
  return [head, ...rows, ...notUnderstood.map(({ text }) => [text, '', '', '', '', 'not-understood'])];
}

const NO_GENE = { symbol: '', taxonId: '', geneId: null, given: [] as string[] };
