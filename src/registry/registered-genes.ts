/** Lists of registered genes that stay true when an import replaces the data while they are being sent. */

import type { PrivacyLevel, Tier, Viewer } from '../domain/model.ts';
import { type RecordList, recordList } from './record-list.ts';
import type { RegisteredGene, Seeing } from './seeing.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type RegisteredGenes = {
  /** What this user registered for this gene now. */
  find(userId: number, geneId: number): RegisteredGene | undefined;
  /** The genes as the viewer sees them, in the order given. Call it inside `store.read`. */
  list(viewer: Viewer, genes: readonly RegisteredGene[]): RecordList;
};

export function registeredGenes(store: SqliteStore, seeing: Seeing): RegisteredGenes {
  const byUserAndGene = store.query<[Tier | null, PrivacyLevel | null]>(
    'SELECT tier, privacy_level FROM user_gene WHERE user_id = ? AND gene_id = ?',
  );

  function find(userId: number, geneId: number): RegisteredGene | undefined {
    const row = byUserAndGene.first(userId, geneId);
    return row && { userId, geneId, tier: row[0], ownLevel: row[1] };
  }

  return {
    find,
    list(viewer, genes) {
      const foundIn = store.generation();
      return recordList(store, genes, (gene) => {
        const current = store.generation() === foundIn ? gene : find(gene.userId, gene.geneId);
        return current && seeing.geneBytes(viewer, current);
      });
    },
  };
}
