/** Names the settings that a registry answers with, so that whoever kept an answer asks again after any of them has changed. */

import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';

type Settings = {
  /** All of it counts: a key that decides what an answer holds cannot be forgotten here, and others only cost a new answer. */
  config: Config;
  /** The public address of this registry. */
  host: string;
  /** The product and its version, which may answer in another way. */
  implementation: string;
};

const CHARACTERS = 11;

/**
 * Returns a name of the settings, equal for equal ones: 11 characters of base64url. The key keeps secrets among the settings
 * from being guessed by it.
 *
 * @param key 32 bytes; the same on all instances of the registry
 */
export function settingsTag(settings: Settings, key: Uint8Array): string {
  return createHmac('sha256', key).update(JSON.stringify(settings)).digest('base64url').slice(0, CHARACTERS);
}
