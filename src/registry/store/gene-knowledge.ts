/** The tables of facts about genes that the API does not show. */

export const GENE_KNOWLEDGE = `
CREATE TABLE gene_identity (
  gene_id             INTEGER PRIMARY KEY,
  hgnc_id             TEXT,
  nomenclature_status TEXT,
  kind                TEXT,
  ensembl_ids         TEXT NOT NULL,
  omim_ids            TEXT NOT NULL,
  other_designations  TEXT NOT NULL,
  chromosome          TEXT,
  map_location        TEXT
) STRICT;

CREATE TABLE gene_identifier (
  taxon_id          INTEGER NOT NULL,
  identifier_folded TEXT NOT NULL,
  gene_id           INTEGER NOT NULL,
  PRIMARY KEY (taxon_id, identifier_folded, gene_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE gene_designation (
  taxon_id           INTEGER NOT NULL,
  designation_folded TEXT NOT NULL,
  gene_id            INTEGER NOT NULL,
  PRIMARY KEY (taxon_id, designation_folded, gene_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE gene_annotation (
  gene_id INTEGER NOT NULL,
  go_id   TEXT NOT NULL,
  PRIMARY KEY (gene_id, go_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX gene_annotation_by_term ON gene_annotation (go_id, gene_id);

CREATE TABLE disease (
  id        TEXT PRIMARY KEY,
  id_folded TEXT NOT NULL UNIQUE,
  name      TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE gene_disease (
  gene_id    INTEGER NOT NULL,
  disease_id TEXT NOT NULL,
  PRIMARY KEY (gene_id, disease_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX gene_disease_by_disease ON gene_disease (disease_id, gene_id);
`;

/** The identifiers of the organisms' own databases; the next load of genes fills them. */
export const ORGANISM_IDS = `
ALTER TABLE gene_identity ADD COLUMN organism_ids TEXT;
`;

/** The symbol of a gene at its nomenclature authority, and the names of a disease in other sources, if they differ. */
export const OTHER_NAMES = `
ALTER TABLE gene_identity ADD COLUMN authority_symbol TEXT;
CREATE INDEX gene_by_authority_symbol ON gene_identity (authority_symbol COLLATE NOCASE)
WHERE authority_symbol IS NOT NULL;
CREATE TABLE disease_name (
  disease_id TEXT NOT NULL,
  position   INTEGER NOT NULL,
  name       TEXT NOT NULL,
  source     TEXT NOT NULL,
  language   TEXT NOT NULL,
  PRIMARY KEY (disease_id, position)
) STRICT, WITHOUT ROWID;
`;

/** The kind of the association of a gene and a disease, in the word of the source; null if the source does not say it. */
export const ASSOCIATIONS = `
ALTER TABLE gene_disease ADD COLUMN association TEXT;
`;

/**
 * The sources that associate a gene with a disease, one row for each source. An empty source is the one of all diseases,
 * which `diseases-source` of `meta` names, with its release.
 */
export const SOURCES_OF_PAIRS = `
CREATE TABLE pair_of_source (
  gene_id     INTEGER NOT NULL,
  disease_id  TEXT NOT NULL,
  source      TEXT NOT NULL,
  release     TEXT,
  association TEXT,
  PRIMARY KEY (gene_id, disease_id, source)
) STRICT, WITHOUT ROWID;
INSERT INTO pair_of_source SELECT gene_id, disease_id, '', NULL, association FROM gene_disease;
DROP TABLE gene_disease;
ALTER TABLE pair_of_source RENAME TO gene_disease;
CREATE INDEX gene_disease_by_disease ON gene_disease (disease_id, gene_id);
`;

/** The genes that a source associates with a phenotype: one row for each phenotype, as JSON, in the order of display. */
export const PHENOTYPE_GENES = `
CREATE TABLE phenotype_genes (
  term_id  TEXT PRIMARY KEY,
  gene_ids TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The tables that every import empties and fills again, with the other tables of a snapshot. */
export const GENE_KNOWLEDGE_TABLES = [
  'gene_identity',
  'gene_identifier',
  'gene_designation',
  'gene_annotation',
  'disease',
  'gene_disease',
  'disease_name',
  'phenotype_genes',
] as const;
