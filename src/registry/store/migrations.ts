/** Migrations from each older format of a registry's database file to the next one. */

import { AUDIT_LOG } from './audit-tables.ts';
import { ASSOCIATIONS, GENE_KNOWLEDGE, OTHER_NAMES, PHENOTYPE_GENES, SOURCES_OF_PAIRS } from './gene-knowledge.ts';
import { FROM_ONE_ROW } from './gene-owner-tables.ts';
import { FILL_NAME_WORDS, NAME_WORDS } from './name-words.ts';
import { FROM_ONE_INDEX } from './people-texts.ts';
import {
  ADD_REQUEST_STEPS,
  COUNTED_USES,
  DUE_PEOPLE,
  REPEATED_QUESTIONS,
  SENDERS_OF_REQUESTS,
  STANDING_QUESTIONS,
  SUBSCRIPTIONS,
} from './service-tables.ts';
import { WITHDRAWN_GENES } from './withdrawn-genes.ts';

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

/** The next import that has identifiers of people fills them. */
const IDENTIFIERS = `
ALTER TABLE user ADD COLUMN orcid TEXT;
ALTER TABLE user ADD COLUMN ror TEXT;
`;

/** The statements of each migration, by the format that it starts from. */
export const OLDER_FORMATS: ReadonlyMap<number, string> = new Map([
  [3, FROM_FORMAT_3],
  [4, FROM_FORMAT_4],
  [5, FROM_ONE_INDEX + FROM_ONE_ROW],
  [6, OTHER_NAMES],
  [7, WITHDRAWN_GENES],
  [8, STANDING_QUESTIONS],
  [9, ASSOCIATIONS],
  [10, SENDERS_OF_REQUESTS],
  [11, SUBSCRIPTIONS],
  [12, SOURCES_OF_PAIRS],
  [13, DUE_PEOPLE],
  [14, IDENTIFIERS],
  [15, REPEATED_QUESTIONS],
  [16, COUNTED_USES],
  [17, AUDIT_LOG],
]);
