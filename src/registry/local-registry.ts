/** This registry's own data, as answers to the questions of the registry API. */

import { anonymizedUserName } from '../domain/anonymize.ts';
import { RegistryError } from '../domain/errors.ts';
import type { ResolveGene } from '../domain/gene-names.ts';
import type { Signature } from '../domain/model.ts';
import type { TaxonRecord } from '../domain/records.ts';
import { type AccessRequests, accessRequests } from './access-requests.ts';
import { type Accounts, accounts } from './accounts.ts';
import { anonymousIds } from './anonymous-ids.ts';
import { audiences } from './audiences.ts';
import { type FoundCache, rememberFound } from './found.ts';
import { type ListPage, listings } from './listings.ts';
import { type Lookups, lookups } from './lookups.ts';
import { meta } from './meta.ts';
import { ontologies } from './ontologies.ts';
import { orderKeys } from './order-keys.ts';
import { people } from './people.ts';
import { perGeneration } from './per-generation.ts';
import { type RecordCache, recordMaker } from './record-bytes.ts';
import { referenceData, type Taxon } from './reference.ts';
import { resolveGene } from './resolve-gene.ts';
import { type SearchChoices, searchChoices } from './search-choices.ts';
import { geneSearch, type SearchGenes } from './search-genes.ts';
import { type SearchUsers, userSearch } from './search-users.ts';
import { seeing } from './seeing.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { countStats, type RegistryStats } from './stats.ts';
import { type SuggestGenes, suggestGenes } from './suggest-genes.ts';
import { type SuggestTerms, suggestTerms, type TermsCalled, termsCalled } from './suggest-terms.ts';
import { type Terms, terms } from './terms.ts';

export type LocalRegistry = {
  searchGenes: SearchGenes;
  searchUsers: SearchUsers;
  listUsers: ListPage;
  listGenes: ListPage;
  lookups: Lookups;
  terms: Terms;
  accounts: Accounts;
  /** Active or not. @throws RegistryError `unknown-taxon` */
  taxon(taxonId: number): Promise<TaxonRecord>;
  /** The active organisms, in the registry's order. */
  activeTaxa(): Promise<readonly Taxon[]>;
  /** Where an organism stands in this registry's order; null for one that it does not know or order. */
  taxonOrdering(taxonId: number): number | null;
  resolveGene: ResolveGene;
  /** What a search can be made of. */
  searchChoices(): Promise<SearchChoices>;
  suggestGenes: SuggestGenes;
  suggestTerms: SuggestTerms;
  termsCalled: TermsCalled;
  accessRequests: AccessRequests;
  /** The same object until the data change. */
  stats(): Promise<RegistryStats & { version: string }>;
  /** Names the data as they are now; changes with every import. */
  generation(): Promise<string>;
  /** Whether there is anything to answer from. */
  isEmpty(): Promise<boolean>;
};

type Options = {
  store: SqliteStore;
  /** Room for ready-made records. */
  cache: RecordCache;
  /** Room for what was found. */
  found: FoundCache;
  signature: Signature;
  anonymises: boolean;
  /** `{0}` stands for the short name. */
  anonymizedUserName: string;
  /** 32 bytes. */
  anonymousIdKey: Uint8Array;
  anonymousIdLifetimeMinutes: number;
  acceptedSearchTokens: readonly string[];
  /** Undefined: the account that the snapshot names. */
  remoteSearchUserId: number | undefined;
  /** The version that statistics tell. */
  apiVersion: string;
  now: () => Date;
};

/** Puts the parts of the local registry together; each part is a file of this folder. */
export function localRegistry(options: Options): LocalRegistry {
  const { store, cache, signature, anonymises, acceptedSearchTokens, now } = options;
  const about = meta(store);
  const snapshotRemoteUserId = perGeneration(store, about.remoteSearchUserId);
  const remoteSearchUserId = () => options.remoteSearchUserId ?? snapshotRemoteUserId();
  const anonymizedName = anonymizedUserName(options.anonymizedUserName, signature.origin);

  const ids = anonymousIds({
    key: options.anonymousIdKey,
    lifetimeMinutes: options.anonymousIdLifetimeMinutes,
    now,
  });
  const persons = people(store, remoteSearchUserId);
  const reference = referenceData(store);
  const vocabularies = ontologies(store, signature);
  const records = recordMaker({
    store,
    cache,
    reference,
    ontologies: vocabularies,
    anonymousIds: ids,
    signature,
    anonymizedName,
  });
  const sight = seeing({ people: persons, records, anonymousIds: ids, anonymizedName, anonymises });
  const remember = rememberFound(store, options.found);
  const keys = orderKeys({ people: persons, reference, seeing: sight });
  const search = {
    store,
    people: persons,
    reference,
    ontologies: vocabularies,
    seeing: sight,
    remember,
    orderKeys: keys,
  };
  const lists = listings({
    store,
    audiences: audiences({ store, remoteSearchUserId, anonymises }),
    seeing: sight,
    remember,
    orderKeys: keys,
  });
  const stats = perGeneration(store, () => ({ version: options.apiVersion, ...(about.stats() ?? countStats(store)) }));

  const choices = searchChoices(store);
  const singles = lookups({ store, people: persons, seeing: sight, anonymousIds: ids, anonymises });

  return {
    searchGenes: geneSearch(search),
    searchUsers: userSearch(search),
    listUsers: lists.users,
    listGenes: lists.genes,
    lookups: singles,
    accessRequests: accessRequests({ store, lookups: singles, anonymousIds: ids, now }),
    terms: terms(store, vocabularies, signature),
    accounts: accounts({ store, acceptedSearchTokens, remoteSearchUserId, now }),
    taxon: async (taxonId) =>
      store.read(() => {
        const taxon = reference.taxon(taxonId);
        if (taxon === undefined) throw new RegistryError('unknown-taxon', { taxonId });
        const { ordering: _, ...record } = taxon;
        return record;
      }),
    activeTaxa: async () => store.read(reference.activeTaxa),
    taxonOrdering: (taxonId) => store.read(() => reference.taxon(taxonId)?.ordering ?? null),
    resolveGene: resolveGene(store, reference),
    searchChoices: async () => store.read(choices),
    suggestGenes: suggestGenes(store, reference),
    suggestTerms: suggestTerms(store, vocabularies),
    termsCalled: termsCalled(store, vocabularies),
    stats: async () => store.read(stats),
    generation: async () => store.read(store.generation),
    isEmpty: async () => about.isEmpty(),
  };
}
