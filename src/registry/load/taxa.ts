/** Decides which rows of a reference file are taken over: those of active taxa (rdp-protocol 9.1). */

import { SEEDED_TAXA } from '../../domain/record/seeded-data.ts';
import type { LoadTally } from '../../domain/reference-files/load-report.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import type { LoadSource, LoadWork } from './load-work.ts';

type ActiveTaxa = {
  isActive(taxonId: number): boolean;
  /** Counts a row of an inactive taxon. */
  passOver(taxonId: number): void;
  /** Reports the rows that were counted. */
  reportOthers(tally: LoadTally): void;
};

/** The taxa whose rows stay in memory while files are read. */
export type WantedTaxa = {
  /** Returns whether rows of a taxon are wanted; counts the row if not. */
  isWanted(taxonId: number): boolean;
  /** The number of rows of each unwanted taxon. */
  passedOver: ReadonlyMap<number, number>;
};

const MOST_TAXA_LISTED = 10;

/** @param seeds as in {@link activeTaxa} */
export function wantedTaxa({ store }: LoadSource, { seeds = false } = {}): WantedTaxa {
  const rows = store.read((tx) => store.query<[number, number]>('SELECT id, active FROM taxon').all(tx));
  const isSeeded = seeds && rows.length === 0;
  const wanted = new Set(
    isSeeded ? SEEDED_TAXA.map(({ id }) => id) : rows.flatMap(([id, active]) => (active ? [id] : [])),
  );
  const passedOver = new Map<number, number>();
  return {
    isWanted(taxonId) {
      if (wanted.has(taxonId)) return true;
      passedOver.set(taxonId, (passedOver.get(taxonId) ?? 0) + 1);
      return false;
    },
    passedOver,
  };
}

/**
 * @param seeds whether a registry without taxa gets those that every RDP is installed with (rdp-protocol 8.4): human is
 *   active, and so is each of them that {@link ActiveTaxa.isActive} is called with
 */
export function activeTaxa(
  { tx, store }: LoadWork,
  { passedOver }: Pick<WantedTaxa, 'passedOver'>,
  { seeds = false } = {},
): ActiveTaxa {
  const rows = store.query<[number, number]>('SELECT id, active FROM taxon');
  const isSeeded = seeds && rows.first(tx) === undefined;
  if (isSeeded) seedTaxa(tx);
  const taxa = new Map(rows.all(tx).map(([id, active]) => [id, { isActive: active === 1 }]));
  const others = new Map(passedOver);

  function activate(taxonId: number): void {
    tx.run('UPDATE taxon SET active = 1 WHERE id = ?', taxonId);
  }

  return {
    isActive(taxonId) {
      const taxon = taxa.get(taxonId);
      if (taxon === undefined || taxon.isActive) return taxon !== undefined;
      if (isSeeded) activate(taxonId);
      taxon.isActive = isSeeded;
      return isSeeded;
    },
    passOver: (taxonId) => void others.set(taxonId, (others.get(taxonId) ?? 0) + 1),
    reportOthers: (tally) => reportOtherTaxa({ tx, store, tally }, others),
  };
}

type Reporting = { tx: ReadTransaction; store: Store; tally: LoadTally };

/** @param passedOver the number of rows of each inactive taxon */
export function reportOtherTaxa({ tx, store, tally }: Reporting, passedOver: ReadonlyMap<number, number>): void {
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

function seedTaxa(tx: WriteTransaction): void {
  const insert = tx.inserter('INSERT INTO taxon VALUES (?, ?, ?, ?, ?)');
  SEEDED_TAXA.forEach(({ id, commonName, scientificName }, index) => {
    insert(id, commonName, scientificName, index + 1, Number(index === 0));
  });
}
