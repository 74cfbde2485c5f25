/** What the keys about the cache that instances have in common may be together. */

const URL_KEY = 'cache.url';
const SECRET_KEY = 'cache.key';

/** A sentence for every key that cannot be as it is beside the others. `values` are those of single keys, by name. */
export function cacheProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  if (values.has(URL_KEY) === values.has(SECRET_KEY)) return [];
  const [given, missing] = values.has(URL_KEY) ? [URL_KEY, SECRET_KEY] : [SECRET_KEY, URL_KEY];
  return [`${given} is set, but must be set together with ${missing} or not at all.`];
}
