/** The registry API as methods: what one registry holds, without asking its partners (design 3). */

import { type CallOptions, type FetchJson, segment } from './ask.ts';
import {
  append,
  appendSet,
  type GeneSearch,
  geneSearchParams,
  type PageAsked,
  type SortAsked,
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

type PageAsking = PageAsked & CallOptions;
type ListAsking = PageAsking & SortAsked;
export type RegistryApi = ReturnType<typeof registryApi>;

/** Every method rejects with a ClientError, or with the reason of its signal. */
export function registryApi({ json }: FetchJson) {
  return {
    /** Who registered this gene, or a counterpart of it in another organism: all of them. */
    searchGenes: (search: GeneSearch, asking?: CallOptions): Promise<UserGene[]> =>
      json('/api/genes/search', geneSearchParams(search), asking),
    /** The same, page by page. */
    searchGenesPage: (search: GeneSearch, asking?: PageAsking): Promise<Page<UserGene>> =>
      json('/api/genes/search', searchPageParams(geneSearchParams(search), asking), asking),
    listGenes: (asking?: ListAsking): Promise<Page<UserGene>> => json('/api/genes', listParams(asking), asking),
    /** What an anonymised gene stands for: in full where the caller may read it, else anonymised again. */
    geneByAnonymousId: async (anonymousId: string, asking?: CallOptions): Promise<UserGene> =>
      json(`/api/genes/by-anonymous-id/${segment(anonymousId)}`, undefined, asking),

    /** Researchers by name, by description, or by both: all of them. */
    searchUsers: (search: UserSearch, asking?: CallOptions): Promise<AnyUser[]> =>
      json('/api/users/search', userSearchParams(search), asking),
    /** The same, page by page. */
    searchUsersPage: (search: UserSearch, asking?: PageAsking): Promise<Page<AnyUser>> =>
      json('/api/users/search', searchPageParams(userSearchParams(search), asking), asking),
    listUsers: (asking?: ListAsking): Promise<Page<AnyUser>> => json('/api/users', listParams(asking), asking),
    /** One researcher, in full or not at all. */
    user: async (userId: number, asking?: CallOptions): Promise<User> =>
      json(`/api/users/${segment(userId)}`, undefined, asking),
    /** Whom an anonymised record stands for: in full where the caller may read it, else anonymised again. */
    userByAnonymousId: async (anonymousId: string, asking?: CallOptions): Promise<AnyUser> =>
      json(`/api/users/by-anonymous-id/${segment(anonymousId)}`, undefined, asking),

    ontologies: (asking?: CallOptions): Promise<OntologyRecord[]> => json('/api/ontologies', undefined, asking),
    /** All active terms of an ontology, page by page. */
    terms: async (ontologyName: string, asking?: ListAsking): Promise<Page<Term>> =>
      json(termsPath(ontologyName), listParams(asking), asking),
    /** The terms named, as far as they exist. */
    termsById: async (ontologyName: string, termIds: readonly string[], asking?: CallOptions): Promise<Term[]> =>
      json(termsPath(ontologyName), termIdsParams(termIds), asking),
    term: async (ontologyName: string, termId: string, asking?: CallOptions): Promise<Term> =>
      json(`${termsPath(ontologyName)}/${segment(termId)}`, undefined, asking),

    taxon: async (taxonId: number, asking?: CallOptions): Promise<TaxonRecord> =>
      json(`/api/taxa/${segment(taxonId)}`, undefined, asking),
    stats: (asking?: CallOptions): Promise<Stats> => json('/api/stats', undefined, asking),
    /** @deprecated the same as `stats`, under its former names */
    legacyStats: (asking?: CallOptions): Promise<LegacyStats> => json('/stats', undefined, asking),
    /** The OpenAPI document of these routes. */
    description: (asking?: CallOptions): Promise<Description> => json('/api', undefined, asking),
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

function listParams({ page, size, sort }: ListAsking = {}): URLSearchParams {
  const params = new URLSearchParams();
  append(params, 'page', page);
  append(params, 'size', size);
  for (const order of sort ?? []) params.append('sort', order);
  return params;
}

/** A search answers in pages only when it is asked for one. */
function searchPageParams(params: URLSearchParams, { page = 0, size }: PageAsking = {}): URLSearchParams {
  append(params, 'page', page);
  append(params, 'size', size);
  return params;
}
