/** Database files of older forms are brought to the present one where they stand: all of it, or nothing. */

import type { DatabaseSync } from 'node:sqlite';
import { GENE_KNOWLEDGE } from './gene-knowledge-schema.ts';
import { SCHEMA_VERSION } from './sqlite-schema.ts';

/** Users change on their own since form 4, so each numbers their genes alone; 2^20 is more than one user registers. */
const FROM_FORM_3 = `
ALTER TABLE term ADD COLUMN namespace TEXT;
${GENE_KNOWLEDGE}
CREATE TABLE user_change (
  user_id  INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX user_change_by_revision ON user_change (revision);
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

/** What leads from a form to the next one. */
const MIGRATIONS: ReadonlyMap<number, string> = new Map([[3, FROM_FORM_3]]);

/** Whether a file of this form can be used, as it is or after {@link migrate}. */
export function isUsableForm(version: number): boolean {
  return version === SCHEMA_VERSION || MIGRATIONS.has(version);
}

/** Brings a file of a usable form to the present one; other processes that wait to do the same find it done. */
export function migrate(database: DatabaseSync, versionOf: () => number): void {
  if (versionOf() === SCHEMA_VERSION) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (let version = versionOf(); version < SCHEMA_VERSION; version += 1) {
      database.exec(MIGRATIONS.get(version) ?? '');
      database.exec(`PRAGMA user_version = ${version + 1}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
