/** Indexes of names and texts: of the words in names of genes, diseases and terms, and of the names and profile texts of people. */

import { READER_CLASS_COUNT } from '../../domain/record/privacy.ts';
import type { WriteTransaction } from './store.ts';

/** Rowids of `gene_words` and `term_words` hold the id below this value, and the place in the order of names above it. */
export const ID_LIMIT = 2 ** 32;

export const NAME_WORDS = `
CREATE INDEX gene_by_name ON gene (name COLLATE NOCASE);
CREATE INDEX disease_by_name ON disease (name COLLATE NOCASE);

CREATE VIRTUAL TABLE gene_words USING fts5 (
  words, content = '', columnsize = 0, detail = none, prefix = '3 4 5 6', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE gene_vocabulary USING fts5vocab (gene_words, row);

CREATE VIRTUAL TABLE disease_words USING fts5 (
  disease_id UNINDEXED, words, columnsize = 0, detail = none, prefix = '3 4 5 6', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE disease_vocabulary USING fts5vocab (disease_words, row);

CREATE VIRTUAL TABLE term_words USING fts5 (
  words, content = '', columnsize = 0, detail = none, prefix = '3 4 5 6', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE term_vocabulary USING fts5vocab (term_words, row);
`;

/**
 * Statements that empty each index and fill it from its tables. An index is read from its start. So protein-coding
 * human (9606) genes come first, and then other human genes. Within each, short names come first, because a word is a
 * larger part of them. A disease has a row for each of its names.
 */
export const FILL_NAME_WORDS = {
  gene: [
    "INSERT INTO gene_words (gene_words) VALUES ('delete-all')",
    `
    INSERT INTO gene_words (rowid, words)
    SELECT (CASE WHEN taxon_id <> 9606 THEN 2048 WHEN kind IS 'protein-coding' THEN 0 ELSE 1024 END
            + min(ifnull(length(name), 0), 1023)) * ${ID_LIMIT} + id,
           concat_ws(' ', name, other_designations)
    FROM gene LEFT JOIN gene_identity ON gene_id = id
    WHERE name IS NOT NULL OR other_designations IS NOT NULL
    ORDER BY 1
    `,
  ],
  disease: [
    'DELETE FROM disease_words',
    `
    INSERT INTO disease_words (disease_id, words)
    SELECT id, name FROM (
      SELECT id, name FROM disease WHERE name IS NOT NULL UNION ALL SELECT disease_id, name FROM disease_name
    ) ORDER BY length(name), id, name
    `,
  ],
  term: [
    "INSERT INTO term_words (term_words) VALUES ('delete-all')",
    `
    INSERT INTO term_words (rowid, words)
    SELECT min(ifnull(length(name), 0), 1023) * ${ID_LIMIT} + id, concat_ws(' ', name, synonyms)
    FROM term WHERE obsolete = 0 ORDER BY 1
    `,
  ],
} as const;

/** Writes all words by which genes, diseases or terms are found. */
export function writeNameWords(tx: WriteTransaction, kind: keyof typeof FILL_NAME_WORDS): void {
  for (const statement of FILL_NAME_WORDS[kind]) tx.run(statement);
}

/** The index of texts that an anonymised record still shows: the names of organs, for all people. */
export const SHOWN_ANONYMOUSLY = READER_CLASS_COUNT;

export const NAME_INDEXES: readonly number[] = Array.from({ length: READER_CLASS_COUNT }, (_, readers) => readers);
export const TEXT_INDEXES: readonly number[] = [...NAME_INDEXES, SHOWN_ANONYMOUSLY];

/** Returns the table of the index of names, for a class of readers. */
export function nameIndexOf(readers: number): string {
  return `user_name_trigram_${readers}`;
}

/** Returns the table of the index of texts, for a class of readers or {@link SHOWN_ANONYMOUSLY}. */
export function textIndexOf(readers: number): string {
  return `text_trigram_${readers}`;
}

const TRIGRAMS = "content = '', tokenize = 'trigram case_sensitive 1'";

/** `readers` is null for a profile that nobody may read. */
export const PEOPLE_TEXTS = `
CREATE TABLE user_search (
  user_id          INTEGER PRIMARY KEY,
  readers          INTEGER,
  name_folded      TEXT,
  last_name_folded TEXT,
  organs_folded    TEXT NOT NULL,
  active_term_ids  TEXT NOT NULL
) STRICT;
CREATE INDEX user_search_by_last_name ON user_search (readers, last_name_folded);

CREATE TABLE text (
  id     INTEGER PRIMARY KEY,
  folded TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE user_text (
  readers INTEGER NOT NULL,
  text_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (readers, text_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_text_by_user ON user_text (user_id, readers, text_id);

${NAME_INDEXES.map((one) => `CREATE VIRTUAL TABLE ${nameIndexOf(one)} USING fts5 (name_folded, last_name_folded, ${TRIGRAMS});`).join('\n')}
${TEXT_INDEXES.map((one) => `CREATE VIRTUAL TABLE ${textIndexOf(one)} USING fts5 (folded, ${TRIGRAMS});`).join('\n')}
`;

/** Statements that empty the indexes and fill them from the tables. */
export const FILL_PEOPLE_TEXTS: readonly string[] = [
  ...NAME_INDEXES.flatMap((readers) => [
    emptied(nameIndexOf(readers)),
    `INSERT INTO ${nameIndexOf(readers)} (rowid, name_folded, last_name_folded)
     SELECT user_id, name_folded, last_name_folded FROM user_search WHERE readers = ${readers} ORDER BY user_id`,
  ]),
  ...TEXT_INDEXES.flatMap((readers) => [
    emptied(textIndexOf(readers)),
    `INSERT INTO ${textIndexOf(readers)} (rowid, folded)
     SELECT id, folded FROM text WHERE id IN (SELECT text_id FROM user_text WHERE readers = ${readers}) ORDER BY id`,
  ]),
];

function emptied(index: string): string {
  return `INSERT INTO ${index} (${index}) VALUES ('delete-all')`;
}

/** Migrates from a format with one index of all texts to indexes of classes, numbered as in `readerClassOf`. */
export const FROM_ONE_INDEX = `
CREATE TEMP TABLE search_before AS
SELECT user_search.*, CASE
         WHEN enabled = 0 OR privacy_level IS NULL THEN NULL
         WHEN privacy_level = 2 THEN 0 WHEN privacy_level = 1 THEN 2 - shared ELSE 4 - shared
       END AS readers, enabled
FROM user_search JOIN user ON id = user_id;
CREATE TEMP TABLE text_before AS SELECT * FROM text;
CREATE TEMP TABLE user_text_before AS SELECT * FROM user_text;
DROP TABLE user_name_trigram; DROP TABLE text_trigram;
DROP TABLE user_search; DROP TABLE user_text; DROP TABLE text;
${PEOPLE_TEXTS}
INSERT INTO user_search SELECT user_id, readers, name_folded, last_name_folded, organs_folded, active_term_ids
FROM search_before;
INSERT INTO text SELECT id, folded FROM text_before;
INSERT OR IGNORE INTO user_text SELECT readers, text_id, user_id
FROM user_text_before JOIN search_before USING (user_id) WHERE readers IS NOT NULL;
INSERT OR IGNORE INTO user_text SELECT ${SHOWN_ANONYMOUSLY}, text_id, user_id
FROM user_text_before JOIN search_before USING (user_id) WHERE shown_anonymously = 1 AND enabled = 1;
DELETE FROM text WHERE id NOT IN (SELECT text_id FROM user_text);
DROP TABLE search_before; DROP TABLE text_before; DROP TABLE user_text_before;
${FILL_PEOPLE_TEXTS.join(';\n')};
`;
