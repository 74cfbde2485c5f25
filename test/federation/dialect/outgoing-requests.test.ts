/**
 * Exactly what goes out to partners, at the boundary: for each version and each kind of question, for everybody who may
 * ask, every request with its path, query and headers, and nothing else (rdp-protocol 7.7, 11.1).
 */

import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer, type ViewerKind } from '../../../src/domain/record/model.ts';
import { SEEDED_TAXA } from '../../../src/domain/record/seeded-data.ts';
import type { Federation } from '../../../src/federation/federation.ts';
import { openTestFederation } from '../../support/partners/open-federation.ts';
import { CATEGORIES, EVERY_KIND, ORGAN, POSITION, type Row, TERMS, VERSIONS, type Version } from './outgoing-table.ts';
import { questionOf } from './recorded-questions.ts';

const HOST = 'https://partner.example.org';
const TOKEN = 'a/search+token=';
const TOKEN_IN_QUERY = 'auth=a%2Fsearch%2Btoken%3D';
const HEADERS = {
  host: 'partner.example.org',
  connection: 'keep-alive',
  'user-agent': 'isearch-proxy/0.0.0 (https://here.example.org)',
  accept: 'application/json, application/*+json',
  'accept-encoding': 'gzip',
  'isearch-proxy-wants': 'identifiers',
};

type Sent = { method: string; path: string; headers: Record<string, string>; hasBody: boolean };
const sent: Sent[] = [];

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
  nock.cleanAll();
  // Whatever a test asked: the version is asked for without any credential (rdp-protocol 7.1, quirk 50), and with a mark
  // by which this registry would recognise itself.
  for (const { path, headers } of sent.splice(0).filter(isForVersion)) {
    expect(headers).toEqual({ ...HEADERS, 'isearch-proxy-mark': expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(path).not.toContain('auth');
  }
});
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

function isForVersion({ path }: Sent): boolean {
  return /\/api(?:\?|$)/.test(path);
}

/** What the partner says of its version; `unknown` says nothing that can be read. */
const SAYS: Record<Version, [status: number, body: string]> = {
  unknown: [503, 'Not now.'],
  '1.3': [200, '{"message":"This is the API of a registry.","version":"1.3.4"}'],
  '1.4': [200, '{"openapi":"3.0.1","info":{"version":"1.4.11"}}'],
  '1.5': [200, '{"openapi":"3.0.1","info":{"version":"1.5.10"}}'],
};

/** An answer in the form of the question, with nobody in it. */
function answerTo(path: string): [status: number, body: string] {
  if (/\/(?:search|terms)\?/.test(path)) return [200, '[]'];
  if (/\/api\/(?:genes|users)\?/.test(path)) return [200, '{"content":[],"totalElements":0}'];
  if (/\/stats(?:\?|$)/.test(path)) return [200, '{"users":0,"researchersByTaxonId":{}}'];
  return [404, 'Nobody.'];
}

/** Our partner on the network: it answers everything, and keeps what it was sent. */
function listen(version: Version, answers = answerTo): void {
  nock(HOST)
    .persist()
    .get(/.*/)
    .reply((request: Request) => {
      const { method, body: sentBody } = request;
      const path = request.url.slice(HOST.length);
      const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]));
      const one: Sent = { method, path, headers, hasBody: sentBody !== null };
      sent.push(one);
      const [status, body] = isForVersion(one) ? SAYS[version] : answers(path);
      return [
        status,
        body,
        { 'Content-Type': body.startsWith('[') || body.startsWith('{') ? 'application/json' : 'text/plain' },
      ];
    });
}

type Setting = { base?: string; query?: string; hasToken?: boolean };

/** The partner, asked for its version already. */
async function partnerOf(
  version: Version,
  { base = '', query = '', hasToken = true }: Setting = {},
): Promise<Federation> {
  const address = {
    url: `${HOST}${base}`,
    query,
    token: hasToken ? TOKEN : undefined,
    ...{ connectTimeoutMs: 1000, readTimeoutMs: 1000, timeoutMs: 5000, maxConcurrency: 4 },
  };
  const federation = openTestFederation({
    partners: [{ key: 'partner', name: 'Partner', type: 'rdp', ...address }],
    // Forgets everything: each caller's question is to be sent.
    store: { get: () => undefined, set: () => undefined, delete: () => undefined },
    searchTimeoutMs: 6000,
    taxa: async () => [
      { id: 9606, commonName: 'human' },
      { id: 10090, commonName: 'mouse' },
    ],
    userAgent: HEADERS['user-agent'],
  });
  federation.learnVersions();
  const isLearned = () => federation.sources()[0]?.version() !== undefined || version === 'unknown';
  await expect.poll(() => isLearned() && sent.some(isForVersion), { interval: 2 }).toBe(true);
  return federation;
}

const VIEWERS: Record<ViewerKind, Viewer> = {
  public: PUBLIC_VIEWER,
  member: { kind: 'member', userId: 4711, hasAdminRole: false, hasServiceRole: false },
  service: { kind: 'service', userId: 4712, hasAdminRole: false, hasServiceRole: true },
  partner: { kind: 'partner', userId: 4713, hasAdminRole: true, hasServiceRole: false },
  admin: { kind: 'admin', userId: 4714, hasAdminRole: true, hasServiceRole: false },
};

async function sentFor({ sources }: Federation, question: Question, kind: ViewerKind): Promise<Sent[]> {
  const before = sent.length;
  await sources()[0]?.ask(question, VIEWERS[kind], new AbortController().signal);
  return sent.slice(before);
}

const bare = (path: string): Sent => ({ method: 'GET', path, headers: HEADERS, hasBody: false });

/** The request with our token where the version reads it. */
function withToken(version: Version, path: string): Sent {
  if (version === '1.3') return bare(`${path}${path.includes('?') ? '&' : '?'}${TOKEN_IN_QUERY}`);
  return { ...bare(path), headers: { ...HEADERS, authorization: `Bearer ${TOKEN}` } as typeof HEADERS };
}

describe.each(VERSIONS)('to a partner of version %s', (version) => {
  test.each<Row>(EVERY_KIND)('%s: the requests of the table, and no other', async (_, path, requests) => {
    listen(version);
    await using federation = await partnerOf(version);
    const asked = requests[version];
    for (const kind of ['public', 'member', 'service', 'partner'] as const) {
      expect(await sentFor(federation, questionOf(path), kind), kind).toEqual(asked.map(bare));
    }
    const ofAdmin = await sentFor(federation, questionOf(path), 'admin');
    // Which terms a partner knows is public, so a search asks for that without a token.
    const isPublic = (one: string) => one.includes('/terms?') && !path.includes('/terms?');
    expect(ofAdmin).toEqual(asked.map((one) => (isPublic(one) ? bare(one) : withToken(version, one))));
  });

  test('tier 3 is never asked for, with other tiers or alone', async () => {
    listen(version);
    await using federation = await partnerOf(version);
    const tiers = ['TIER3', 'TIER1&tiers=TIER3', 'TIER3&tiers=TIER2', ''];
    for (const tier of tiers) {
      const question = questionOf(`/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=${tier}`);
      const requests = await sentFor(federation, question, 'admin');
      expect(requests.map(({ path }) => path).join()).not.toMatch(/TIER3|ANY|TIERS1_2|tiers?=(?:&|$)/);
      expect(requests.length, tier).toBe(tier.includes('TIER1') || tier.includes('TIER2') ? 1 : 0);
    }
  });

  test('a partner without a token is asked the same by everybody', async () => {
    listen(version);
    await using federation = await partnerOf(version, { hasToken: false });
    for (const kind of ['public', 'admin'] as const) {
      const requests = await sentFor(federation, questionOf('/api/users/19'), kind);
      expect(requests).toEqual([bare('/api/users/19')]);
    }
  });
});

test('the path of the configured address comes first, and so do its parameters, the token last', async () => {
  listen('1.3');
  await using federation = await partnerOf('1.3', { base: '/rgr', query: 'lang=en&x=' });
  expect(sent.map(({ path }) => path)).toEqual(['/rgr/api?lang=en&x=']);
  const ofAdmin = await sentFor(federation, questionOf('/api/genes/search?symbol=A&taxonId=1&tiers=TIER1'), 'admin');
  const inQuery = `lang=en&x=&symbol=A&taxonId=1&orthologTaxonId=-99&tier=TIER1&${TOKEN_IN_QUERY}`;
  expect(ofAdmin).toEqual([bare(`/rgr/api/genes/search?${inQuery}`)]);
  const stats = await sentFor(federation, questionOf('/api/stats'), 'public');
  expect(stats).toEqual([bare('/rgr/stats?lang=en&x=')]);
});

describe('what is asked in pieces', () => {
  const search = '/api/genes/search?symbol=MECP2&taxonId=9606';

  test.each(['public', 'admin'] as const)('goes out with the credential of the question, for %s', async (kind) => {
    listen('1.5', (path) =>
      path.includes('ortholog') || path === '/api/stats' ? answerTo(path) : [500, '{"status":500}'],
    );
    await using federation = await partnerOf('1.5');
    const requests = await sentFor(federation, questionOf(search), kind);
    const paths = [
      `${search}&tiers=TIER1&tiers=TIER2`,
      '/api/stats',
      ...SEEDED_TAXA.flatMap(({ id }) => [
        `${search}&orthologTaxonId=${id}&tiers=TIER1`,
        `${search}&orthologTaxonId=${id}&tiers=TIER2`,
      ]),
    ];
    expect(requests).toEqual(paths.map((path) => (kind === 'admin' ? withToken('1.5', path) : bare(path))));
  });

  test('keeps every filter', async () => {
    listen('1.5', (path) =>
      path.includes('ortholog') || path === '/api/stats' ? answerTo(path) : [500, '{"status":500}'],
    );
    await using federation = await partnerOf('1.5');
    const filters = [POSITION, CATEGORIES, ORGAN, TERMS].join('&');
    const requests = await sentFor(federation, questionOf(`${search}&tiers=TIER2&${filters}`), 'public');
    const searches = requests.filter(({ path }) => path.startsWith(search));
    expect(searches.at(-1)).toEqual(bare(`${search}&orthologTaxonId=${SEEDED_TAXA.at(-1)?.id}&tiers=TIER2&${filters}`));
  });
});

test('a refused token goes out once, and then the same question without it', async () => {
  listen('1.5', () => [401, 'No user associated to the provided API token.']);
  await using federation = await partnerOf('1.5');
  const path = '/api/users/search?descriptionLike=heart';
  expect(await sentFor(federation, questionOf(path), 'admin')).toEqual([withToken('1.5', path), bare(path)]);
});
