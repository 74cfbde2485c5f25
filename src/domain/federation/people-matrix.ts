/**
 * People by organism and registry: the map of people of an answer. It defines what a number, a zero or a gap means, for
 * the head of a search and for the coverage of a gene.
 */

import { hasAnswered, isFull } from './completeness.ts';
import { LOCAL_ORIGIN, type Origin, type OriginState } from './origin.ts';

/**
 * The content of a cell. `people`: an exact number; `nobody`: a certified zero; `none-found`: a zero among the orthologs
 * that the registry itself knows, which may differ from those of this registry; `at-least`: the answer is cut or could not
 * be checked; `earlier`: a stale answer; `unknown`: the registry does not know what was asked for; `silent`: the registry
 * gave no answer; `outstanding`: the registry has not answered yet.
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
  /** For `earlier`: when the registry gave the answer, in ISO 8601. */
  asOf: string | null;
};

export type MatrixRow = { taxonId: number; cells: MatrixCell[]; total: number };

/** A record of a gene search: its registry, the organism of its gene, and its owner. */
export type RecordOfOrganism = {
  originKey: string;
  taxonId: number;
  /** Undefined where the name of the person is withheld. */
  userId: number | undefined;
};

type MatrixOrigin = Pick<Origin, 'key' | 'state' | 'exact' | 'retrievedAt'>;

type MatrixFrame = {
  /** The organisms that are searched; the first is that of the gene asked for. */
  taxonIds: readonly number[];
  /** The keys of the registries, in the order of the columns. */
  keys: readonly string[];
  /** The organism of the gene asked for. A zero for it is certain in every registry, for other organisms only in this one. */
  queryTaxonId: number;
};

/**
 * Returns a row for each given organism, in that order, and for each further organism with a record. Each row has a cell
 * for each registry. A person counts once in a cell, with however many genes.
 *
 * @param origins the state of each registry, as far as it is known
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

/** Returns how many people the records belong to. Each record without a user id counts as one person. */
export function peopleIn(records: readonly { userId: number | undefined }[]): number {
  const named = new Set(records.flatMap(({ userId }) => userId ?? []));
  return named.size + records.filter(({ userId }) => userId === undefined).length;
}

/**
 * Returns the cell for an answer of one registry.
 *
 * @param origin undefined while the registry has not answered
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
