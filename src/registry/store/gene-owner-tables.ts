/** The owners of each gene, packed for each class of readers; `gene-owners.ts` reads them. */

import { READER_CLASS_COUNT } from '../../domain/record/privacy.ts';

/** The row of all owners of a gene with enabled accounts, for readers of every class. */
export const EVERYBODY = READER_CLASS_COUNT;

export const GENE_OWNERS = `
CREATE TABLE gene_owners (
  readers  INTEGER NOT NULL,
  gene_id  INTEGER NOT NULL,
  taxon_id INTEGER NOT NULL,
  symbol   TEXT NOT NULL,
  owners   BLOB NOT NULL,
  PRIMARY KEY (readers, gene_id)
) STRICT, WITHOUT ROWID;
`;

const NUMBER = (value: string) => {
  const bytes = [0, 8, 16, 24].map((shift) => `(${value} >> ${shift}) & 255`);
  return `printf('%02X%02X%02X%02X', ${bytes.join()})`;
};

const OWNER = `${NUMBER('user_id')} || ${NUMBER('((tier_place + 4) / 5 * 4 + ifnull(own, 3))')}`;

/** Migrates from a format in which one row held all owners of a gene. */
export const FROM_ONE_ROW = `
DROP TABLE gene_owners;
${GENE_OWNERS}
WITH owner AS (
  SELECT gene_id, user_id, user_gene.privacy_level AS own,
         instr('TIER1TIER2TIER3', ifnull(tier, '-')) AS tier_place,
         min(ifnull(user_gene.privacy_level, user.privacy_level), user.privacy_level) AS level, shared
  FROM user_gene JOIN user ON user.id = user_id WHERE enabled = 1
), owner_of_row AS (
  SELECT *, CASE level WHEN 2 THEN 0 WHEN 1 THEN 2 - shared ELSE 4 - shared END AS readers FROM owner
  WHERE level IS NOT NULL
  UNION ALL SELECT *, ${EVERYBODY} FROM owner
), packed AS (
  SELECT gene_id, readers, unhex(group_concat(${OWNER}, '' ORDER BY user_id)) AS owners
  FROM owner_of_row GROUP BY gene_id, readers
)
INSERT INTO gene_owners SELECT readers, gene_id, taxon_id, coalesce(symbol, gene_id), owners
FROM packed JOIN gene ON gene.id = gene_id;
`;
