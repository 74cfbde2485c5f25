/** The OpenAPI document of the registry API and the code say the same: what is there, what is read and answered. */

import { afterAll, describe, expect, vi } from 'vitest';
import { description } from '../server/routes/openapi-reader.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { type DescribedApi, describedApi } from '../support/server/described-api.ts';
import { mountedPaths } from '../support/server/mounted-routes.ts';
import { type Answer, askRaw } from '../support/server/raw-http.ts';
import { test } from '../support/worlds.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';
const EVERY_FILTER =
  'researcherPositions=PRINCIPAL_INVESTIGATOR&researcherCategories=IN_VIVO&organUberonIds=UBERON:0000026' +
  '&ontologyNames=mondo&ontologyTermIds=MONDO:0000001';

/** Requests of every path that are answered with 200: without parameters, with, and in every mode it has. */
const ANSWERED: Record<string, string[]> = {
  '/api': ['/api'],
  '/api/stats': ['/api/stats'],
  '/api/public-view': ['/api/public-view'],
  '/stats': ['/stats'],
  '/api/taxa/{taxonId}': ['/api/taxa/9606', '/api/taxa/511145'],
  '/api/ontologies': ['/api/ontologies'],
  '/api/ontologies/{ontologyName}/terms': [
    '/api/ontologies/mondo/terms',
    '/api/ontologies/hp/terms?page=0&size=2&sort=name,desc',
    '/api/ontologies/empty/terms',
    '/api/ontologies/mondo/terms?ontologyTermIds=MONDO:0000001',
  ],
  '/api/ontologies/{ontologyName}/terms/{termId}': ['/api/ontologies/mondo/terms/MONDO:0000001'],
  '/api/users': ['/api/users', '/api/users?size=2000', '/api/users?page=1&size=3&sort=id,desc', '/api/users?page=99'],
  '/api/genes': ['/api/genes', '/api/genes?size=2000', '/api/genes?page=1&size=3&sort=id'],
  '/api/users/{userId}': ['/api/users/19', '/api/users/55', '/api/users/38', '/api/users/40', '/api/users/60'],
  '/api/users/search': [
    '/api/users/search?nameLike=&prefix=true',
    '/api/users/search?descriptionLike=e',
    '/api/users/search?descriptionLike=e&nameLike=a&page=0&size=5',
    `/api/users/search?nameLike=a&prefix=off&${EVERY_FILTER}`,
    '/api/users/search?descriptionLike=&researcherPosition=PRINCIPAL_INVESTIGATOR&researcherCategory=IN_VIVO',
  ],
  '/api/genes/search': [
    '/api/genes/search?symbol=BRCA1&taxonId=9606',
    '/api/genes/search?symbol=TP53&taxonId=9606&orthologTaxonId=10090&tiers=TIER1&size=3',
    `/api/genes/search?symbol=BRCA1&taxonId=9606&tier=ANY&${EVERY_FILTER}`,
    '/api/genes/search?symbol=BRCA1&taxonId=9606&researcherPosition=&researcherCategory=',
  ],
  '/api/users/by-anonymous-id/{anonymousId}': ['/api/users/by-anonymous-id/{of a user}'],
  '/api/genes/by-anonymous-id/{anonymousId}': ['/api/genes/by-anonymous-id/{of a gene}'],
};

/** Requests of every path that fail, beside those that fail alike everywhere. */
const FAILING: Record<string, string[]> = {
  '/api/taxa/{taxonId}': ['/api/taxa/1', '/api/taxa/human'],
  '/api/ontologies/{ontologyName}/terms': [
    '/api/ontologies/nope/terms',
    '/api/ontologies/retired/terms?ontologyTermIds=x',
    '/api/ontologies/hp/terms?sort=id',
    '/api/ontologies/hp/terms?page=2147483647',
  ],
  '/api/ontologies/{ontologyName}/terms/{termId}': ['/api/ontologies/hp/terms/nope', '/api/ontologies/nope/terms/x'],
  '/api/users': ['/api/users?sort=email', '/api/users?page=2147483647'],
  '/api/genes': ['/api/genes?sort=symbol', '/api/genes?page=2147483647'],
  '/api/users/{userId}': ['/api/users/4711', '/api/users/ada', '/api/users/11', `/api/users/1?auth=${TOKENS.admin}`],
  '/api/users/search': [
    '/api/users/search',
    '/api/users/search?nameLike=a',
    '/api/users/search?nameLike=a&prefix=maybe',
    '/api/users/search?descriptionLike=a&researcherCategories=IN_SITU',
    '/api/users/search?descriptionLike=a&ontologyNames=hp&ontologyTermIds=a,b',
    '/api/users/search?descriptionLike=a&ontologyNames=nope&ontologyTermIds=a',
    '/api/users/search?descriptionLike=a&page=2147483647',
  ],
  '/api/genes/search': [
    '/api/genes/search',
    '/api/genes/search?symbol=BRCA1&taxonId=human',
    '/api/genes/search?symbol=&taxonId=9606',
    '/api/genes/search?symbol=BRCA1&taxonId=1',
    '/api/genes/search?symbol=NOPE&taxonId=9606',
    '/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=511145',
    '/api/genes/search?symbol=BRCA1&taxonId=9606&tier=TIER4',
    '/api/genes/search?symbol=BRCA1&taxonId=9606&ontologyNames=nope&ontologyTermIds=a',
  ],
  '/api/users/by-anonymous-id/{anonymousId}': [`/api/users/by-anonymous-id/${AN_ID}`, '/api/users/by-anonymous-id/x'],
  '/api/genes/by-anonymous-id/{anonymousId}': [`/api/genes/by-anonymous-id/${AN_ID}`, '/api/genes/by-anonymous-id/x'],
};

/** Below /api, but with documents of their own and tests of these; and the answer to what is not there. */
const OF_OTHERS = /^\/api\/(?:federated|admin)(?:\/|$)|^\/api\/\{segment\}$/;

/** Not of this machine, whose questions are not counted. */
const FROM_AFAR = { 'X-Forwarded-For': '198.51.100.1' };

const paths = Object.keys(description.paths);
let anonymising: TestRegistry;
let plain: TestRegistry;
let closed: TestRegistry;
let limited: TestRegistry;
let document: DescribedApi;
test.beforeAll(async ({ alpha, anonymisingAlpha }) => {
  [plain, anonymising] = [alpha, anonymisingAlpha];
  closed = await startAlpha({ APP_SETTINGS_ISEARCH_ENABLED: 'false' });
  limited = await startAlpha({
    SERVER_TRUSTED_PROXIES: 'loopback',
    LIMITS_REQUESTS_PER_MINUTE: '1',
  });
  await ask(limited, '/api/stats', FROM_AFAR);
  document = describedApi(await anonymising.json('/api'));
});
afterAll(async () => {
  for (const registry of [closed, limited]) await registry[Symbol.asyncDispose]();
});

/** The address with an id in it that can be resolved now. */
async function withFreshId(address: string): Promise<string> {
  const kind = /\{of a (user|gene)\}/.exec(address)?.[1];
  if (kind === undefined) return address;
  const { content } = await anonymising.json(`/api/${kind}s?size=2000`);
  const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
  return address.replace(/\{.*\}/, anonymousId);
}

async function ask(registry: TestRegistry, address: string, headers = {}, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, await withFreshId(address), { method, headers });
}

describe('routes', () => {
  test('all that are mounted are described, and all that are described are mounted', async () => {
    const mounted = await mountedPaths(anonymising);
    const own = mounted.filter((path) => /^\/(?:api|stats)(?:\/|$)/.test(path) && !OF_OTHERS.test(path));
    expect([...new Set(own)].toSorted()).toEqual(document.paths.toSorted());
    expect(Object.keys(ANSWERED).toSorted()).toEqual(document.paths.toSorted());
  });

  test('the description is the same for everybody and does not depend on what is switched on', async () => {
    expect(describedApi(await plain.json('/api', TOKENS.admin)).paths).toEqual(document.paths);
    expect(paths).toEqual(document.paths);
  });
});

describe.each(paths)('%s', (path) => {
  test('reads the parameters that are described, and no other', async () => {
    const readers = (['get', 'getAll', 'has'] as const).map((name) => vi.spyOn(URLSearchParams.prototype, name));
    try {
      const addresses = await Promise.all((ANSWERED[path] ?? []).map(withFreshId));
      for (const reader of readers) reader.mockClear();
      for (const address of addresses) await askRaw(anonymising.url, address);
      const read = new Set(readers.flatMap((reader) => reader.mock.calls.map(([name]) => name)));
      const expected = path === '/stats' ? [] : ['auth', ...document.queryParameters(path)];
      expect([...read].toSorted()).toEqual(expected.toSorted());
    } finally {
      for (const reader of readers) reader.mockRestore();
    }
  });

  test('answers records as they are described, to every kind of caller', async () => {
    for (const token of [undefined, ...(['member', 'service', 'admin', 'partner'] as const)]) {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${TOKENS[token]}` };
      for (const address of ANSWERED[path] ?? []) {
        for (const registry of address.includes('{') ? [anonymising] : [anonymising, plain]) {
          const answer = await ask(registry, address, headers);
          expect([address, token, answer.status]).toEqual([address, token, 200]);
          expect(document.misfits(path, answer), `${address} to ${token}`).toEqual([]);
        }
      }
    }
  });

  test('answers with every status that is described, as described, and with no other', async () => {
    const [address = ''] = ANSWERED[path] ?? [];
    const answers = await Promise.all(
      [...(ANSWERED[path] ?? []), ...(FAILING[path] ?? [])].map((one) => ask(anonymising, one)),
    );
    answers.push(await ask(limited, address, FROM_AFAR));
    if (path !== '/stats') {
      const query = address.includes('?') ? '&' : '?';
      answers.push(
        await ask(anonymising, address, { Authorization: 'Bearer wrong' }),
        await ask(anonymising, address, { Authorization: `Bearer ${TOKENS.expired}` }),
        await ask(anonymising, address, { Authorization: `Bearer ${TOKENS.disabled}` }),
        await ask(anonymising, address, {}, 'POST'),
        await ask(anonymising, address, { Accept: 'image/png' }),
        await ask(anonymising, address, { Accept: 'text/plain' }),
        await ask(anonymising, `${address}${query}x=%zz`),
        await ask(anonymising, address.replace(/(?=\?|$)/, '#')),
        await ask(anonymising, `${address}${query}x=${'y'.repeat(17_000)}`),
        await ask(closed, address),
        await ask(plain, address),
      );
    }
    for (const answer of answers) expect(document.misfits(path, answer), answer.text).toEqual([]);
    const statuses = [...new Set(answers.map(({ status }) => status))];
    expect(statuses.toSorted()).toEqual(document.statuses(path).toSorted());
  });
});
