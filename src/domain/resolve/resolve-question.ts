/** Reads the parameters of `/api/federated/resolve`. */

import { RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
import { integerParameter, invalid, missing, textParameter } from '../query/parameters.ts';

/** `limit`: the largest number of candidates in each of the two lists of an answer. */
export type ResolveQuestion = { text: string; limit: number };

/** Enough for a list of some dozen genes, and for the longest name of a disease. */
export const MOST_CHARACTERS = 500;
const DEFAULT_LIMIT = 10;
const MOST_CANDIDATES = 50;

/** @throws RegistryError `parameter-missing`, `parameter-invalid`, `parameter-too-long` */
export function parseResolveQuestion(params: URLSearchParams, mostCharacters = MOST_CHARACTERS): ResolveQuestion {
  const text = textParameter(params, 'text', mostCharacters) ?? '';
  if (text.trim() === '') throw missing('text', phrase('typed-by-somebody'));
  const limit = integerParameter(params, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MOST_CANDIDATES)
    throw invalid('limit', String(limit), phrase('from-to', { least: 1, most: MOST_CANDIDATES }));
  return { text, limit };
}

/** Enough for a table that a user pastes. */
const MOST_CHARACTERS_OF_BODY = 4000;

/**
 * Reads the same parameters from a body: `{"text":"KCNQ2","limit":10}`. No error message contains the text.
 *
 * @throws RegistryError `body-invalid`, `parameter-missing`, `parameter-invalid`, `parameter-too-long`
 */
export function parseResolveBody(body: unknown): ResolveQuestion {
  const { text, limit, ...others } = (body ?? {}) as { text?: unknown; limit?: unknown };
  const isSound = typeof text === 'string' && (limit === undefined || typeof limit === 'number');
  if (!isSound || Object.keys(others).length > 0) {
    throw new RegistryError('body-invalid', { allowed: phrase('json-in-utf-8') });
  }
  const params = new URLSearchParams(limit === undefined ? {} : { limit: String(limit) });
  if (text.trim() !== '') params.set('text', text);
  return parseResolveQuestion(params, MOST_CHARACTERS_OF_BODY);
}
