/** Reads the question of a search for researchers from parameters, and writes it as parameters (rdp-protocol 2.4, 2.6). */

import { RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
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
