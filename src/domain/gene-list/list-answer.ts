/**
 * The answer to a list of genes, as it is sent line by line or in one object, how complete it is, and its table for
 * download.
 */

import { hasAnswered, isComplete, isFull } from '../federation/completeness.ts';
import { completenessSentence } from '../federation/completeness-sentence.ts';
import { type Completeness, recordPieces, renderReason } from '../federation/federated-answer.ts';
import type { Origin, OriginState } from '../federation/origin.ts';
import { type Reason, reason } from '../federation/reasons.ts';
import type { FoundRecord, SourceAddress } from '../federation/source.ts';
import type { ListCell } from './list-cell.ts';
import type { UnderstoodList } from './list-question.ts';

/** One registry over all genes: the worst state of its cells, or `limited` where only some cells have it. */
export type ListOrigin = Pick<
  Origin,
  'key' | 'origin' | 'originUrl' | 'state' | 'exact' | 'retrievedAt' | 'problem'
> & {
  /** For how many genes its answer is full. */
  answered: number;
  /** For how many genes it does not know the symbol. */
  unknown: number;
  /** For how many genes it gave no answer. */
  unanswered: number;
};

export type ListEnd = Omit<Completeness, 'remarks'> & { origins: ListOrigin[] };
export type ListAnswer = UnderstoodList & ListEnd & { cells: ListCell[] };

/** Returns the first line of a stream: the list as this registry understood it, and the sources that are queried. */
export function listPlanLine({ genes, notUnderstood }: UnderstoodList, queried: readonly SourceAddress[]): string {
  const origins = queried.map(({ key, name, url }) => ({ key, origin: name, originUrl: url }));
  return `${JSON.stringify({ type: 'plan', genes, notUnderstood, origins })}\n`;
}

/** Returns a line of a stream, in pieces: the answer of one registry for one gene. */
export function* cellLine(cell: ListCell, records?: readonly FoundRecord[]): Generator<string> {
  const line = { type: 'cell', ...cell };
  yield* cellPieces(line, records);
  yield '\n';
}

/** Returns the JSON of a cell in pieces. @param records the people it counts, if the list asks for them */
export function* cellPieces(cell: ListCell, records?: readonly FoundRecord[]): Generator<string> {
  const facts = JSON.stringify(cell);
  if (records === undefined) yield facts;
  else {
    yield `${facts.slice(0, -1)},"content":[`;
    yield* recordPieces(records);
    yield ']}';
  }
}

/** Returns a line of a stream: what became of the whole list at one registry. */
export function listOriginLine(origin: ListOrigin): string {
  return `${JSON.stringify({ type: 'origin', ...origin })}\n`;
}

/** Returns the last line of a stream; a stream without it was cut off. */
export function listEndLine(end: ListEnd): string {
  return `${JSON.stringify({ type: 'end', ...end })}\n`;
}

/** Returns how complete the answer is. @param cells one for each gene and each queried registry */
export function listEnd(queried: readonly SourceAddress[], cells: readonly ListCell[]): ListEnd {
  const origins = queried.map((source) =>
    listOrigin(
      source,
      cells.filter(({ origin }) => origin === source.key),
    ),
  );
  return { complete: isComplete(origins), summary: completenessSentence(origins), origins };
}

/** Returns one registry over all genes. @param cells its cells, one for each gene */
export function listOrigin({ key, name, url }: SourceAddress, cells: readonly ListCell[]): ListOrigin {
  const answered = cells.filter(({ state }) => isFull(state)).length;
  const unknown = cells.filter(({ state }) => state === 'unknown-term').length;
  const unanswered = cells.filter(({ state }) => !hasAnswered(state)).length;
  const worst = cells.toSorted((a, b) => gravity(b.state) - gravity(a.state))[0];
  const times = cells.flatMap(({ retrievedAt }) => retrievedAt ?? []).toSorted();
  return {
    ...{ key, origin: name, originUrl: url },
    ...stateOf(cells, worst),
    exact: cells.every(({ exact }) => exact),
    // The time of the oldest cell, so that no part of the answer is older than this.
    retrievedAt: times[0] ?? null,
    ...{ answered, unknown, unanswered },
  };
}

type OriginResult = Pick<Origin, 'state' | 'problem'>;

/** The result where the list has no gene that was understood, so that no registry is queried. */
const NOTHING_TO_ASK: OriginResult = {
  state: 'not-asked',
  problem: { ...renderReason(reason('no-gene-listed')), error: null, status: null, nextTryAt: null },
};

function stateOf(cells: readonly ListCell[], worst: ListCell | undefined): OriginResult {
  if (worst === undefined) return NOTHING_TO_ASK;
  if (isFull(worst.state)) {
    return { state: cells.some(({ count }) => count > 0) ? 'answered' : 'empty', problem: null };
  }
  const alike = cells.filter(({ state }) => gravity(state) === gravity(worst.state)).length;
  if (alike === cells.length && worst.state !== 'unknown-term') return { state: worst.state, problem: worst.problem };
  const about = { genes: alike, of: cells.length };
  const isUnknown = worst.state === 'unknown-term';
  const because = isUnknown
    ? reason('unknown-symbols-of-list', about)
    : reason('some-genes', { because: worst.problem && reasonIn(worst.problem), ...about });
  const state = alike === cells.length ? worst.state : 'limited';
  const { error = null, status = null, nextTryAt = null } = worst.problem ?? {};
  return { state, problem: { ...renderReason(because), error, status, nextTryAt } };
}

function reasonIn({ code, params }: Reason): Reason {
  return { code, params } as Reason;
}

/** Ranks the states: failures above stale answers, these above limited ones, and these above an unknown symbol. */
function gravity(state: OriginState): number {
  if (isFull(state)) return 0;
  if (state === 'unknown-term') return 1;
  if (hasAnswered(state)) return 2;
  return state === 'stale' ? 3 : 4;
}

// The answer to a list of genes as a table for download: a row for each gene and registry, a column for each organism.

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
