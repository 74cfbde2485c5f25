/** The counts of `/api/stats` (rdp-protocol 1.11), over all enabled accounts whatever their privacy. */

import type { ReadTransaction, Store } from './store.ts';

export type RegistryStats = {
  users: number;
  publicUsers: number;
  usersWithGenes: number;
  userGenes: number;
  uniqueUserGenes: number;
  uniqueUserGenesInAllTiers: number;
  uniqueHumanUserGenesInAllTiers: number;
  researchersByTaxonId: Record<string, number>;
};

const HUMAN_TAXON_ID = 9606;

const COUNTS = `
SELECT
  (SELECT count(*) FROM user WHERE enabled = 1),
  (SELECT count(*) FROM user WHERE enabled = 1 AND privacy_level = 2),
  count(DISTINCT user_id),
  count(*) FILTER (WHERE tier IN ('TIER1', 'TIER2')),
  count(DISTINCT gene_id) FILTER (WHERE tier IN ('TIER1', 'TIER2')),
  count(DISTINCT gene_id)
FROM user_gene JOIN user ON user.id = user_id AND enabled = 1
`;

const HUMAN_GENES = `
WITH registered AS (
  SELECT DISTINCT gene_id FROM user_gene JOIN user ON user.id = user_id AND enabled = 1
)
SELECT count(*) FROM (
  SELECT gene_id FROM registered JOIN gene ON gene.id = gene_id WHERE taxon_id = ${HUMAN_TAXON_ID}
  UNION
  SELECT source_gene_id FROM registered
  JOIN ortholog ON target_gene_id = gene_id
  JOIN gene ON gene.id = source_gene_id WHERE taxon_id = ${HUMAN_TAXON_ID}
)
`;

const BY_TAXON = `
WITH counted AS (
  SELECT taxon_id, count(DISTINCT user_id) AS researchers
  FROM user_gene
  JOIN user ON user.id = user_id AND enabled = 1
  JOIN gene ON gene.id = gene_id
  GROUP BY taxon_id
)
SELECT taxon.id, coalesce(researchers, 0)
FROM taxon LEFT JOIN counted ON taxon_id = taxon.id
WHERE active = 1
`;

/** Counts the data. It takes hundreds of milliseconds in a large registry, so import does it once. */
export function countStats(tx: ReadTransaction, store: Store): RegistryStats {
  const [users, publicUsers, usersWithGenes, userGenes, uniqueUserGenes, uniqueUserGenesInAllTiers] = store
    .query<[number, number, number, number, number, number]>(COUNTS)
    .first(tx) ?? [0, 0, 0, 0, 0, 0];
  const [uniqueHumanUserGenesInAllTiers] = store.query<[number]>(HUMAN_GENES).first(tx) ?? [0];
  const researchersByTaxonId = Object.fromEntries(store.query<[number, number]>(BY_TAXON).all(tx));
  return {
    users,
    publicUsers,
    usersWithGenes,
    userGenes,
    uniqueUserGenes,
    uniqueUserGenesInAllTiers,
    uniqueHumanUserGenesInAllTiers,
    researchersByTaxonId,
  };
}
