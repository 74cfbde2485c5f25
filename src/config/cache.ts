/** Checks which keys of the shared cache may be set together. */

const URL_KEY = 'cache.url';
const SECRET_KEY = 'cache.key';

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function cacheProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  if (values.has(URL_KEY) === values.has(SECRET_KEY)) return [];
  const [given, missing] = values.has(URL_KEY) ? [URL_KEY, SECRET_KEY] : [SECRET_KEY, URL_KEY];
  return [`${given} is set, but must be set together with ${missing} or not at all.`];
}
