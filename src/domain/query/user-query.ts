/**
 * Reads the question of a search for researchers from parameters, and writes it as parameters (rdp-protocol 2.4, 2.6);
 * tells what the asking software can show.
 */

import { phrase, RegistryError } from '../errors.ts';
import { appendFilters, type Filters, parseFilters } from './filters.ts';
import { booleanParameter, missing, textParameter } from './parameters.ts';

/** At least one of the two conditions is defined; with both, a researcher must meet both. */
export type UserQuery = {
  name:
    | {
        like: string;
        prefix: boolean;
        /** Whether this registry looks for every form in which the name is written (`../spelling.ts`); a parameter of no API. */
        isInEveryForm?: boolean;
      }
    | undefined;
  descriptionLike: string | undefined;
  filters: Filters;
};

/**
 * Reads a search for researchers: by name, by description, or by both. With a name alone `prefix` is required; with a
 * description it is false by default.
 *
 * @throws RegistryError `search-mode-missing`, `parameter-missing`, `parameter-invalid`
 */
export function parseUserQuery(params: URLSearchParams): UserQuery {
  const nameLike = textParameter(params, 'nameLike');
  const descriptionLike = textParameter(params, 'descriptionLike');
  if (nameLike === undefined && descriptionLike === undefined) throw new RegistryError('search-mode-missing');
  const name = nameLike === undefined ? undefined : { like: nameLike, prefix: parsePrefix(params, descriptionLike) };
  return { name, descriptionLike, filters: parseFilters(params) };
}

function parsePrefix(params: URLSearchParams, descriptionLike: string | undefined): boolean {
  if (descriptionLike !== undefined && !params.has('prefix')) return false;
  const prefix = booleanParameter(params, 'prefix');
  if (prefix === undefined) {
    throw missing('prefix', phrase('says-how-names-match'));
  }
  return prefix;
}

/** Writes the parameters; the inverse of {@link parseUserQuery}. */
export function userQueryParams(query: UserQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.name !== undefined) {
    params.append('nameLike', query.name.like);
    params.append('prefix', String(query.name.prefix));
  }
  if (query.descriptionLike !== undefined) params.append('descriptionLike', query.descriptionLike);
  appendFilters(params, query.filters);
  return params;
}

/**
 * Whether the asker can show anonymised users in a search. RDP up to 1.5 cannot: it makes a link of the missing id
 * (rdp-protocol 7.9 #13). It sends `rdp/1.5.10` since 1.5.7, `Java/…` before, and `Apache-HttpClient/… (Java/…)` up to 1.3
 * (rdp-protocol 11.3). An asker without the header gets only records that every partner can read.
 */
export function canShowAnonymisedUsers(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent.trim() === '') return false;
  return !/^(rdp\/1\.[0-5]\b|Java\/|Apache-HttpClient\/)/.test(userAgent);
}
