/** Searches people who registered a gene or its orthologs (rdp-protocol 3.6): find, decide, filter, sort. */

import { RegistryError } from '../../domain/errors.ts';
import { hasFilters, matchesFilters, type ResolvedFilters } from '../../domain/query/filters.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import type { Tier, Viewer } from '../../domain/record/model.ts';
import { compareGenes, compareUsers, type GeneKey, type UserKey } from '../../domain/record/ordering.ts';
import { presentGene } from '../record/lookups.ts';
import { type RecordList, recordList } from '../record/record-list.ts';
import type { UserFactsIndex } from '../record/user-facts.ts';
import type { RegisteredGene, Visibility } from '../record/visibility.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReferenceData } from '../reference/reference.ts';
import { type GeneOwner, ownedGenes } from '../store/gene-owners.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { OrderKeys } from './order-keys.ts';
import { resolveFilters } from './resolve-filters.ts';
import type { Hits, SearchCache } from './search-cache.ts';

export type SearchGenes = (viewer: Viewer, query: GeneQuery) => Promise<RecordList>;

type GeneSearchOptions = {
  store: Store;
  userFacts: UserFactsIndex;
  reference: ReferenceData;
  ontologies: Ontologies;
  visibility: Visibility;
  searchCache: SearchCache;
  orderKeys: OrderKeys;
  /** Whether records that a viewer may not read are shown without their person. */
  anonymises: boolean;
};

type Hit = { registered: RegisteredGene; gene: GeneKey & { tier: Tier }; owner: UserKey };

/**
 * Returns the gene search of this registry.
 *
 * @throws RegistryError in the order of rdp-protocol 2.7: `unknown-taxon-searched`, `empty-symbol`, `unknown-symbol`,
 *   `no-orthologs`, `ontology-lists-differ`, `unknown-ontologies`
 */
export function geneSearch({
  store,
  userFacts,
  reference,
  ontologies,
  visibility,
  searchCache,
  orderKeys,
  anonymises,
}: GeneSearchOptions): SearchGenes {
  const owned = ownedGenes(store, anonymises);
  const presentOf = presentGene(store);

  return async (viewer, query) =>
    store.read((tx) => {
      const found = searchCache(tx, viewer, keyOf(query), () => find(tx, viewer, query));
      return recordList(tx, {
        store,
        viewer,
        found,
        toBytes: (tx, gene, options) => visibility.geneBytes(tx, viewer, gene, options),
        idBatch: visibility.idBatch,
        orderOf: orderKeys.ofGenes(viewer, query.taxonId),
        presentOf,
        userIdOf: ({ userId }) => userId,
        geneIdOf: (gene) => gene.geneId,
        taxonIdOf: taxonIds(reference),
      });
    });

  function find(tx: ReadTransaction, viewer: Viewer, query: GeneQuery): Hits<RegisteredGene> {
    const geneIds = genesSearched(tx, query, reference);
    const filters = resolveFilters(tx, query.filters, ontologies);
    const hits: Hit[] = [];
    for (const { geneId, taxonId, symbol, owners } of owned(tx, viewer, geneIds)) {
      const taxon = reference.taxon(tx, taxonId);
      const place = { taxonOrdering: taxon?.ordering ?? null, taxonCommonName: taxon?.commonName ?? '' };
      const gene = { geneId, symbol, ...place };
      for (const owner of owners) {
        const hit = hitOf(tx, viewer, query, filters, gene, owner);
        if (hit !== undefined) hits.push(hit);
      }
    }
    return hits.sort(compareHits).map(({ registered }) => registered);
  }

  function hitOf(
    tx: ReadTransaction,
    viewer: Viewer,
    { tiers }: GeneQuery,
    filters: ResolvedFilters,
    gene: GeneKey,
    { userId, tier, ownLevel }: GeneOwner,
  ): Hit | undefined {
    if (tier === null || !tiers.has(tier)) return undefined;
    const person = userFacts.find(tx, userId);
    const sight = person === undefined ? 'hidden' : visibility.ofGene(viewer, person, ownLevel);
    // Filters compare the person even if anonymised: that there is somebody is shown anyway.
    if (person === undefined || sight === 'hidden' || !matchesFilters(person, filters)) return undefined;
    const registered = { userId, geneId: gene.geneId, tier, ownLevel };
    return { registered, gene: { ...gene, tier }, owner: visibility.key(person, sight, gene.geneId) };
  }
}

/** Returns a function that finds the taxon of a gene, and looks up each gene once. */
function taxonIds(reference: ReferenceData): (tx: ReadTransaction, gene: RegisteredGene) => number {
  const known = new Map<number, number>();
  return (tx, { geneId }) => {
    const taxonId = known.get(geneId) ?? reference.geneFacts(tx, geneId).taxon.id;
    known.set(geneId, taxonId);
    return taxonId;
  };
}

/** Returns the given gene and its orthologs, as `orthologTaxonId` selects them (rdp-protocol 3.6). */
function genesSearched(
  tx: ReadTransaction,
  { symbol, taxonId, orthologTaxonId }: GeneQuery,
  reference: ReferenceData,
): number[] {
  if (reference.taxon(tx, taxonId) === undefined) throw new RegistryError('unknown-taxon-searched', { taxonId });
  if (symbol === '') throw new RegistryError('empty-symbol');
  const own = reference.geneIdsBySymbol(tx, taxonId, symbol);
  if (own.length === 0) throw new RegistryError('unknown-symbol', { symbol });
  // An unknown taxon counts as none, so all taxa are searched (quirk 12).
  const orthologTaxon = orthologTaxonId === undefined ? undefined : reference.taxon(tx, orthologTaxonId);
  const orthologs = own.flatMap((geneId) => reference.orthologIds(tx, geneId, orthologTaxon?.id));
  if (orthologTaxon === undefined || orthologTaxon.id === taxonId) return [...new Set([...own, ...orthologs])];
  if (orthologs.length === 0) throw new RegistryError('no-orthologs');
  return [...new Set(orthologs)];
}

function compareHits(a: Hit, b: Hit): number {
  return compareGenes(a.gene, b.gene) || compareUsers(a.owner, b.owner);
}

/** Returns the cache key of the whole search; undefined with filters, because such searches are too many to cache. */
function keyOf({ symbol, taxonId, orthologTaxonId, tiers, filters }: GeneQuery): string | undefined {
  if (hasFilters(filters)) return undefined;
  return `genes ${taxonId} ${orthologTaxonId} ${[...tiers].join()} ${symbol}`;
}
