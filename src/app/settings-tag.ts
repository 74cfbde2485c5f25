/** Names the settings that a registry answers with, so that whoever kept an answer asks again after any of them has changed. */

import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';

type Settings = {
  /**
   * All that is below `app` counts: a key that decides what an answer holds cannot be forgotten here, and others only cost a
   * new answer. The other keys are those of one instance, such as its port and its files; instances of one registry have
   * equal names, as a cursor of one of them is followed at another.
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
 * Returns a name of the settings, equal for equal ones: 11 characters of base64url. The key keeps secrets among the settings
 * from being guessed by it.
 *
 * @param key 32 bytes; the same on all instances of the registry
 */
export function settingsTag({ config, host, implementation }: Settings, key: Uint8Array): string {
  const fixed = (name: string, value: unknown) => (REPLACED.has(name) ? undefined : value);
  const text = JSON.stringify({ app: config.app, host, implementation }, fixed);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, CHARACTERS);
}
