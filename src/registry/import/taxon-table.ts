/** Reads tables of NCBI, and takes over the rows of active taxa (rdp-protocol 9.1). */

import { SEEDED_TAXA } from '../../domain/record/seeded-data.ts';
import type { LineParser } from '../../domain/reference-files/line-parser.ts';
import { type LinePlace, type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import {
  finishLoad,
  type LoadSource,
  type LoadWork,
  type ReadRows,
  type RowFile,
  readAllRows,
  type WriteLoad,
} from './load-work.ts';

/** A kind of table, and what becomes of its rows. */
export type TaxonTable<Row extends object> = {
  /** The kind of its records, in the plural: `genes`. */
  records: string;
  parser(): LineParser<Row>;
  /** The taxa of a row. Each must be active. */
  taxaOf(row: Row): readonly number[];
  /**
   * Whether a registry without taxa gets those of every new RDP (rdp-protocol 8.4). Human is active, and so is each of
   * them with a row.
   */
  seeds: boolean;
  /** Writes the rows. Returns a function that ends a write with changes, and answers the users whose records contain them. */
  write(work: TaxonWork<Row>): () => readonly number[];
};

export type TaxonWork<Row> = LoadWork & {
  tally: LoadTally;
  /** Calls `onRow` with every row of active taxa; reports the others. */
  each(onRow: (row: Row, place: LinePlace) => void): void;
  isActive(taxonId: number): boolean;
};

/** The number of rows of each taxon that is not active. */
type PassedOver = ReadonlyMap<number, number>;

/** Reads files for a write. @throws UnreadableFile */
export async function readTable<Row extends object>(
  table: TaxonTable<Row>,
  source: LoadSource,
  files: readonly RowFile[],
): Promise<WriteLoad> {
  const { rows, passedOver } = await readRowsOfTaxa(table, source, files);
  return (work) => {
    const tally = loadTally(table.records);
    const others = new Map(passedOver);
    const isActive = activeTaxa(work, table.seeds);
    const end = table.write({
      ...work,
      tally,
      isActive,
      each: (onRow) =>
        rows.each(tally, (row, place) => {
          const other = table.taxaOf(row).find((taxonId) => !isActive(taxonId));
          if (other === undefined) onRow(row, place);
          else others.set(other, (others.get(other) ?? 0) + 1);
        }),
    });
    reportOtherTaxa({ ...work, tally }, others);
    if (tally.hasChanges()) finishLoad(work, end());
    return [tally.report()];
  };
}

/** Reads the rows of files for the taxa that are active now. @throws UnreadableFile */
export async function readRowsOfTaxa<Row extends object>(
  { parser, taxaOf, seeds }: Pick<TaxonTable<Row>, 'parser' | 'taxaOf' | 'seeds'>,
  { store }: LoadSource,
  files: readonly RowFile[],
): Promise<{ rows: ReadRows<Row>; passedOver: PassedOver }> {
  const taxa = store.read((tx) => store.query<[number, number]>('SELECT id, active FROM taxon').all(tx));
  const isSeeded = seeds && taxa.length === 0;
  const wanted = new Set(isSeeded ? SEEDED_TAXA.map(({ id }) => id) : taxa.flatMap(([id, active]) => active && id));
  const passedOver = new Map<number, number>();
  const rows = await readAllRows(files, parser, (row) => {
    const other = taxaOf(row).find((taxonId) => !wanted.has(taxonId));
    if (other !== undefined) passedOver.set(other, (passedOver.get(other) ?? 0) + 1);
    return other === undefined;
  });
  return { rows, passedOver };
}

function activeTaxa({ tx, store }: LoadWork, seeds: boolean): (taxonId: number) => boolean {
  const rows = store.query<[number, number]>('SELECT id, active FROM taxon');
  const isSeeded = seeds && rows.first(tx) === undefined;
  if (isSeeded) seedTaxa(tx);
  const active = new Map(rows.all(tx).map(([id, isActive]) => [id, isActive === 1]));
  return (taxonId) => {
    const known = active.get(taxonId);
    if (known === false && isSeeded) {
      tx.run('UPDATE taxon SET active = 1 WHERE id = ?', taxonId);
      active.set(taxonId, true);
    }
    return active.get(taxonId) === true;
  };
}

function seedTaxa(tx: WriteTransaction): void {
  const insert = tx.inserter('INSERT INTO taxon VALUES (?, ?, ?, ?, ?)');
  SEEDED_TAXA.forEach(({ id, commonName, scientificName }, index) => {
    insert(id, commonName, scientificName, index + 1, Number(index === 0));
  });
}

const MOST_TAXA_LISTED = 10;

type Reporting = { tx: ReadTransaction; store: Store; tally: LoadTally };

export function reportOtherTaxa({ tx, store, tally }: Reporting, passedOver: PassedOver): void {
  if (passedOver.size === 0) return;
  const names = new Map(
    store.query<[number, string | null]>('SELECT id, coalesce(common_name, scientific_name) FROM taxon').all(tx),
  );
  const nameOf = (taxonId: number) => {
    const name = names.get(taxonId) ?? null;
    return name === null ? String(taxonId) : `${taxonId} (${name})`;
  };
  const most = [...passedOver].toSorted((a, b) => b[1] - a[1]);
  const listed = most.slice(0, MOST_TAXA_LISTED).map(([id, count]) => `${count.toLocaleString('en')} of ${nameOf(id)}`);
  const more = most.length > listed.length ? ` and ${most.length - listed.length} more taxa` : '';
  const count = most.reduce((sum, [, ofTaxon]) => sum + ofTaxon, 0).toLocaleString('en');
  tally.note(`Rows of taxa that are not active here are passed over: ${count} (${listed.join(', ')}${more}).`);
}
