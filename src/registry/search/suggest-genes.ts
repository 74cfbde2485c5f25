/** Genes of the local gene table that begin with what somebody has typed so far. */

import { RegistryError } from '../../domain/errors.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { aliasesOf } from '../../domain/query/gene-names.ts';
import { endOfPrefix, type GeneSuggestion } from '../../domain/query/suggestions.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { Store } from '../store/store.ts';

/**
 * The genes of an organism whose symbol begins with `typed`, then those with such an alias or former symbol, at most
 * ten. Letter case does not count; what is blank finds nothing.
 *
 * @throws RegistryError `unknown-taxon`
 */
export type SuggestGenes = (typed: string, taxonId: number) => Promise<GeneSuggestion[]>;

const MOST_GENES = 10;
/** A gene may have several aliases that begin alike. */
const MOST_ALIASES = 200;

export const GENES_BY_PREFIX = `
SELECT id, symbol, name FROM gene
WHERE taxon_id = ? AND symbol_folded >= ? AND symbol_folded < ?
ORDER BY symbol_folded, id LIMIT ?
`;
export const GENES_BY_ALIAS_PREFIX = `
SELECT gene.id, symbol, name, aliases, alias_folded
FROM gene_alias CROSS JOIN gene ON gene.id = gene_id
WHERE gene_alias.taxon_id = ? AND alias_folded >= ? AND alias_folded < ?
ORDER BY alias_folded, gene_id LIMIT ?
`;

type GeneRow = [id: number, symbol: string, name: string | null];
type AliasRow = [id: number, symbol: string | null, name: string | null, aliases: string | null, aliasFolded: string];

export function suggestGenes(store: Store, reference: ReferenceData): SuggestGenes {
  const bySymbol = store.query<GeneRow>(GENES_BY_PREFIX);
  const byAlias = store.query<AliasRow>(GENES_BY_ALIAS_PREFIX);

  return async (typed, taxonId) =>
    store.read((tx) => {
      if (reference.taxon(tx, taxonId) === undefined) throw new RegistryError('unknown-taxon', { taxonId });
      const prefix = foldForEquality(typed.trim());
      if (prefix === '') return [];
      const range = [taxonId, prefix, endOfPrefix(prefix)] as const;
      const found = new Map<number, GeneSuggestion>();
      for (const [geneId, symbol, name] of bySymbol.all(tx, ...range, MOST_GENES)) {
        found.set(geneId, { symbol, geneId, name, matchedAlias: null });
      }
      if (found.size === MOST_GENES) return [...found.values()];
      for (const row of byAlias.all(tx, ...range, MOST_ALIASES)) {
        if (!found.has(row[0])) found.set(row[0], toSuggestion(row));
      }
      return [...found.values()].slice(0, MOST_GENES);
    });
}

function toSuggestion([geneId, symbol, name, aliases, aliasFolded]: AliasRow): GeneSuggestion {
  const written = aliasesOf(aliases).find((alias) => foldForEquality(alias) === aliasFolded);
  return { symbol: symbol ?? String(geneId), geneId, name, matchedAlias: written ?? aliasFolded };
}
