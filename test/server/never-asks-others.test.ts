/** The registry API answers from its own data only, so partners that ask each other can never loop. */

import nock from 'nock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordedPath } from '../contract/recorded-cases.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const asked: string[] = [];
const noteAsked = (request: Request) => void asked.push(new URL(request.url).hostname);

beforeEach(() => {
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');
  nock.emitter.on('no match', noteAsked);
});

afterEach(() => {
  nock.emitter.off('no match', noteAsked);
  nock.enableNetConnect();
  nock.restore();
});

test('the registry API asks nobody else, whatever is asked of it', async () => {
  await using registry = await startTestRegistry({
    snapshot: recordedPath('alpha.snapshot.json.gz'),
    settings: {
      APP_SITE_HOST: 'https://alpha.example.org',
      APP_SITE_MAINSITE: 'http://main.example.org',
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'remote-token-alpha',
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    },
  });
  const paths = [
    '/api',
    '/api/stats',
    '/api/users?size=2000',
    '/api/genes?size=2000',
    '/api/genes/search?symbol=BRCA1&taxonId=9606',
    '/api/users/search?descriptionLike=',
    '/api/users/19',
    '/api/ontologies/mondo/terms',
    '/docs/',
  ];
  for (const path of paths) {
    for (const token of [undefined, 'admin-token-alpha', 'remote-token-alpha']) {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const response = await registry.get(path, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      await response.arrayBuffer();
    }
  }
  expect(asked.filter((host) => host !== '127.0.0.1')).toEqual([]);
  // So that this cannot pass without looking: somebody else who is asked is seen.
  await expect(fetch('https://partner.example.org/api')).rejects.toThrow();
  expect(asked).toContain('partner.example.org');
});
