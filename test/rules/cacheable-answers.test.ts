/** Who may cache which answer: every route that is mounted against the table in docs/services.md. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesIn, read, tablesOf } from '../support/docs/read-markdown.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { mountedPaths } from '../support/server/mounted-routes.ts';
import { type Answer, askRaw } from '../support/server/raw-http.ts';

const COMMON_VARY = ['Accept', 'Accept-Encoding', 'Authorization'];
const VERSIONED = '/assets/{version}/{path}';
const ERRORS = 'every error, whatever was asked';
const PAGES = 'every other page';

type Row = { open: string; whereAnonymised: string; token: string; vary: string[] };

const [table] = tablesOf(read('docs/services.md')).filter(({ under }) => under === 'What may be cached');
const documented = new Map<string, Row>(
  (table?.rows ?? []).flatMap(([addresses = '', open = '', token = '', adds = '']) => {
    const [always = '', whereAnonymised = always] = codesIn(open);
    const row = { open: always, whereAnonymised, token: codesIn(token)[0] ?? '', vary: codesIn(adds) };
    const named = codesIn(addresses).filter((address) => address.startsWith('/'));
    return (named.length === 0 ? [addresses] : named).map((address) => [address, row] as const);
  }),
);

const icons = mkdtempDisposableSync(join(tmpdir(), 'icons-'));
writeFileSync(join(icons.path, 'kidney.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
const settings = { APP_SITE_SECURITY_CONTACT: 'security@example.org', APP_SITE_ICON_FOLDER: icons.path };
// The cases are the routes that are mounted, so it runs before they are listed.
const plain = await startAlpha(settings);
/** Folders and integrations are mounted without a route, and the page lists versions. */
const UNLISTED = [
  '/service-info',
  '/.well-known/api-catalog',
  '/docs/{file}',
  '/icons/{name}',
  '/assets/{path}',
  VERSIONED,
];
/** What is not there, and a former address, which says nothing but where its page is. */
const WITHOUT_ROW = ['/api/{segment}', '/looking-glass'];
const addresses = [...new Set([...(await mountedPaths(plain)), ...UNLISTED])].filter(
  (path) => !WITHOUT_ROW.includes(path),
);

/** The row of an address: its own, that of everything below a path of it (`/api/admin/*`), or that of all other pages. */
function placeOf(address: string): string {
  if (documented.has(address)) return address;
  const above = [...documented.keys()].filter((key) => key.endsWith('/*') && address.startsWith(key.slice(0, -1)));
  return above[0] ?? PAGES;
}

function rowOf(address: string): Row {
  const row = documented.get(placeOf(address));
  if (row === undefined) throw new Error(`docs/services.md has no row for ${address}`);
  return row;
}

const GENE = 'symbol=BRCA1&taxonId=9606';
/** What is asked at an address that cannot be asked as it stands; a body stands behind it and is sent with POST. */
const ASKED: Record<string, string> = {
  '/api/taxa/{taxonId}': '/api/taxa/9606',
  '/api/ontologies/{ontologyName}/terms': '/api/ontologies/mondo/terms',
  '/api/ontologies/{ontologyName}/terms/{termId}': '/api/ontologies/mondo/terms/MONDO:0000001',
  '/api/users/{userId}': '/api/users/19',
  '/api/users/search': '/api/users/search?nameLike=a&prefix=false',
  '/api/genes/search': `/api/genes/search?${GENE}`,
  '/api/federated/genes/search': `/api/federated/genes/search?${GENE}`,
  '/api/federated/users/search': '/api/federated/users/search?nameLike=a&prefix=false',
  '/api/federated/genes/coverage': `/api/federated/genes/coverage?${GENE}`,
  '/api/federated/users/{userId}': '/api/federated/users/19?origin=local',
  '/api/federated/ontologies/{ontologyName}/terms':
    '/api/federated/ontologies/mondo/terms?ontologyTermIds=MONDO:0000001',
  '/api/federated/resolve': '/api/federated/resolve?text=BRCA1',
  '/api/federated/genes/search-batch': '/api/federated/genes/search-batch {"text":["BRCA1"]}',
  '/api/federated/access-requests': '/api/federated/access-requests {}',
  '/export': `/export?${GENE}&format=csv`,
  '/feeds/genes': `/feeds/genes?${GENE}&format=json`,
  '/feeds/users': '/feeds/users?nameLike=a&format=json',
  '/search': `/search?${GENE}&render=server`,
  '/coverage': `/coverage?${GENE}`,
  '/userView/{userId}': '/userView/19',
  '/phenotypes/{id}': '/phenotypes/MONDO:0000001',
  '/search/user/{userId}': '/search/user/19',
  '/docs': '/docs/',
  '/docs/{file}': '/docs/swagger-ui.css',
  '/suggest/genes': '/suggest/genes?q=b&taxonId=9606',
  '/suggest/terms': '/suggest/terms?q=s&ontologyName=hp',
  '/icons/{name}': '/icons/kidney.svg',
  '/assets/{path}': '/assets/pages/style.css',
};
/** Addresses that these tests can only ask in vain: what is refused there says the same to everybody. */
const IN_VAIN = [
  '/api/federated/partners/me',
  '/api/admin/partners/{key}/test',
  '/diseases/{id}',
  '/diseases/{id}/people',
  '/phenotypes/{id}/people',
  '/api/admin/access-requests/{id}',
  '/api/admin/access-requests/{id}/forward',
  '/api/admin/tokens/{id}',
  '/search/gene/by-anonymous-id/{anonymousId}/request-access',
  '/api/federated/access-requests',
  '/requests/{pageKey}',
  '/answer/{link}',
  '/subscribe/genes',
  '/subscribe/users',
  ...['confirm', 'leave', 'one-click'].map((kind) => `/subscriptions/{token}/${kind}`),
];
const FAILING = [
  ...['/api/users/11', '/api/users/4711', '/api/users/search', '/api/genes/search?symbol=NOPE&taxonId=9606', '/api/x'],
  ...['/api/federated/genes/search', '/api/federated/x', '/api/admin/x', '/export', '/suggest/genes', '/stats/x'],
  ...['/search?symbol=&taxonId=x', '/userView/4711', '/userView/11', '/x', '/assets/x', '/icons/x', '/docs/x'],
  '/api/%zz',
];

let anonymising: TestRegistry;
let version = '';
beforeAll(async () => {
  anonymising = await startAlpha({ ...settings, ...ANONYMISING });
  version = /\/?assets\/(v-[\w-]+)\//.exec((await ask(plain, '/')).text)?.[1] ?? '';
});
afterAll(async () => {
  for (const registry of [plain, anonymising]) await registry[Symbol.asyncDispose]();
  icons.remove();
});

async function ask(registry: TestRegistry, address: string, headers = {}, method = 'GET'): Promise<Answer> {
  return send(registry, await addressOf(registry, address), headers, method);
}

function send(registry: TestRegistry, address: string, headers = {}, method = 'GET'): Promise<Answer> {
  const [path = '', body] = address.split(' ');
  const accept = { Accept: path.startsWith('/api') ? 'application/json' : 'text/html,*/*' };
  if (body === undefined) return askRaw(registry.url, path, { method, headers: { ...accept, ...headers } });
  const type = { 'Content-Type': 'application/json' };
  return askRaw(registry.url, path, { method: 'POST', body, headers: { ...accept, ...type, ...headers } });
}

/** With an id in it that can be resolved now, and the version of the assets. */
async function addressOf(registry: TestRegistry, address: string): Promise<string> {
  if (address === VERSIONED) return `/assets/${version}/pages/style.css`;
  const [, kind] = /\/(users|genes)\/by-anonymous-id\//.exec(address) ?? [];
  if (kind === undefined || registry === plain) {
    return ASKED[address] ?? address.replace('{anonymousId}', '00000000-0000-4000-8000-000000000000');
  }
  const { content } = await registry.json(`/api/${kind}?size=2000`);
  const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
  return `${address.replace('{anonymousId}', anonymousId)}${address.includes('federated') ? '?origin=local' : ''}`;
}

function withAuth(address: string): string {
  const [path = '', ...body] = address.split(' ');
  return [`${path}${path.includes('?') ? '&' : '?'}auth=${TOKENS.admin}`, ...body].join(' ');
}

function varyOf({ headers }: Answer): string[] {
  return String(headers.vary).split(', ');
}

test('every row of the table is that of an address', () => {
  expect([...documented.keys()].toSorted()).toEqual([...new Set([...addresses.map(placeOf), ERRORS])].toSorted());
});

describe.each(addresses)('%s', (address) => {
  const row = rowOf(address);
  const vary = address === VERSIONED ? ['Accept-Encoding'] : [...COMMON_VARY, ...row.vary];
  const isInVain = IN_VAIN.includes(address);

  test('says to the public what the table says, also where records are anonymised', async () => {
    for (const [registry, expected] of [
      [plain, row.open],
      [anonymising, row.whereAnonymised],
    ] as const) {
      const answer = await ask(registry, address);
      expect([answer.headers['cache-control'], varyOf(answer).toSorted()]).toEqual([expected, vary.toSorted()]);
    }
  });

  test('says to the bearer of a token what the table says, however the token came', async () => {
    const bearer = { Authorization: `Bearer ${TOKENS.admin}` };
    const filled = await addressOf(anonymising, address);
    const answers = [await ask(anonymising, address, bearer)];
    // A feed refuses a token in its address: people hand such addresses on.
    if (!address.startsWith('/feeds/')) answers.push(await send(anonymising, withAuth(filled)));
    for (const answer of answers) {
      expect(answer.status < 400).toBe(!isInVain);
      const said = isInVain ? 'no-store' : row.token;
      expect(answer.headers['cache-control']).toBe(said);
      if (/no-store/.test(said)) expect(answer.headers.etag).toBeUndefined();
      expect(varyOf(answer).toSorted()).toEqual(vary.toSorted());
    }
  });

  test('gives what may be cached to everybody alike', async () => {
    const answer = await ask(anonymising, address, { Authorization: `Bearer ${TOKENS.admin}` });
    if (!/no-store/.test(String(answer.headers['cache-control']))) {
      expect(answer.text).toBe((await ask(anonymising, address)).text);
    }
  });

  test('says the same when only its head is asked for, and when the caller has it already', async () => {
    if (ASKED[address]?.includes(' ')) return;
    const answer = await ask(plain, address);
    const said = ({ headers }: Answer) => [headers['cache-control'], headers.vary];
    expect(said(await ask(plain, address, {}, 'HEAD'))).toEqual(said(answer));
    const { etag } = answer.headers;
    if (etag === undefined) return;
    const again = await ask(plain, address, { 'If-None-Match': etag });
    expect([again.status, ...said(again)]).toEqual([304, ...said(answer)]);
  });
});

describe.each(FAILING)('%s, which fails', (address) => {
  test.each([{}, { Authorization: `Bearer ${TOKENS.member}` }, { Authorization: 'Bearer nonsense-of-a-token' }])(
    'is stored by nobody: %o',
    async (headers) => {
      const answer = await send(plain, address, headers);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers['cache-control']).toBe(rowOf(ERRORS).open);
      expect(answer.headers.etag).toBeUndefined();
      expect(varyOf(answer)).toEqual(expect.arrayContaining(COMMON_VARY));
    },
  );
});
