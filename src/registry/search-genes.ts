/** Who registered a gene or its orthologs (contract 3.6): find, decide, narrow, order. */

import { RegistryError } from '../domain/errors.ts';
import type { GeneQuery } from '../domain/gene-query.ts';
import type { PrivacyLevel, Tier, Viewer } from '../domain/model.ts';
import { passes, type ResolvedNarrowing } from '../domain/narrowing.ts';
import { compareGenes, compareUsers, type GeneKey, type UserKey } from '../domain/ordering.ts';
import type { Ontologies } from './ontologies.ts';
import type { People } from './people.ts';
import type { RecordList } from './record-list.ts';
import type { Gene, ReferenceData } from './reference.ts';
import type { RegisteredGenes } from './registered-genes.ts';
import { resolveNarrowing } from './resolve-narrowing.ts';
import type { RegisteredGene, Seeing } from './seeing.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type SearchGenes = (viewer: Viewer, query: GeneQuery) => Promise<RecordList>;

type Needs = {
  store: SqliteStore;
  people: People;
  reference: ReferenceData;
  ontologies: Ontologies;
  seeing: Seeing;
  genes: RegisteredGenes;
};

type Hit = { registered: RegisteredGene; gene: GeneKey & { tier: string }; owner: UserKey };

const REGISTERED = `
SELECT user_id, tier, privacy_level FROM user_gene WHERE gene_id = ? AND tier IN (?, ?)
`;

/**
 * Makes the gene search of this registry.
 *
 * @throws RegistryError in the order of contract 2.7: `unknown-taxon-searched`, `empty-symbol`, `unknown-symbol`,
 *   `no-orthologs`, `ontology-lists-differ`, `unknown-ontologies`
 */
export function geneSearch({ store, people, reference, ontologies, seeing, genes }: Needs): SearchGenes {
  const registered = store.query<[number, Tier, PrivacyLevel | null]>(REGISTERED);

  return async (viewer, query) =>
    store.read(() => {
      const geneIds = genesSearched(query, reference);
      const narrowing = resolveNarrowing(query.narrowing, ontologies);
      const hits = geneIds.flatMap((geneId) => hitsOf(geneId, viewer, query.tiers, narrowing)).sort(compareHits);
      return genes.list(
        viewer,
        hits.map((hit) => hit.registered),
      );
    });

  function hitsOf(geneId: number, viewer: Viewer, tiers: ReadonlySet<Tier>, narrowing: ResolvedNarrowing): Hit[] {
    const [tier = null, otherTier = tier] = tiers;
    const gene = reference.gene(geneId);
    const hits: Hit[] = [];
    for (const [userId, tierOfHit, ownLevel] of registered.all(geneId, tier, otherTier)) {
      const person = people.person(userId);
      const sight = person ? seeing.ofGene(viewer, person, ownLevel) : 'hidden';
      // Filters look at the person even where she is shown anonymously: a gene search tells of her that she exists anyway.
      if (!person || sight === 'hidden' || !passes(person, narrowing)) continue;
      hits.push({
        registered: { userId, geneId, tier: tierOfHit, ownLevel },
        gene: geneKey(gene, tierOfHit),
        owner: seeing.key(person, sight),
      });
    }
    return hits;
  }
}

/** The gene asked for and its orthologs, as far as `orthologTaxonId` lets them count (contract 3.6). */
function genesSearched({ symbol, taxonId, orthologTaxonId }: GeneQuery, reference: ReferenceData): number[] {
  if (reference.taxon(taxonId) === undefined) throw new RegistryError('unknown-taxon-searched', { taxonId });
  if (symbol === '') throw new RegistryError('empty-symbol');
  const own = reference.geneIdsBySymbol(taxonId, symbol);
  if (own.length === 0) throw new RegistryError('unknown-symbol', { symbol });
  // An unknown taxon is as good as none: all taxa are searched (quirk 12).
  const orthologTaxon = orthologTaxonId === undefined ? undefined : reference.taxon(orthologTaxonId);
  const orthologs = own.flatMap((geneId) => reference.orthologIds(geneId, orthologTaxon?.id));
  if (orthologTaxon === undefined || orthologTaxon.id === taxonId) return [...new Set([...own, ...orthologs])];
  if (orthologs.length === 0) throw new RegistryError('no-orthologs');
  return [...new Set(orthologs)];
}

function geneKey({ facts, taxonOrdering }: Gene, tier: Tier) {
  const { geneId, symbol, taxon } = facts;
  return { geneId, symbol, tier, taxonOrdering, taxonCommonName: taxon.commonName };
}

function compareHits(a: Hit, b: Hit): number {
  return compareGenes(a.gene, b.gene) || compareUsers(a.owner, b.owner);
}
