/** The tables of a registry's database file, and the migrations from each older format to the next one. */

import { USER_COLUMNS } from '../../domain/record/snapshot.ts';
import type { FileFormat } from './file-format.ts';
import {
  ASSOCIATIONS,
  GENE_KNOWLEDGE,
  GENE_KNOWLEDGE_TABLES,
  ORGANISM_IDS,
  OTHER_NAMES,
  PHENOTYPE_GENES,
  SOURCES_OF_PAIRS,
} from './gene-knowledge.ts';
import { FROM_ONE_ROW, GENE_OWNERS } from './gene-owners.ts';
import {
  ADD_REQUEST_STEPS,
  ANSWERS_BY_MESSAGE,
  AUDIT_LOG,
  COUNTED_USES,
  DUE_PEOPLE,
  FEED_QUESTIONS,
  REPEATED_QUESTIONS,
  SENDERS_OF_REQUESTS,
  STATE,
  SUBSCRIPTIONS,
} from './state-schema.ts';
import { FILL_NAME_WORDS, FROM_ONE_INDEX, NAME_WORDS, PEOPLE_TEXTS } from './text-indexes.ts';
import { WITHDRAWN_GENES } from './withdrawn.ts';

/** Format 3 has no diseases. Since format 4 `user_gene` has ids per user; 2^20 is more than the genes of any user. */
const FROM_FORMAT_3 = `
ALTER TABLE term ADD COLUMN namespace TEXT;
ALTER TABLE access_token ADD COLUMN email TEXT;
${GENE_KNOWLEDGE}${NAME_WORDS}${[...FILL_NAME_WORDS.gene, ...FILL_NAME_WORDS.term].join(';')};
CREATE TABLE user_change (
  user_id  INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX user_change_by_revision ON user_change (revision);
CREATE TABLE followed_user (
  user_id  INTEGER NOT NULL,
  source   TEXT NOT NULL,
  checksum TEXT NOT NULL,
  PRIMARY KEY (user_id, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_gene_by_gene ON user_gene (gene_id, user_id);
CREATE INDEX user_text_by_user ON user_text (user_id, text_id);

CREATE TEMP TABLE renumbered AS
SELECT user_id * 1048576 + row_number() OVER (PARTITION BY user_id ORDER BY gene_id) - 1 AS id,
       user_id, gene_id, tier, privacy_level,
       user_id * 1048576 + row_number() OVER (PARTITION BY user_id ORDER BY registration) - 1 AS registration
FROM user_gene;
DELETE FROM user_gene;
INSERT INTO user_gene SELECT * FROM renumbered;
DROP TABLE renumbered;
`;

/** The next load of diseases fills the genes of phenotypes; the next load of an ontology fills the diseases of its terms. */
const FROM_FORMAT_4 = `
ALTER TABLE term ADD COLUMN disease_ids TEXT NOT NULL DEFAULT '[]';
${PHENOTYPE_GENES}
${ADD_REQUEST_STEPS}
`;

/** The next load of an ontology fills the terms that may replace its obsolete ones. */
const CONSIDERED_TERMS = `
ALTER TABLE term ADD COLUMN considered_ids TEXT;
`;

/** The next import that has identifiers of people fills them. */
const IDENTIFIERS = `
ALTER TABLE user ADD COLUMN orcid TEXT;
ALTER TABLE user ADD COLUMN ror TEXT;
`;

/** The statements of each migration, by the format that it starts from. */
const OLDER_FORMATS: ReadonlyMap<number, string> = new Map([
  [3, FROM_FORMAT_3],
  [4, FROM_FORMAT_4],
  [5, FROM_ONE_INDEX + FROM_ONE_ROW],
  [6, OTHER_NAMES],
  [7, WITHDRAWN_GENES],
  [8, FEED_QUESTIONS],
  [9, ASSOCIATIONS],
  [10, SENDERS_OF_REQUESTS],
  [11, SUBSCRIPTIONS],
  [12, SOURCES_OF_PAIRS],
  [13, DUE_PEOPLE],
  [14, IDENTIFIERS],
  [15, REPEATED_QUESTIONS],
  [16, COUNTED_USES],
  [17, AUDIT_LOG],
  [18, ANSWERS_BY_MESSAGE],
  [19, ORGANISM_IDS],
  [20, CONSIDERED_TERMS],
]);

/** Rises with every migration in `OLDER_FORMATS`: one for each change of the tables, or of their precomputed values. */
export const SCHEMA_VERSION = Math.max(...OLDER_FORMATS.keys()) + 1;

/** Marks the file as ours ("iprx"), so that no other SQLite file is taken for a registry. */
export const APPLICATION_ID = 0x69707278;

/** The tables of the snapshot. Lists that are never searched stay JSON. */
const FACTS = `
CREATE TABLE taxon (
  id              INTEGER PRIMARY KEY,
  common_name     TEXT,
  scientific_name TEXT,
  ordering        INTEGER,
  active          INTEGER NOT NULL
) STRICT;

CREATE TABLE gene (
  id                INTEGER PRIMARY KEY,
  taxon_id          INTEGER NOT NULL,
  symbol            TEXT,
  symbol_folded     TEXT,
  name              TEXT,
  aliases           TEXT,
  modification_date TEXT
) STRICT;
CREATE INDEX gene_by_symbol ON gene (taxon_id, symbol_folded);

CREATE TABLE gene_alias (
  taxon_id     INTEGER NOT NULL,
  alias_folded TEXT NOT NULL,
  gene_id      INTEGER NOT NULL,
  PRIMARY KEY (taxon_id, alias_folded, gene_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ortholog (
  source_gene_id  INTEGER NOT NULL,
  target_taxon_id INTEGER NOT NULL,
  target_gene_id  INTEGER NOT NULL,
  PRIMARY KEY (source_gene_id, target_taxon_id, target_gene_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ortholog_by_target ON ortholog (target_gene_id, source_gene_id);

CREATE TABLE organ (
  uberon_id        TEXT PRIMARY KEY,
  uberon_id_folded TEXT NOT NULL UNIQUE,
  name             TEXT,
  description      TEXT,
  active           INTEGER NOT NULL,
  ordering         INTEGER
) STRICT;

CREATE TABLE ontology (
  id                        INTEGER PRIMARY KEY,
  name                      TEXT NOT NULL,
  name_folded               TEXT NOT NULL UNIQUE,
  definition                TEXT,
  url                       TEXT,
  active                    INTEGER NOT NULL,
  available_for_gene_search INTEGER NOT NULL,
  ordering                  INTEGER
) STRICT;

CREATE TABLE term (
  id             INTEGER PRIMARY KEY,
  ontology_id    INTEGER NOT NULL,
  term_id        TEXT NOT NULL,
  term_id_folded TEXT NOT NULL,
  name           TEXT,
  definition     TEXT,
  synonyms       TEXT NOT NULL,
  alt_term_ids   TEXT NOT NULL,
  obsolete       INTEGER NOT NULL,
  active         INTEGER NOT NULL,
  is_group       INTEGER NOT NULL,
  has_icon       INTEGER NOT NULL,
  ordering       INTEGER,
  namespace      TEXT,
  disease_ids    TEXT NOT NULL DEFAULT '[]',
  considered_ids TEXT,
  UNIQUE (ontology_id, term_id_folded)
) STRICT;
CREATE INDEX term_by_id ON term (ontology_id, active, term_id);
CREATE INDEX term_by_name ON term (ontology_id, active, name COLLATE NOCASE, term_id);

CREATE TABLE sub_term (
  term_id     INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  sub_term_id INTEGER NOT NULL,
  PRIMARY KEY (term_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX sub_term_by_child ON sub_term (sub_term_id, term_id);

CREATE TABLE user (
${USER_COLUMNS.map(({ name, type }) => `  ${name.padEnd(22)} ${type}`).join(',\n')}
) STRICT;

CREATE TABLE user_gene (
  id            INTEGER PRIMARY KEY,
  user_id       INTEGER NOT NULL,
  gene_id       INTEGER NOT NULL,
  tier          TEXT,
  privacy_level INTEGER,
  registration  INTEGER NOT NULL UNIQUE,
  UNIQUE (user_id, gene_id)
) STRICT;
CREATE INDEX user_gene_by_gene ON user_gene (gene_id, user_id);

CREATE TABLE user_change (
  user_id  INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX user_change_by_revision ON user_change (revision);

CREATE TABLE followed_user (
  user_id  INTEGER NOT NULL,
  source   TEXT NOT NULL,
  checksum TEXT NOT NULL,
  PRIMARY KEY (user_id, source)
) STRICT, WITHOUT ROWID;
`;

/** What import precomputes, so that no request has to: folded texts to search terms by, and records ready to be sent. */
const READY_MADE = `
CREATE TABLE term_text (
  ontology_id INTEGER NOT NULL,
  kind        INTEGER NOT NULL,
  text_folded TEXT NOT NULL,
  term_number INTEGER NOT NULL,
  PRIMARY KEY (ontology_id, kind, text_folded, term_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_record (
  user_id           INTEGER PRIMARY KEY,
  person            TEXT NOT NULL,
  shown_anonymously TEXT NOT NULL,
  public_genes      TEXT NOT NULL,
  shared_genes      TEXT NOT NULL,
  private_genes     TEXT NOT NULL
) STRICT;
`;

/** The tables that every import empties and fills again, in this order. The import preserves access tokens of remaining users. */
export const SNAPSHOT_TABLES = [
  'taxon',
  'gene',
  'gene_alias',
  'ortholog',
  'organ',
  'ontology',
  'term',
  'sub_term',
  ...GENE_KNOWLEDGE_TABLES,
  'user',
  'user_gene',
  'user_change',
  'followed_user',
  'withdrawn_genes',
  'gene_owners',
  'user_search',
  'text',
  'user_text',
  'term_text',
  'user_record',
] as const;

export const SCHEMA = [
  ...[STATE, FACTS, GENE_KNOWLEDGE, PHENOTYPE_GENES, OTHER_NAMES, ORGANISM_IDS],
  ...[NAME_WORDS, PEOPLE_TEXTS, GENE_OWNERS, READY_MADE],
  WITHDRAWN_GENES,
  ASSOCIATIONS,
  SOURCES_OF_PAIRS,
].join('');

export const REGISTRY_FORMAT: FileFormat = {
  applicationId: APPLICATION_ID,
  version: SCHEMA_VERSION,
  schema: SCHEMA,
  olderFormats: OLDER_FORMATS,
  owner: 'a registry',
  advice: 'export it with the version that wrote it and import that into a new file',
};
