/** The parameters of `/api/federated/resolve`. */

import { integerParameter, invalid, missing, textParameter } from '../query/parameters.ts';

/** `limit`: how many candidates are answered at most, of each of the two kinds. */
export type ResolveQuestion = { text: string; limit: number };

/** Room for a list of some dozen genes, and for the longest name of a disease. */
export const MOST_CHARACTERS = 500;
const DEFAULT_LIMIT = 10;
const MOST_CANDIDATES = 50;

/** @throws RegistryError `parameter-missing`, `parameter-invalid`, `parameter-too-long` */
export function parseResolveQuestion(params: URLSearchParams): ResolveQuestion {
  const text = textParameter(params, 'text', MOST_CHARACTERS) ?? '';
  if (text.trim() === '') throw missing('text', 'It is what somebody typed, for example text=KCNQ2.');
  const limit = integerParameter(params, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MOST_CANDIDATES) throw invalid('limit', String(limit), `1 to ${MOST_CANDIDATES}`);
  return { text, limit };
}
