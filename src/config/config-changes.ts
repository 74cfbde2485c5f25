/** Compares two configurations, key by key. */

import { isDeepStrictEqual } from 'node:util';
import { type Config, memberName } from './config.ts';
import { configKeys } from './config-keys.ts';

const ISEARCH = 'app.settings.isearch';
/** Keys whose changes take effect while the program runs: partners, and the tokens that are accepted from them. */
const TAKEN_OVER: ReadonlySet<string> = new Set(
  ['apis', 'search-token', 'connect-timeout', 'read-timeout', 'partner-timeout', 'max-concurrency', 'auth-tokens'].map(
    (key) => `${ISEARCH}.${key}`,
  ),
);

/** Returns the keys that differ and take effect only at a restart, in the order of the schema. */
export function keysThatNeedRestart(before: Config, after: Config): readonly string[] {
  return configKeys
    .map(({ name }) => name)
    .filter((name) => !TAKEN_OVER.has(name) && !isDeepStrictEqual(valueAt(before, name), valueAt(after, name)));
}

function valueAt(config: Config, name: string): unknown {
  return name.split('.').reduce((at, key) => (at as Record<string, unknown>)[memberName(key)], config as unknown);
}
