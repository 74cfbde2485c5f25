/** A search that is repeated for a feed or for messages: read from its parameters, and described in a sentence. */

import { RegistryError } from '../../domain/errors.ts';
import {
  ASKED,
  parseOrigins,
  parseSearchQuestion,
  type WholeSearchQuery,
} from '../../domain/federation/federated-query.ts';
import { namedSources } from '../../domain/federation/queried-sources.ts';
import { askedKey } from '../../domain/federation/query-key.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { refuseMisread } from '../../domain/query/parameters.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { ResultKind } from '../parts/choices.ts';
import { querySummary } from '../search/query-summary.ts';
import { type PageSearch, readSearch } from '../search/search-query.ts';
import type { AllWords } from '../words/words.ts';

export type SavedSearch = {
  search: PageSearch;
  query: WholeSearchQuery;
  /** The same for equal questions. */
  key: string;
};

/**
 * Reads the search. The address names its kind, so filters alone are a search for researchers.
 *
 * @throws RegistryError `search-criterion-missing`, and errors of parameters
 */
export function readSavedSearch(kind: ResultKind, params: URLSearchParams): SavedSearch {
  refuseMisread(params, ASKED[kind]);
  const named = kind === 'users' ? [...params, ['by', 'researcher']] : [...params];
  const search = readSearch(new URLSearchParams(named), kind);
  if (search.kind !== kind || search.submitted !== 'search') throw new RegistryError('search-criterion-missing');
  const question = parseSearchQuestion(kind, search.params);
  const origins = parseOrigins(search.params);
  const key = JSON.stringify([askedKey(question), question.taxonIds?.toSorted() ?? [], origins?.toSorted() ?? []]);
  return { search, query: { question, origins, form: 'row' }, key };
}

export type SentenceOptions = Pick<LocalRegistry, 'activeTaxa' | 'searchChoices'> & {
  /** Returns all origins in their order, now. */
  sources: () => readonly SourceAddress[];
};

/** Refuses a search of a registry that is not there, before anything of it is stored. @throws RegistryError `unknown-origin` */
export function refuseUnknownOrigins({ query }: SavedSearch, { sources }: Pick<SentenceOptions, 'sources'>): void {
  namedSources(sources(), query.origins);
}

/** Describes the search in one sentence. */
export async function searchSentence(words: AllWords, search: PageSearch, options: SentenceOptions): Promise<string> {
  const [taxa, { organs, ontologies }] = await Promise.all([options.activeTaxa(), options.searchChoices()]);
  const origins = options.sources().map(({ key, name }) => ({ key, name }));
  const choices = { taxa, organs, offersOrgans: true, ontologies, modes: [search.kind], origins };
  return querySummary(words, search, choices, new Map()).join(words.nextClause);
}
