/** Indexes of the words in names of genes, diseases and terms, and the statements that fill them. */

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
 * Statements that empty each index and fill it from its tables. An index is read from its start, so protein-coding human
 * (9606) genes come first, then other human genes; within each, short names come first, because a word is a larger part
 * of them. A disease has a row for each of its names.
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
