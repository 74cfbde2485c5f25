/** The registry API as methods: what one registry holds, without asking its partners (docs/api.md). */

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
} from './records.ts';

type PageCall = PageOption & CallOptions;
type ListCall = PageCall & SortOption;
export type RegistryApi = ReturnType<typeof registryApi>;

/** Every method rejects with a ClientError, or with the reason of its signal. */
export function registryApi({ json }: FetchJson) {
  return {
    /** Who registered this gene, or a counterpart of it in another organism: all of them. */
    searchGenes: async (search: GeneSearch, options?: CallOptions): Promise<UserGene[]> =>
      json('/api/genes/search', geneSearchParams(search), options),
    /** The same, page by page. */
    searchGenesPage: async (search: GeneSearch, options?: PageCall): Promise<Page<UserGene>> =>
      json('/api/genes/search', searchPageParams(geneSearchParams(search), options), options),
    listGenes: async (options?: ListCall): Promise<Page<UserGene>> => json('/api/genes', listParams(options), options),
    /** What an anonymised gene stands for: in full where the caller may read it, else anonymised again. */
    geneByAnonymousId: async (anonymousId: string, options?: CallOptions): Promise<UserGene> =>
      json(`/api/genes/by-anonymous-id/${segment(anonymousId)}`, undefined, options),

    /** Researchers by name, by description, or by both: all of them. */
    searchUsers: async (search: UserSearch, options?: CallOptions): Promise<AnyUser[]> =>
      json('/api/users/search', userSearchParams(search), options),
    /** The same, page by page. */
    searchUsersPage: async (search: UserSearch, options?: PageCall): Promise<Page<AnyUser>> =>
      json('/api/users/search', searchPageParams(userSearchParams(search), options), options),
    listUsers: async (options?: ListCall): Promise<Page<AnyUser>> => json('/api/users', listParams(options), options),
    /** One researcher, in full or not at all. */
    user: async (userId: number, options?: CallOptions): Promise<User> =>
      json(`/api/users/${segment(userId)}`, undefined, options),
    /** Whom an anonymised record stands for: in full where the caller may read it, else anonymised again. */
    userByAnonymousId: async (anonymousId: string, options?: CallOptions): Promise<AnyUser> =>
      json(`/api/users/by-anonymous-id/${segment(anonymousId)}`, undefined, options),

    ontologies: (options?: CallOptions): Promise<OntologyRecord[]> => json('/api/ontologies', undefined, options),
    /** All active terms of an ontology, page by page. */
    terms: async (ontologyName: string, options?: ListCall): Promise<Page<Term>> =>
      json(termsPath(ontologyName), listParams(options), options),
    /** The terms named, as far as they exist. */
    termsById: async (ontologyName: string, termIds: readonly string[], options?: CallOptions): Promise<Term[]> =>
      json(termsPath(ontologyName), termIdsParams(termIds), options),
    term: async (ontologyName: string, termId: string, options?: CallOptions): Promise<Term> =>
      json(`${termsPath(ontologyName)}/${segment(termId)}`, undefined, options),

    taxon: async (taxonId: number, options?: CallOptions): Promise<TaxonRecord> =>
      json(`/api/taxa/${segment(taxonId)}`, undefined, options),
    stats: (options?: CallOptions): Promise<Stats> => json('/api/stats', undefined, options),
    /** @deprecated the same as `stats`, under its former names */
    legacyStats: (options?: CallOptions): Promise<LegacyStats> => json('/stats', undefined, options),
    /** The name of what the public may see: another one where any of that has changed. It is compared for equality only. */
    publicView: (options?: CallOptions): Promise<{ name: string }> => json('/api/public-view', undefined, options),
    /** The OpenAPI document of these routes. */
    description: (options?: CallOptions): Promise<Description> => json('/api', undefined, options),
  };
}

function termsPath(ontologyName: string): string {
  return `/api/ontologies/${segment(ontologyName)}/terms`;
}

/** The ids of terms that are asked for; none of them answers an empty list. */
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

/** A search answers in pages only when it is asked for one. */
function searchPageParams(params: URLSearchParams, { page = 0, size }: PageCall = {}): URLSearchParams {
  append(params, 'page', page);
  append(params, 'size', size);
  return params;
}
