/** The registry whose answers were recorded: its people cover every case of privacy, its accounts every kind of caller. */

import { fileURLToPath } from 'node:url';
import { startTestRegistry, type TestRegistry } from './start-registry.ts';

export const ALPHA_SNAPSHOT = fileURLToPath(new URL('../../contract/recorded/alpha.snapshot.json.gz', import.meta.url));

/** What administrators of partners come with, and what accounts here hold. */
export const TOKENS = {
  partner: 'remote-token-alpha',
  admin: 'admin-token-alpha',
  member: 'user-token-alpha',
  service: 'service-token-alpha',
  disabled: 'disabled-token-alpha',
  expired: 'expired-token-alpha',
} as const;

/** Whom it is and whom it takes tokens of. */
export const ALPHA_SETTINGS = {
  APP_SITE_SHORTNAME: 'AlphaNet',
  APP_SITE_HOST: 'https://alpha.example.org',
  APP_SETTINGS_ISEARCH_AUTH_TOKENS: TOKENS.partner,
  APP_SETTINGS_ISEARCH_USER_ID: '1',
};

/** Starts it; without anonymised search results unless `settings` switch them on. */
export function startAlpha(settings: Record<string, string> = {}): Promise<TestRegistry> {
  return startTestRegistry({ snapshot: ALPHA_SNAPSHOT, settings: { ...ALPHA_SETTINGS, ...settings } });
}

/** With one key, as the order of anonymised records is that of the key. */
export const ANONYMISING = {
  APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
  APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: '22'.repeat(32),
};
