/** The OpenAPI document of the federated routes and the code say the same: what is there, what is read and answered. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hang, json, type Script, status, version } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { paths } from '../server/routes/federated-openapi-reader.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { genes } from '../support/partners/behaviours.ts';
import { ALPHA_SETTINGS, ALPHA_SNAPSHOT, ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { type DescribedApi, describedApi } from '../support/server/described-api.ts';
import { mountedPaths } from '../support/server/mounted-routes.ts';
import { type Answer, askRaw } from '../support/server/raw-http.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';
const STREAM = 'application/x-ndjson';
/** Tied to the partner SOUND. */
const TIED = 'token-tied-to-a-partner';
const BRCA1 = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const BATCH = '/api/federated/genes/search-batch';
const ACCESS = '/api/federated/access-requests';
const ASKED = '"name":"Ada Roe","contact":"ada@example.org","reason":"A family with a variant."';
const EVERY_FILTER =
  'researcherPositions=PRINCIPAL_INVESTIGATOR&researcherCategories=IN_VIVO&organUberonIds=UBERON:0000026' +
  '&ontologyNames=mondo&ontologyTermIds=MONDO:0000001';

/**
 * Requests of every path that are answered with 200. `SOUND` and the like stand for keys of partners, `NEXT` for a
 * cursor of the same question, `ANOTHER` for one of another. A body stands behind the address; it is sent with POST.
 */
const ANSWERED: Record<string, string[]> = {
  '/api/federated': ['/api/federated'],
  '/api/federated/partners': ['/api/federated/partners'],
  '/api/federated/partners/me': [`/api/federated/partners/me?auth=${TIED}`],
  '/api/federated/resolve': [
    '/api/federated/resolve?text=BRCA1',
    '/api/federated/resolve?text=brca&limit=3',
    '/api/federated/resolve?text=BRCA1,TP53',
    '/api/federated/resolve?text=BRCA12',
    '/api/federated/resolve?text=nothing%20of%20the%20kind',
  ],
  '/api/federated/stats': ['/api/federated/stats', '/api/federated/stats?origins=SOUND&origins=ODD'],
  '/api/federated/genes/search': [
    BRCA1,
    `${BRCA1}&origins=SOUND&size=2`,
    `${BRCA1}&page=1&size=2`,
    `${BRCA1}&cursor=NEXT`,
    `${BRCA1}&orthologTaxonId=10090&tiers=TIER1&${EVERY_FILTER}`,
    `${BRCA1}&tier=ANY&researcherPosition=&researcherCategory=`,
    '/api/federated/genes/search?symbol=NOPE&taxonId=9606',
  ],
  '/api/federated/users/search': [
    '/api/federated/users/search?nameLike=a&prefix=true',
    '/api/federated/users/search?descriptionLike=e&nameLike=a&page=0&size=5',
    `/api/federated/users/search?nameLike=a&prefix=off&${EVERY_FILTER}&origins=local,SOUND`,
    '/api/federated/users/search?descriptionLike=&researcherPosition=PRINCIPAL_INVESTIGATOR&researcherCategory=IN_VIVO',
  ],
  [BATCH]: [
    `${BATCH} {"text":["BRCA1"]}`,
    `${BATCH} {"text":["brca1","BRCA12","nothing of the kind"],"origins":["SOUND"]}`,
    `${BATCH} {"genes":[{"symbol":"BRCA1","taxonId":9606},{"symbol":"NOPE","taxonId":9606}]}`,
  ],
  [ACCESS]: [`${ACCESS} {"anonymousId":"OF-A-GENE",${ASKED}}`],
  '/api/federated/genes': ['/api/federated/genes', '/api/federated/genes?size=5', '/api/federated/genes?origins=local'],
  '/api/federated/users': ['/api/federated/users', '/api/federated/users?size=5', '/api/federated/users?origins=SOUND'],
  '/api/federated/genes/coverage': [
    '/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606',
    '/api/federated/genes/coverage?symbol=NOPE&taxonId=9606&origins=SOUND',
  ],
  '/api/federated/ontologies/{ontologyName}/terms': [
    '/api/federated/ontologies/mondo/terms?ontologyTermIds=MONDO:0000001&ontologyTermIds=nope',
    '/api/federated/ontologies/nope/terms?ontologyTermIds=x&origins=SOUND',
  ],
  '/api/federated/users/{userId}': ['/api/federated/users/19?origin=local', '/api/federated/users/19?origin=SOUND'],
  '/api/federated/users/by-anonymous-id/{anonymousId}': [
    '/api/federated/users/by-anonymous-id/{of a user}?origin=local',
    '/api/federated/users/by-anonymous-id/{of a user}?origin=SOUND',
  ],
  '/api/federated/genes/by-anonymous-id/{anonymousId}': [
    '/api/federated/genes/by-anonymous-id/{of a gene}?origin=local',
    '/api/federated/genes/by-anonymous-id/{of a gene}?origin=SOUND',
  ],
};

const OF_ORIGINS = (path: string) => [`${path}origins=nope`];
const OF_CURSORS = (path: string) => [
  ...OF_ORIGINS(path),
  `${path}cursor=x`,
  `${path}cursor=ANOTHER`,
  `${path}cursor=NEXT&size=3`,
];
/** Requests of one record that fail: without a registry, of what is not there, and at partners that fail. */
const OF_RECORDS = (path: string, none: string, wrong: string, silent: string) => [
  `${path}/${none}`,
  `${path}/${none}?origin=nope`,
  `${path}/${none}?origin=local`,
  ...['OLD', 'ODD', 'CLOSED', 'BUSY', silent, 'BARE'].map((origin) => `${path}/${none}?origin=${origin}`),
  `${path}/${wrong}?origin=local`,
];

/** Requests of every path that fail, beside those that fail alike everywhere. */
const FAILING: Record<string, string[]> = {
  '/api/federated/stats': OF_ORIGINS('/api/federated/stats?'),
  '/api/federated/partners/me': ['/api/federated/partners/me'],
  '/api/federated/resolve': [
    '/api/federated/resolve',
    '/api/federated/resolve?text=%20',
    `/api/federated/resolve?text=${'x'.repeat(501)}`,
    '/api/federated/resolve?text=BRCA1&limit=51',
    '/api/federated/resolve?text=BRCA1&limit=x',
  ],
  '/api/federated/genes/search': [
    '/api/federated/genes/search',
    '/api/federated/genes/search?symbol=BRCA1&taxonId=human',
    '/api/federated/genes/search?symbol=&taxonId=9606',
    `${BRCA1}&tier=TIER4`,
    `${BRCA1}&explain=true`,
    `${BRCA1}&explain=true&auth=${TOKENS.member}`,
    `${BRCA1}&ontologyNames=hp&ontologyTermIds=a,b`,
    ...OF_CURSORS(`${BRCA1}&`),
  ],
  '/api/federated/users/search': [
    '/api/federated/users/search',
    '/api/federated/users/search?nameLike=a',
    '/api/federated/users/search?descriptionLike=a&explain=true',
    `/api/federated/users/search?descriptionLike=a&explain=true&auth=${TOKENS.member}`,
    '/api/federated/users/search?nameLike=a&prefix=maybe',
    '/api/federated/users/search?descriptionLike=a&ontologyNames=hp&ontologyTermIds=a,b',
    ...OF_CURSORS('/api/federated/users/search?descriptionLike=a&'),
  ],
  [BATCH]: [
    BATCH,
    `${BATCH} {}`,
    `${BATCH} {"text":`,
    `${BATCH} {"text":["BRCA1"],"origins":["nope"]}`,
    `${BATCH} {"text":[${Array(51).fill('"BRCA1"')}]}`,
    `${BATCH} {"text":["${'x'.repeat(70_000)}"]}`,
  ],
  [ACCESS]: [
    ACCESS,
    `${ACCESS} {}`,
    `${ACCESS} {"anonymousId":"${AN_ID}",${ASKED}}`,
    `${ACCESS} {"anonymousId":"${'x'.repeat(70_000)}"}`,
  ],
  '/api/federated/genes': OF_CURSORS('/api/federated/genes?'),
  '/api/federated/users': OF_CURSORS('/api/federated/users?'),
  '/api/federated/genes/coverage': [
    '/api/federated/genes/coverage',
    '/api/federated/genes/coverage?symbol=BRCA1&taxonId=x',
    '/api/federated/genes/coverage?symbol=&taxonId=9606',
    ...OF_ORIGINS('/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606&'),
  ],
  '/api/federated/ontologies/{ontologyName}/terms': [
    '/api/federated/ontologies/mondo/terms',
    ...OF_ORIGINS('/api/federated/ontologies/mondo/terms?ontologyTermIds=x&'),
  ],
  '/api/federated/users/{userId}': [
    ...OF_RECORDS('/api/federated/users', '4711', 'ada', 'SLOW'),
    '/api/federated/users/11?origin=local',
  ],
  '/api/federated/users/by-anonymous-id/{anonymousId}': OF_RECORDS(
    '/api/federated/users/by-anonymous-id',
    AN_ID,
    'x',
    'SLOWER',
  ),
  '/api/federated/genes/by-anonymous-id/{anonymousId}': OF_RECORDS(
    '/api/federated/genes/by-anonymous-id',
    AN_ID,
    'x',
    'SLOWEST',
  ),
};

/** What partners do that are no registry of ours. */
const SCRIPTS: Record<string, Script> = {
  ODD: { '/api/genes/search': genes(3), '*': status(500) },
  OLD: { '/api': version('1.3.4'), '/stats': json({ users: 3 }) },
  BUSY: { '*': status(429) },
  CLOSED: { '/api/users/*': status(401, 'Access is denied'), '/api/genes/*': status(401, 'Access is denied') },
  // One for each path of records: who was silent once is asked otherwise.
  SLOW: { '*': hang() },
  SLOWER: { '*': hang() },
  SLOWEST: { '*': hang() },
  BARE: { '*': status(404, 'No endpoint found for your request URL.') },
};

/** Not of this machine, whose questions are not counted. */
const FROM_AFAR = { 'X-Forwarded-For': '198.51.100.1' };

const resources = new AsyncDisposableStack();
const keys: Record<string, string> = {};
let registry: TestRegistry;
/** A partner that is well; it has none itself. */
let sound: TestRegistry;
/** Asked for nothing but records, as partners that failed too often are not asked at all. */
let lookups: TestRegistry;
let closed: TestRegistry;
let limited: TestRegistry;
let document: DescribedApi;
beforeAll(async () => {
  sound = resources.use(await startAlpha(ANONYMISING));
  const urls: Record<string, string> = { SOUND: sound.url };
  for (const [name, script] of Object.entries(SCRIPTS)) {
    urls[name] = resources.use(await startScriptedPartner(script)).url;
  }
  for (const [name, url] of Object.entries(urls)) keys[name] = new URL(url).host;
  const folder = await mkdtemp(join(tmpdir(), 'federated-routes-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const tokens = join(folder, 'tokens.yaml');
  await writeFile(tokens, `- {name: sound, token: ${TIED}, partner: '${keys.SOUND}'}\n- ${TOKENS.partner}\n`);
  const settings = {
    ...ANONYMISING,
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: '',
    APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE: tokens,
    // Who is well answers within this on a busy machine too: after a time-out another status would be answered.
    APP_SETTINGS_ISEARCH_READ_TIMEOUT: '2500',
  };
  // Who is silent is given up soon, who is well has time.
  const partners = Object.entries(urls).map(([name, url]) => ({
    ...{ key: keys[name] ?? '', name, url },
    ...(name.startsWith('SLOW') && { 'read-timeout': 10 }),
  }));
  const asking = { snapshot: ALPHA_SNAPSHOT, settings: { ...ALPHA_SETTINGS, ...settings }, partners };
  registry = resources.use(await startTestRegistry(asking));
  lookups = resources.use(await startTestRegistry(asking));
  closed = resources.use(await startAlpha({ APP_SETTINGS_ISEARCH_ENABLED: 'false' }));
  limited = resources.use(
    await startAlpha({
      SERVER_TRUSTED_PROXIES: 'loopback',
      LIMITS_REQUESTS_PER_MINUTE: '1',
    }),
  );
  document = describedApi(await registry.json('/api/federated'));
});
afterAll(() => resources.disposeAsync());

/** The address with what its words stand for. */
async function filled(address: string): Promise<string> {
  if (address.includes('OF-A-GENE')) return address.replace('OF-A-GENE', await anonymousIdOf('gene', 'origin=local'));
  const named = address.replace(
    /\b(?:SOUND|ODD|OLD|BUSY|CLOSED|SLOW(?:ER|EST)?|BARE)\b/g,
    (name) => keys[name] ?? name,
  );
  const kind = /\{of a (user|gene)\}/.exec(named)?.[1];
  if (kind !== undefined) return named.replace(/\{.*\}/, await anonymousIdOf(kind, /origin=[^&]+/.exec(named)?.[0]));
  if (!/NEXT|ANOTHER/.test(named)) return named;
  const question = named.includes('ANOTHER') ? `${BRCA1}&tiers=TIER2` : named.replace(/(?<=[?&])cursor=.*/, '');
  const { cursor } = await registry.json(`${question}&size=1`);
  return named.replace(/NEXT|ANOTHER/, cursor);
}

async function anonymousIdOf(kind: string, origin = ''): Promise<string> {
  const listing = `/api/federated/${kind}s?size=200&${origin.replace('origin=', 'origins=')}`;
  // On a machine under load a partner may have been too slow a moment ago, and rests.
  return vi.waitFor(
    async () => {
      const { content } = await registry.json(listing);
      return content.find((record: object) => 'anonymousId' in record).anonymousId;
    },
    { ...PATIENT, interval: 500 },
  );
}

async function ask(of: TestRegistry, given: string, headers = {}, method?: string): Promise<Answer> {
  const [address = '', body] = (await filled(given)).split(/ (?=\{["}])/);
  const isPosted = [BATCH, ACCESS].includes(address.split('?')[0] ?? '');
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const question = { method: method ?? (isPosted ? 'POST' : 'GET'), headers: { ...content, ...headers } };
  return askRaw(of.url, address, body === undefined ? question : { ...question, body });
}

/** The first question of a minute is answered, and the minute may have passed since the last path. */
async function askedTooOften(address: string): Promise<Answer> {
  await ask(limited, '/api/federated/stats', FROM_AFAR);
  return ask(limited, address, FROM_AFAR);
}

/** The same request with one more parameter in its address. */
function withParameter(given: string, parameter: string): string {
  return given.replace(/^.*?(?= \{["}]|$)/, (address) => `${address}${address.includes('?') ? '&' : '?'}${parameter}`);
}

test('all routes that are mounted are described, and all that are described are mounted', async () => {
  const mounted = await mountedPaths(registry);
  const federated = mounted.filter((path) => path.startsWith('/api/federated'));
  expect(federated.toSorted()).toEqual(document.paths.toSorted());
  expect(paths.toSorted()).toEqual(document.paths.toSorted());
  expect(Object.keys(ANSWERED).toSorted()).toEqual(document.paths.toSorted());
});

describe.each(sampleOf(paths, 4))('%s', (path) => {
  const isStreamable = !/\{(?:userId|anonymousId)\}|\/partners(?:\/me)?$|\/resolve$|-requests$|federated$/.test(path);

  test('reads the parameters that are described, and no other', async () => {
    const addresses = await Promise.all((ANSWERED[path] ?? []).map(filled));
    const readers = (['get', 'getAll', 'has'] as const).map((name) => vi.spyOn(URLSearchParams.prototype, name));
    try {
      // Partners in this process would read parameters too, so one without any is asked.
      for (const address of addresses) {
        await ask(sound, address.replace(/(origins?)=[^&]+/g, '$1=local').replace(/("origins":)\[.*\]/, '$1["local"]'));
      }
      const read = new Set(readers.flatMap((reader) => reader.mock.calls.map(([name]) => name)));
      expect([...read].toSorted()).toEqual(['auth', ...document.queryParameters(path)].toSorted());
    } finally {
      for (const reader of readers) reader.mockRestore();
    }
  });

  test('answers as it is described, to every kind of caller', async () => {
    for (const token of [undefined, ...(['member', 'service', 'admin', 'partner'] as const)]) {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${TOKENS[token]}` };
      for (const address of ANSWERED[path] ?? []) {
        const answer = await ask(registry, address, headers);
        expect([address, token, answer.status]).toEqual([address, token, 200]);
        expect(document.misfits(path, answer), `${address} to ${token}`).toEqual([]);
      }
    }
  });

  test.runIf(isStreamable)('answers in lines as they are described, for whoever asks for lines', async () => {
    const [address = ''] = ANSWERED[path] ?? [];
    const answer = await ask(registry, address, { Accept: STREAM });
    expect(answer.headers['content-type']).toBe(STREAM);
    const types = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    const line = path === BATCH ? 'cell' : 'part';
    expect(types).toEqual(['plan', ...Object.keys(keys).map(() => line), line, 'end']);
    expect(document.misfits(path, answer)).toEqual([]);
  });

  test('answers with every status that is described, as described, and with no other', async () => {
    const [address = ''] = ANSWERED[path] ?? [];
    const withoutToken = address.replace(/\?auth=.*/, '');
    const failing = await Promise.all((FAILING[path] ?? []).map((one) => ask(lookups, one)));
    const answers = [
      ...failing,
      await ask(registry, address),
      await ask(registry, withoutToken, { Authorization: 'Bearer wrong' }),
      await ask(registry, withoutToken, { Authorization: `Bearer ${TOKENS.expired}` }),
      await ask(registry, address, {}, 'PUT'),
      await ask(registry, address, { Accept: 'image/png' }),
      await ask(registry, withParameter(address, 'x=%zz')),
      await ask(registry, withParameter(address, `x=${'y'.repeat(17_000)}`)),
      await ask(closed, address),
      await askedTooOften(address),
    ];
    for (const answer of answers) expect(document.misfits(path, answer), answer.text).toEqual([]);
    const statuses = [...new Set(answers.map(({ status: one }) => one))];
    expect(statuses.toSorted()).toEqual(document.statuses(path).toSorted());
  });
});
