/**
 * The federated routes as methods. A question goes to every registry of the network, and the answer has a state for
 * each.
 */

import type { AccessForm, AccessReceipt } from '../domain/contact/access-form.ts';
import type { Facet } from '../domain/people/facets.ts';
import type { RecordForm } from '../domain/record/row.ts';
import type {
  AnswerLine,
  AnyFederatedUser,
  Coverage,
  CoverageOfOrigin,
  Description,
  FederatedGene,
  FederatedGeneRow,
  FederatedPage,
  FederatedStats,
  FederatedStatsAnswer,
  FederatedTerm,
  FederatedTermsAnswer,
  FederatedUser,
  FederatedUserRow,
  GeneList,
  GeneListAnswer,
  GeneListLine,
  PartnerInfo,
  PartnerStatus,
  Resolution,
  SearchCount,
  WithNotice,
} from './answers.ts';
import { type CallOptions, type FetchJson, ownError, segment } from './fetch-json.ts';
import {
  append,
  appendSet,
  type FederatedGeneSearch,
  geneSearchParams,
  type PageOption,
  refuseUnknown,
  type UserSearch,
  userSearchParams,
} from './questions.ts';
import { termIdsParams } from './registry-api.ts';

/** Keys of the registries to ask; all of them if omitted. An empty list is refused. */
type OriginsOption = { origins?: readonly string[] | undefined };
type OriginsCall = OriginsOption & CallOptions;
/** A cursor includes page and size. In a listing, `page` and `size` apply to each origin. */
type PageOrCursor = (PageOption & { cursor?: undefined }) | { cursor: string; page?: undefined; size?: undefined };
type PagesCall = OriginsCall & PageOrCursor;
/** Whole records, or with `row` only the members that a list shows. */
type FieldsOption<Form extends RecordForm> = { fields?: Form | undefined };
type GeneIn<Form extends RecordForm> = Form extends 'row' ? FederatedGeneRow : FederatedGene;
type UserIn<Form extends RecordForm> = Form extends 'row' ? FederatedUserRow : AnyFederatedUser;
/** The facets to count over the whole answer. */
type FacetsOption = { facets?: readonly Facet[] | undefined };
type CountCall = OriginsCall & FacetsOption;
/** The key of the registry that holds the record. */
type OriginCall = CallOptions & { origin: string };

/** The default language is English. */
export type AccessRequestSent = { anonymousId: string } & Pick<AccessForm, 'name' | 'contact' | 'reason'> &
  Partial<Pick<AccessForm, 'organisation' | 'language'>>;
export type { AccessReceipt };

type Lines<Content> = AsyncIterable<AnswerLine<Content>>;
export type FederatedApi = ReturnType<typeof federatedApi>;

/**
 * Every method rejects with a ClientError, or with the reason of its signal. A streaming method sends its request when
 * it is read, but throws at once if the question is invalid. A caller who stops reading cancels the request.
 */
export function federatedApi({ json, lines, linesOf }: FetchJson) {
  /**
   * Returns how the caller's registry works as a partner there. It needs a search token that is tied to that registry,
   * and fails with 404 otherwise.
   */
  const partnerStatus = (options?: CallOptions): Promise<PartnerStatus> =>
    json('/api/federated/partners/me', undefined, options);

  return {
    searchGenes: async <Form extends RecordForm = 'record'>(
      search: FederatedGeneSearch,
      options?: PagesCall & FieldsOption<Form> & FacetsOption,
    ): Promise<FederatedPage<GeneIn<Form>>> =>
      json('/api/federated/genes/search', pageParams(geneSearchParams(search), options), options),
    /**
     * Counts the records and people that a search finds, without requesting the records. An older registry refuses with
     * `unknown-parameter`; one that ignores unknown parameters makes the call reject with `unreadable`.
     */
    countGenes: async (search: FederatedGeneSearch, options?: CountCall): Promise<SearchCount> =>
      onlyCounted(await json('/api/federated/genes/search', countParams(geneSearchParams(search), options), options)),
    /** Streams all records, registry by registry, in order of arrival. */
    streamGenes: <Form extends RecordForm = 'record'>(
      search: FederatedGeneSearch,
      options?: OriginsCall & FieldsOption<Form>,
    ): Lines<GeneIn<Form>> =>
      lines('/api/federated/genes/search', originsParams(geneSearchParams(search), options), options),
    searchUsers: <Form extends RecordForm = 'record'>(
      search: UserSearch,
      options?: PagesCall & FieldsOption<Form> & FacetsOption,
    ): Promise<FederatedPage<UserIn<Form>>> =>
      json('/api/federated/users/search', pageParams(userSearchParams(search), options), options),
    /** Counts people, as `countGenes` does. */
    countUsers: async (search: UserSearch, options?: CountCall): Promise<SearchCount> =>
      onlyCounted(await json('/api/federated/users/search', countParams(userSearchParams(search), options), options)),
    /** Streams all records, registry by registry, in order of arrival. */
    streamUsers: <Form extends RecordForm = 'record'>(
      search: UserSearch,
      options?: OriginsCall & FieldsOption<Form>,
    ): Lines<UserIn<Form>> =>
      lines('/api/federated/users/search', originsParams(userSearchParams(search), options), options),

    /**
     * Yields every page of a search or a listing: `allPages((page) => registry.federated.searchGenes(search, page), {
     * size: 50 })`. It ends when no registry that answers has more. Failures are not retried: if a registry failed, the
     * last page says so, and has a `retryCursor`.
     */
    async *allPages<Page extends { cursor: string | null }>(
      ask: (options: PagesCall) => Promise<Page>,
      { signal, origins, ...first }: PagesCall = {},
    ): AsyncGenerator<Page, void> {
      let page = await ask({ ...first, signal, origins });
      yield page;
      while (page.cursor !== null) {
        page = await ask({ cursor: page.cursor, signal, origins });
        yield page;
      }
    },

    /** Returns one page from each registry that has more. */
    listGenes: async (options?: PagesCall): Promise<FederatedPage<FederatedGene>> =>
      json('/api/federated/genes', pageParams(new URLSearchParams(), options), options),
    streamGeneList: (options?: PagesCall): Lines<FederatedGene> =>
      lines('/api/federated/genes', pageParams(new URLSearchParams(), options), options),
    /** Returns one page from each registry that has more. */
    listUsers: async (options?: PagesCall): Promise<FederatedPage<AnyFederatedUser>> =>
      json('/api/federated/users', pageParams(new URLSearchParams(), options), options),
    streamUserList: (options?: PagesCall): Lines<AnyFederatedUser> =>
      lines('/api/federated/users', pageParams(new URLSearchParams(), options), options),

    /** Returns one researcher of one registry, as far as the caller may see them there. */
    user: async (userId: number, options: OriginCall): Promise<WithNotice<FederatedUser>> =>
      json(`/api/federated/users/${segment(userId)}`, originParams(options), options),
    userByAnonymousId: async (anonymousId: string, options: OriginCall): Promise<WithNotice<AnyFederatedUser>> =>
      json(`/api/federated/users/by-anonymous-id/${segment(anonymousId)}`, originParams(options), options),
    geneByAnonymousId: async (anonymousId: string, options: OriginCall): Promise<WithNotice<FederatedGene>> =>
      json(`/api/federated/genes/by-anonymous-id/${segment(anonymousId)}`, originParams(options), options),

    stats: async (options?: OriginsCall): Promise<FederatedStatsAnswer> =>
      json('/api/federated/stats', originsParams(new URLSearchParams(), options), options),
    streamStats: (options?: OriginsCall): Lines<FederatedStats> =>
      lines('/api/federated/stats', originsParams(new URLSearchParams(), options), options),

    /** Returns which registries have each of these terms. */
    terms: async (
      ontologyName: string,
      termIds: readonly string[],
      options?: OriginsCall,
    ): Promise<FederatedTermsAnswer> =>
      json(termsPath(ontologyName), originsParams(termIdsParams(termIds), options), options),
    streamTerms: (ontologyName: string, termIds: readonly string[], options?: OriginsCall): Lines<FederatedTerm> =>
      lines(termsPath(ontologyName), originsParams(termIdsParams(termIds), options), options),

    /** Counts the registrations of a gene and its orthologs in each registry. */
    coverage: async (gene: { symbol: string; taxonId: number }, options?: OriginsCall): Promise<Coverage> =>
      json('/api/federated/genes/coverage', originsParams(geneSearchParams(gene), options), options),
    streamCoverage: (gene: { symbol: string; taxonId: number }, options?: OriginsCall): Lines<CoverageOfOrigin> =>
      lines('/api/federated/genes/coverage', originsParams(geneSearchParams(gene), options), options),

    /**
     * Counts the people who work on each gene of a list, and with `fields` returns them, too. The list is sent in the
     * body, because it may identify a patient.
     */
    searchBatch: async (list: GeneList, options?: OriginsCall & FieldsOption<'row'>): Promise<GeneListAnswer> =>
      json(BATCH, undefined, { ...options, body: listBody(list, options) }),
    /** Streams the cells of the same answer, as registries answer. */
    streamBatch: (list: GeneList, options?: OriginsCall & FieldsOption<'row'>): AsyncIterable<GeneListLine> =>
      linesOf<GeneListLine>(BATCH, { ...options, body: listBody(list, options) }),

    /** Requests access to an anonymised record of the registry that is asked. The owner of the address in `contact` must confirm it first. */
    requestAccess: async (request: AccessRequestSent, options?: CallOptions): Promise<AccessReceipt> =>
      json('/api/federated/access-requests', undefined, { ...options, body: request }),

    /** Returns what a text may mean, by the reference data of the registry that is asked; no other registry is asked, and no people are searched. */
    resolve: async (text: string, options?: CallOptions & { limit?: number | undefined }): Promise<Resolution> =>
      json('/api/federated/resolve', resolveParams(text, options), options),

    /** Returns the state of each partner; only administrators see `details`. */
    partners: (options?: CallOptions): Promise<{ partners: PartnerInfo[] }> =>
      json('/api/federated/partners', undefined, options),
    partnerStatus,
    /** @deprecated Its name is `partnerStatus`. */
    lookingGlass: partnerStatus,
    /** Returns the OpenAPI document of these routes. */
    description: (options?: CallOptions): Promise<Description> => json('/api/federated', undefined, options),
  };
}

const BATCH = '/api/federated/genes/search-batch';

function listBody(list: GeneList, options: OriginsCall & FieldsOption<'row'> = {}): object {
  refuseUnknown(list, ['genes', 'text']);
  refuseUnknown(options, ['origins', 'fields', 'signal']);
  const { origins, fields } = options;
  // JSON omits what is undefined.
  return { ...list, origins, fields };
}

function termsPath(ontologyName: string): string {
  return `/api/federated/ontologies/${segment(ontologyName)}/terms`;
}

function resolveParams(text: string, options: CallOptions & { limit?: number | undefined } = {}): URLSearchParams {
  refuseUnknown(options, ['limit', 'signal']);
  const { limit } = options;
  const params = new URLSearchParams({ text });
  append(params, 'limit', limit);
  return params;
}

function originsParams(params: URLSearchParams, options: OriginsCall & FieldsOption<RecordForm> = {}): URLSearchParams {
  refuseUnknown(options, ['origins', 'fields', 'signal']);
  const { origins, fields } = options;
  appendSet(params, 'origins', origins);
  append(params, 'fields', fields);
  return params;
}

function pageParams(
  params: URLSearchParams,
  { page, size, cursor, facets, ...call }: PagesCall & FieldsOption<RecordForm> & FacetsOption = {},
): URLSearchParams {
  appendSet(params, 'facets', facets);
  append(params, 'page', page);
  append(params, 'size', size);
  append(params, 'cursor', cursor);
  return originsParams(params, call);
}

function countParams(params: URLSearchParams, { facets, ...call }: CountCall = {}): URLSearchParams {
  append(params, 'granularity', 'count');
  appendSet(params, 'facets', facets);
  return originsParams(params, call);
}

/**
 * Refuses records in place of a count, which a registry returns if it ignores the parameter.
 *
 * @throws ClientError `unreadable`
 */
function onlyCounted(answer: SearchCount | { content: unknown }): SearchCount {
  if (!('content' in answer)) return answer;
  throw ownError(
    'unreadable',
    'The registry answered records in place of a count: its version does not know granularity.',
  );
}

function originParams(options: OriginCall): URLSearchParams {
  refuseUnknown(options, ['origin', 'signal']);
  const { origin } = options;
  return new URLSearchParams({ origin });
}
