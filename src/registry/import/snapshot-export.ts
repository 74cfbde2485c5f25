/** Exports the whole registry as a snapshot. Access tokens are not in it, because only their hashes are stored. */

import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from '../../domain/record/snapshot.ts';
import { userReader } from '../people/user-reader.ts';
import { snapshotDiseases } from '../reference/diseases.ts';
import { GENE_ROWS, type GeneTableRow, toSnapshotGene } from '../reference/gene-tables.ts';
import { heldTerms } from '../reference/terms.ts';
import { givenIds } from '../store/given-ids.ts';
import { meta } from '../store/meta.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

const PIECE_CHARACTERS = 65_536;

/** Yields a snapshot of one moment of the data in pieces of text, so that a large registry is never in memory as one text. */
export function* exportSnapshot(store: Store): Generator<string> {
  using tx = store.holdMoment();
  let piece = '';
  for (const text of snapshotTexts(tx, store)) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* snapshotTexts(tx: ReadTransaction, store: Store): Generator<string> {
  const about = meta(store);
  yield `{"format":${JSON.stringify(SNAPSHOT_FORMAT)},"version":${SNAPSHOT_VERSION}`;
  yield `,"comment":${JSON.stringify(about.comment(tx))}`;
  yield `,"remoteSearchUserId":${JSON.stringify(about.remoteSearchUserId(tx) ?? null)}`;
  yield `,"highestUserId":${JSON.stringify(highestUserId(tx, store))}`;
  for (const [member, records] of Object.entries(recordsByMember(tx, store))) {
    yield `,\n"${member}":[`;
    let separator = '\n';
    for (const record of records) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield ']';
  }
  yield `,\n"diseases":${JSON.stringify(snapshotDiseases(tx, store))}}\n`;
}

/** Returns null if nobody with a higher id than those of all present people has left. */
function highestUserId(tx: ReadTransaction, store: Store): number | null {
  const highest = givenIds(store).highest(tx);
  const [present] = store.query<[number | null]>('SELECT max(id) FROM user').first(tx) ?? [null];
  return highest > (present ?? 0) ? highest : null;
}

type Lists = Pick<Snapshot, 'taxa' | 'genes' | 'orthologs' | 'organs' | 'ontologies' | 'annotations' | 'users'>;

function recordsByMember(
  tx: ReadTransaction,
  store: Store,
): { [Member in keyof Lists]: Iterable<Lists[Member][number]> } {
  return {
    taxa: taxa(tx, store),
    genes: genes(tx, store),
    orthologs: store
      .query<[number, number]>('SELECT source_gene_id, target_gene_id FROM ortholog ORDER BY 1, 2')
      .each(tx),
    organs: organs(tx, store),
    ontologies: ontologies(tx, store),
    annotations: store.query<[number, string]>('SELECT gene_id, go_id FROM gene_annotation ORDER BY 1, 2').each(tx),
    users: userReader(store).all(tx),
  };
}

function* taxa(tx: ReadTransaction, store: Store): Generator<Lists['taxa'][number]> {
  const rows = store.query<[number, string | null, string | null, number | null, number]>(
    'SELECT id, common_name, scientific_name, ordering, active FROM taxon ORDER BY rowid',
  );
  for (const [id, commonName, scientificName, ordering, active] of rows.each(tx)) {
    yield { id, commonName, scientificName, ordering, active: active === 1 };
  }
}

function* genes(tx: ReadTransaction, store: Store): Generator<Lists['genes'][number]> {
  for (const row of store.query<GeneTableRow>(`${GENE_ROWS} ORDER BY id`).each(tx)) yield toSnapshotGene(row);
}

function* organs(tx: ReadTransaction, store: Store): Generator<Lists['organs'][number]> {
  const rows = store.query<[string, string | null, string | null, number, number | null]>(
    'SELECT uberon_id, name, description, active, ordering FROM organ ORDER BY rowid',
  );
  for (const [uberonId, name, description, active, ordering] of rows.each(tx)) {
    yield { uberonId, name, description, active: active === 1, ordering };
  }
}

function* ontologies(tx: ReadTransaction, store: Store): Generator<Lists['ontologies'][number]> {
  const rows = store.query<[number, string, string | null, string | null, number, number, number | null]>(
    'SELECT id, name, definition, url, active, available_for_gene_search, ordering FROM ontology ORDER BY id',
  );
  for (const [id, name, definition, url, active, forGenes, ordering] of rows.each(tx)) {
    const flags = { active: active === 1, availableForGeneSearch: forGenes === 1 };
    yield {
      name,
      definition,
      url,
      ...flags,
      ordering,
      terms: Array.from(heldTerms(tx, store, id), ({ term }) => term),
    };
  }
}
