/** The whole registry as a snapshot again. Access tokens are not in it: only their hashes are known. */

import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from '../../domain/record/snapshot.ts';
import { userReader } from '../people/user-reader.ts';
import { meta } from '../store/meta.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

const PIECE_CHARACTERS = 65_536;

/** A snapshot of one moment of the data, in pieces of text, so that a large registry is never held as one text. */
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
  for (const [member, records] of Object.entries(recordsByMember(tx, store))) {
    yield `,\n"${member}":[`;
    let separator = '\n';
    for (const record of records) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

type Lists = Pick<Snapshot, 'taxa' | 'genes' | 'orthologs' | 'organs' | 'ontologies' | 'users'>;

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
  const rows = store.query<[number, number, string | null, string | null, string | null, string | null]>(
    'SELECT id, taxon_id, symbol, name, aliases, modification_date FROM gene ORDER BY id',
  );
  for (const [geneId, taxonId, symbol, name, aliases, modificationDate] of rows.each(tx)) {
    yield { geneId, taxonId, symbol, name, aliases, modificationDate };
  }
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
    yield { name, definition, url, ...flags, ordering, terms: [...terms(tx, store, id)] };
  }
}

const TERMS = `
SELECT term_id, name, definition, synonyms, alt_term_ids,
       (SELECT json_group_array(term_id) FROM (
          SELECT child.term_id FROM sub_term JOIN term AS child ON child.id = sub_term_id
          WHERE sub_term.term_id = term.id ORDER BY position)),
       obsolete, active, is_group, has_icon, ordering
FROM term WHERE ontology_id = ? ORDER BY id
`;

type TermRow = [string, string | null, string | null, string, string, string, number, number, number, number, number];

function* terms(
  tx: ReadTransaction,
  store: Store,
  ontologyNumber: number,
): Generator<Lists['ontologies'][number]['terms'][number]> {
  for (const row of store.query<TermRow>(TERMS).each(tx, ontologyNumber)) {
    const [termId, name, definition, synonyms, altTermIds, subTermIds, obsolete, active, group, hasIcon, ordering] =
      row;
    yield {
      termId,
      name,
      definition,
      synonyms: JSON.parse(synonyms),
      altTermIds: JSON.parse(altTermIds),
      subTermIds: JSON.parse(subTermIds),
      obsolete: obsolete === 1,
      active: active === 1,
      group: group === 1,
      hasIcon: hasIcon === 1,
      ordering,
    };
  }
}
