/**
 * Indexes of names and profile texts, by which people are found. Each index holds the people of one class of readers, so
 * that a search never looks at people whom the viewer may not read: finding and then dropping them takes time, and by
 * that time hidden names could be guessed letter by letter.
 */

import { READER_CLASS_COUNT } from '../../domain/record/privacy.ts';

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
