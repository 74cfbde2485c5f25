/** The registry API as methods: the data of one registry, without those of its partners (docs/api.md). */

import type {
  AnyUser,
  Description,
  LegacyStats,
  OntologyRecord,
  Page,
  Stats,
  TaxonRecord,
  Term,
  User,
  UserGene,
} from './answers.ts';
import { type CallOptions, type FetchJson, segment } from './fetch-json.ts';
import {
  append,
  appendSet,
  type GeneSearch,
  geneSearchParams,
  type PageOption,
  refuseUnknown,
  type SortOption,
  type UserSearch,
  userSearchParams,
} from './questions.ts';

type PageCall = PageOption & CallOptions;
type ListCall = PageCall & SortOption;
export type RegistryApi = ReturnType<typeof registryApi>;

/** Every method rejects with a ClientError, or with the reason of its signal. */
export function registryApi({ json }: FetchJson) {
  return {
    /** Returns everyone who registered this gene, or an ortholog of it. */
    searchGenes: async (search: GeneSearch, options?: CallOptions): Promise<UserGene[]> =>
      json('/api/genes/search', geneSearchParams(search), options),
    /** Returns one page of the same. */
    searchGenesPage: async (search: GeneSearch, options?: PageCall): Promise<Page<UserGene>> =>
      json('/api/genes/search', searchPageParams(geneSearchParams(search), options), options),
    listGenes: async (options?: ListCall): Promise<Page<UserGene>> => json('/api/genes', listParams(options), options),
    /** Resolves the id of an anonymised gene: returns the full record if the caller may see it, and an anonymised one otherwise. */
    geneByAnonymousId: async (anonymousId: string, options?: CallOptions): Promise<UserGene> =>
      json(`/api/genes/by-anonymous-id/${segment(anonymousId)}`, undefined, options),

    /** Returns all researchers whose name, description, or both match. */
    searchUsers: async (search: UserSearch, options?: CallOptions): Promise<AnyUser[]> =>
      json('/api/users/search', userSearchParams(search), options),
    /** Returns one page of the same. */
    searchUsersPage: async (search: UserSearch, options?: PageCall): Promise<Page<AnyUser>> =>
      json('/api/users/search', searchPageParams(userSearchParams(search), options), options),
    listUsers: async (options?: ListCall): Promise<Page<AnyUser>> => json('/api/users', listParams(options), options),
    /** Returns one researcher with the full record, or rejects. */
    user: async (userId: number, options?: CallOptions): Promise<User> =>
      json(`/api/users/${segment(userId)}`, undefined, options),
    /** Resolves the id of an anonymised researcher: returns the full record if the caller may see it, and an anonymised one otherwise. */
    userByAnonymousId: async (anonymousId: string, options?: CallOptions): Promise<AnyUser> =>
      json(`/api/users/by-anonymous-id/${segment(anonymousId)}`, undefined, options),

    ontologies: (options?: CallOptions): Promise<OntologyRecord[]> => json('/api/ontologies', undefined, options),
    /** Returns one page of the active terms of an ontology. */
    terms: async (ontologyName: string, options?: ListCall): Promise<Page<Term>> =>
      json(termsPath(ontologyName), listParams(options), options),
    /** Returns those of the named terms that exist. */
    termsById: async (ontologyName: string, termIds: readonly string[], options?: CallOptions): Promise<Term[]> =>
      json(termsPath(ontologyName), termIdsParams(termIds), options),
    term: async (ontologyName: string, termId: string, options?: CallOptions): Promise<Term> =>
      json(`${termsPath(ontologyName)}/${segment(termId)}`, undefined, options),

    taxon: async (taxonId: number, options?: CallOptions): Promise<TaxonRecord> =>
      json(`/api/taxa/${segment(taxonId)}`, undefined, options),
    stats: (options?: CallOptions): Promise<Stats> => json('/api/stats', undefined, options),
    /** @deprecated returns the same as `stats`, with the member names of older versions */
    legacyStats: (options?: CallOptions): Promise<LegacyStats> => json('/stats', undefined, options),
    /** Returns a name for the public data. It changes when any of these data change; it can only be compared for equality. */
    publicView: (options?: CallOptions): Promise<{ name: string }> => json('/api/public-view', undefined, options),
    /** Returns the OpenAPI document of these routes. */
    description: (options?: CallOptions): Promise<Description> => json('/api', undefined, options),
  };
}

function termsPath(ontologyName: string): string {
  return `/api/ontologies/${segment(ontologyName)}/terms`;
}

/** Returns the parameters for the ids of terms; without ids the answer is an empty list. */
export function termIdsParams(termIds: readonly string[]): URLSearchParams {
  const params = new URLSearchParams();
  appendSet(params, 'ontologyTermIds', termIds);
  return params;
}

function listParams(options: ListCall = {}): URLSearchParams {
  refuseUnknown(options, ['page', 'size', 'sort', 'signal']);
  const { page, size, sort } = options;
  const params = new URLSearchParams();
  append(params, 'page', page);
  append(params, 'size', size);
  for (const order of sort ?? []) params.append('sort', order);
  return params;
}

/** Adds page parameters to a search, which returns everything without them. */
function searchPageParams(params: URLSearchParams, { page = 0, size }: PageCall = {}): URLSearchParams {
  append(params, 'page', page);
  append(params, 'size', size);
  return params;
}
