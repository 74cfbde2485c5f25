/**
 * People by organism and registry: the map of an answer. What a number, a zero or a gap in it means is said here once, for
 * the head of a search and for the coverage of a gene.
 */

import { hasAnswered, isFull } from './completeness.ts';
import { LOCAL_ORIGIN, type Origin, type OriginState } from './origin.ts';

/**
 * What stands in a cell. `nobody` is a certified zero; `none-found`: nobody among the orthologs that the registry itself
 * knows, which need not be those of this registry; `at-least`: the answer is cut or could not be checked; `earlier`: kept
 * from before and shown because asking failed; `unknown`: the registry does not know what was asked about; `silent`: it
 * gave no answer; `outstanding`: it has not answered yet.
 */
export const CELL_KINDS = [
  'people',
  'nobody',
  'none-found',
  'at-least',
  'earlier',
  'unknown',
  'silent',
  'outstanding',
  'not-asked',
] as const;
type CellKind = (typeof CELL_KINDS)[number];

export type MatrixCell = {
  kind: CellKind;
  count: number;
  /** Of `earlier`: when the registry said so, in ISO 8601. */
  asOf: string | null;
};

export type MatrixRow = { taxonId: number; cells: MatrixCell[]; total: number };

/** A record of a gene search: whose it is, and of which organism its gene is. */
export type RecordOfOrganism = {
  originKey: string;
  taxonId: number;
  /** Undefined where the person is withheld. */
  userId: number | undefined;
};

type MatrixOrigin = Pick<Origin, 'key' | 'state' | 'exact' | 'retrievedAt'>;

type MatrixFrame = {
  /** The organisms that are searched, that of the gene asked for first. */
  taxonIds: readonly number[];
  /** Of the registries, in the order of the columns. */
  keys: readonly string[];
  /** The organism of the gene asked for, of which a zero is certain everywhere; of its orthologs it is so here alone. */
  queryTaxonId: number;
};

/**
 * A row for each organism, in the order given, and one for each further organism that has somebody; in it a cell for each
 * registry. A person counts once in a cell, however many genes brought them there.
 *
 * @param origins what became of each registry, as far as known
 */
export function peopleMatrix(
  records: readonly RecordOfOrganism[],
  origins: ReadonlyMap<string, MatrixOrigin>,
  { taxonIds, keys, queryTaxonId }: MatrixFrame,
): MatrixRow[] {
  const byCell = Map.groupBy(records, ({ taxonId, originKey }) => `${taxonId} ${originKey}`);
  const shown = new Set([...taxonIds, ...records.map(({ taxonId }) => taxonId)]);
  return [...shown].map((taxonId) => {
    const cells = keys.map((key) => {
      const cell = matrixCell(origins.get(key), peopleIn(byCell.get(`${taxonId} ${key}`) ?? []));
      const isCertain = taxonId === queryTaxonId || key === LOCAL_ORIGIN;
      return cell.kind === 'nobody' && !isCertain ? { ...cell, kind: 'none-found' as const } : cell;
    });
    return { taxonId, cells, total: cells.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** How many people these records are of; nobody knows whether two whose names are withheld are one. */
export function peopleIn(records: readonly { userId: number | undefined }[]): number {
  const named = new Set(records.flatMap(({ userId }) => userId ?? []));
  return named.size + records.filter(({ userId }) => userId === undefined).length;
}

/**
 * The cell of a question of its own.
 *
 * @param origin undefined while it has not answered
 */
export function matrixCell(origin: Omit<MatrixOrigin, 'key'> | undefined, count: number): MatrixCell {
  if (origin === undefined) return { kind: 'outstanding', count, asOf: null };
  const { state, exact, retrievedAt } = origin;
  const kind = kindOf(state, exact, count);
  return { kind, count, asOf: kind === 'earlier' ? retrievedAt : null };
}

function kindOf(state: OriginState, isExact: boolean, count: number): CellKind {
  if (state === 'stale') return 'earlier';
  if (isFull(state) && isExact) return count > 0 ? 'people' : 'nobody';
  if (count > 0) return 'at-least';
  if (state === 'not-asked') return 'not-asked';
  if (state === 'unknown-term') return 'unknown';
  return hasAnswered(state) ? 'at-least' : 'silent';
}
