/** Names the settings that a registry answers with. A caller with a cached answer asks again after one of them has changed. */

import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';

type Settings = {
  /**
   * All keys below `app` count, so that no key that decides on answers can be forgotten. A key without influence only
   * costs a new answer. The other keys belong to one instance, such as its port and its files. Instances of one
   * registry need equal names, because a cursor of one instance is read at another.
   */
  config: Pick<Config, 'app'>;
  /** The public address of this registry. */
  host: string;
  /** The product and its version, which may answer in another way. */
  implementation: string;
};

const CHARACTERS = 11;
/** What may be replaced while the program runs, and so differs from the settings of the start. */
const REPLACED: ReadonlySet<string> = new Set(['partners', 'authTokens', 'searchToken']);

/**
 * Returns a name of the settings, equal for equal ones: 11 characters of base64url. Because of the key, nobody can
 * guess the secrets among the settings from it.
 *
 * @param key 32 bytes; the same on all instances of the registry
 */
export function settingsTag({ config, host, implementation }: Settings, key: Uint8Array): string {
  const fixed = (name: string, value: unknown) => (REPLACED.has(name) ? undefined : value);
  const text = JSON.stringify({ app: config.app, host, implementation }, fixed);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, CHARACTERS);
}
