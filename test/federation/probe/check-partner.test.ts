/** What a check finds at partners on real sockets: each kind of trouble once, and every scenario of a mock partner. */

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { MOCK_TOKEN, mockAnswers } from '../../../src/demo/mock-answers.ts';
import { afterMs, dependingOn, dribble, hang, json, status } from '../../../src/demo/partner-behaviours.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from '../../../src/demo/scenarios.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { PartnerConfig } from '../../../src/domain/partner-config.ts';
import { checkPartner } from '../../../src/federation/probe/check-partner.ts';
import { PROTOCOL_ROWS } from '../../../src/federation/probe/protocol-rows.ts';
import { CHECK_NAMES, type ProbeRow } from '../../../src/federation/probe/report.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { testCertificate } from '../../support/machine/test-certificate.ts';
import { deserted, startMuteHost } from '../../support/partners/silent-hosts.ts';

const WELL = mockAnswers({ version: '1.5.10' });
const HERE = 'https://here.example.org';
const trusted = getCACertificates();
afterAll(() => setDefaultCACertificates(trusted));

const isOfProtocol = (check: ProbeRow['check']) => PROTOCOL_ROWS.some((row) => row.check === check);

/** With time to spare, as this machine may be busy. */
async function check(url: string, settings: Partial<PartnerConfig> = {}, ownUrls = [HERE]) {
  const times = { connectTimeoutMs: 5000, readTimeoutMs: 8000, timeoutMs: 15_000, maxConcurrency: 4 };
  const found = await checkPartner(
    { key: 'north', name: 'North', type: 'rdp', url, query: '', token: MOCK_TOKEN, ...times, ...settings },
    { ownUrls, pauseMs: 0 },
  );
  const step = (name: ProbeRow['check']) => found.steps.find((one) => one.check === name);
  const wrong = found.steps.filter(({ result }) => result === 'wrong').map((one) => one.check);
  const broken = wrong.filter(isOfProtocol);
  return { ...found, step, wrong: wrong.filter((one) => !isOfProtocol(one)), broken };
}

const NOT_SHOWN: readonly ProbeRow['check'][] = ['two-genes-of-one-symbol', 'private-genes', 'anonymous-id'];

test('of a healthy registry everything is checked, and nothing is wrong', async () => {
  await using partner = await startScriptedPartner(WELL);
  const found = await check(partner.url);
  expect(found).toMatchObject({ isWell: true, version: '1.5.10', dialect: '1.5' });
  expect(found.steps.map(({ check, result }) => `${check} ${result}`)).toEqual([
    'name ok',
    'connection ok',
    'tls not-asked',
    'version ok',
    'address ok',
    'itself ok',
    'token ok',
    'genes-search ok',
    'users-search ok',
    'genes-list ok',
    'users-list ok',
    'stats ok',
    'terms ok',
    'user ok',
    'anonymous-user not-asked',
    'anonymous-gene not-asked',
    // What these look at a registry of such people does not have.
    ...PROTOCOL_ROWS.map((row) => `${row.check} ${NOT_SHOWN.includes(row.check) ? 'not-asked' : 'ok'}`),
    'records ok',
    'origin ok',
  ]);
  expect(found.step('genes-search')).toMatchObject({ records: 2, elapsedMs: expect.any(Number) });
  expect(found.step('token')?.found).toBe('is accepted; an unknown one is refused');
});

test('no question is put twice, few are put, and our token goes with one of them', async () => {
  await using partner = await startScriptedPartner(WELL);
  await check(partner.url);
  const asked = partner.requests.map(({ path, headers }) => `${path} ${headers.authorization?.replace(UNKNOWN, '')}`);
  expect(asked).toHaveLength(new Set(asked).size);
  expect(asked.length).toBeLessThan(35);
  const paths = new Set(partner.requests.map(({ path }) => path.split('?', 1)[0]));
  expect(paths).toEqual(new Set([...QUESTIONS, '/api/nope', '/api/users/abc', `/api/users/by-anonymous-id/${NOBODY}`]));
  expect(partner.requests.filter(({ headers }) => headers.authorization === `Bearer ${MOCK_TOKEN}`)).toHaveLength(1);
});

/** A token that nobody has made. */
const UNKNOWN = /unknown-[0-9a-f]{24}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const QUESTIONS = [
  '/api',
  '/api/genes/search',
  '/api/users/search',
  '/api/genes',
  '/api/users',
  '/api/stats',
  '/api/ontologies/hp/terms',
  '/api/users/1',
];

test('nothing of a researcher and no token is in what is found', async () => {
  for (const scenario of ['well', 'wrong-fields', 'refuses-token'] as const) {
    await using partner = await startScriptedPartner(SCENARIOS[scenario].script('1.5.10'));
    const report = JSON.stringify(await check(partner.url));
    expect(report).not.toMatch(/Robin|Anders|Noor|researcher-\d|mock-token|unknown-[0-9a-f]{24}/);
  }
});

describe('the way there', () => {
  test('a host of another name is reported with its name, and nothing else is tried', async () => {
    const found = await check('https://nobody.invalid');
    expect(found.wrong).toEqual(['name']);
    expect(found.step('name')).toMatchObject({
      found: expect.stringContaining('nobody.invalid'),
      error: expect.stringMatching(/^dns_/),
    });
    expect(found.steps.map((one) => one.check)).toEqual(['name', 'connection', 'tls']);
  });

  test('a closed port', async () => {
    const found = await check(await deserted());
    expect(found.wrong).toEqual(['connection']);
    expect(found.step('connection')).toMatchObject({
      found: expect.stringMatching(/^port \d+: .*nothing accepts connections/),
      error: 'connection_refused',
    });
  });

  test('a host that takes connections and says nothing of TLS is given up in time', async () => {
    await using host = await startMuteHost();
    const tookMs = stopwatch();
    const found = await check(`https://${host.authority}`, { connectTimeoutMs: 300 });
    expect(found.wrong).toEqual(['tls']);
    expect(tookMs()).toBeLessThan(2500);
  });

  test('a sound certificate is reported with its issuer and its end', async () => {
    const certificate = testCertificate({ validUntil: new Date('2095-03-04T12:00:00Z') });
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using partner = await startScriptedPartner(WELL, { certificate });
    expect((await check(partner.url)).step('tls')).toMatchObject({
      result: 'ok',
      found: 'TLSv1.3, certificate by 127.0.0.1, valid until 2095-03-04',
    });
  });

  test('one that ends within days is worth a remark', async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using partner = await startScriptedPartner(WELL, { certificate });
    expect((await check(partner.url)).step('tls')).toMatchObject({ result: 'remark' });
  });

  test.each([
    [
      'of another name',
      { host: 'other.example.org' },
      'its certificate is for other.example.org and not for 127.0.0.1',
    ],
    ['expired', { validUntil: new Date('2024-05-06T00:00:00Z') }, 'its certificate expired on 2024-05-06'],
  ])('a certificate that is %s', async (_, options, words) => {
    const certificate = testCertificate(options);
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using partner = await startScriptedPartner(WELL, { certificate });
    const found = await check(partner.url);
    expect(found.wrong).toEqual(['tls']);
    expect(found.step('tls')).toMatchObject({ found: words, error: 'tls_certificate_error' });
    expect(partner.requests).toEqual([]);
  });

  test('everything that is wrong with a certificate is reported at once', async () => {
    const options = { host: 'other.example.org', validUntil: new Date('2024-05-06T00:00:00Z') };
    await using partner = await startScriptedPartner(WELL, { certificate: testCertificate(options) });
    const { found } = (await check(partner.url)).step('tls') ?? {};
    expect(found).toContain('expired on 2024-05-06, and is for other.example.org and not for 127.0.0.1');
    expect(partner.requests).toEqual([]);
  });
});

describe('who it is', () => {
  test('an old version is reported with what it cannot be asked', async () => {
    await using partner = await startScriptedPartner(mockAnswers({ version: '1.4.11' }));
    const found = await check(partner.url);
    expect(found).toMatchObject({ isWell: true, version: '1.4.11', dialect: '1.4' });
    expect(found.step('version')).toMatchObject({
      result: 'remark',
      found: '1.4.11, asked as 1.4; too old for terms, anonymous-gene',
    });
    expect(found.step('terms')).toMatchObject({ result: 'not-asked' });
  });

  test('a document longer than any that states a version is not read for one', async () => {
    const long = json({ info: { version: '1.5.10', description: 'x'.repeat(300_000) } });
    await using partner = await startScriptedPartner({ ...WELL, '/api': long });
    const found = await check(partner.url);
    expect(found.step('version')).toMatchObject({
      result: 'wrong',
      found: '/api answered with more than 256 kB, which is not a document that states a version',
    });
  });

  test('a web server that asks for a password in front of it is named', async () => {
    const closed = status(401, 'Authorization Required', { 'WWW-Authenticate': 'Basic realm="private"' });
    await using partner = await startScriptedPartner({ '*': closed, '/api': closed });
    expect((await check(partner.url)).step('version')).toMatchObject({
      result: 'wrong',
      found:
        '/api asks for a user name and a password: the web server in front of the registry must allow /api without them',
    });
  });

  test.each(['/api', '/api/'])('an address that ends in %s is named', async (ending) => {
    await using partner = await startScriptedPartner(WELL);
    expect((await check(partner.url + ending)).step('version')).toMatchObject({
      result: 'wrong',
      found: '/api/api answered 404: the configured address ends in /api; remove /api from it',
    });
  });

  test('this registry itself under another address is recognised', async () => {
    await using partner = await startScriptedPartner(WELL);
    const { port } = new URL(partner.url);
    const found = await check(partner.url, {}, [`http://127.0.0.1:${port}`]);
    expect(found.step('itself')).toMatchObject({
      result: 'wrong',
      found: 'it is this registry itself, under another address: remove it from the partners',
    });
  });

  test('a registry without a token is not asked for one', async () => {
    await using partner = await startScriptedPartner(WELL);
    const found = await check(partner.url, { token: undefined });
    expect(found.step('token')).toMatchObject({ result: 'not-asked', found: 'none is configured' });
    const sent = partner.requests.flatMap(({ headers }) => headers.authorization ?? []);
    expect(sent.filter((token) => !UNKNOWN.test(token))).toEqual([]);
  });

  test('a token is never in an address before the version is known', async () => {
    await using partner = await startScriptedPartner(SCENARIOS['no-version'].script('1.3.4'));
    await check(partner.url);
    expect(partner.requests.filter(({ path }) => path.includes('auth='))).toEqual([]);
  });
});

test('what takes more than half of the time in which it is given up is slow', async () => {
  await using partner = await startScriptedPartner({
    ...WELL,
    '/api/stats': afterMs(600, WELL['/api/stats'] ?? (() => {})),
  });
  const found = await check(partner.url, { readTimeoutMs: 1100 });
  expect(found.step('stats')).toMatchObject({
    result: 'remark',
    found: '1 record; slow: a search stops waiting after 1.1 s of silence',
  });
  expect(found.isWell).toBe(true);
});

test.each([
  [
    'sends its answer for longer than a question may take',
    dribble([], { everyMs: 10_000 }),
    /^did not finish its answer within 0.5 s/,
  ],
  ['says nothing in that time', hang(), /^did not answer within 0.5 s/],
])('a registry that %s has timed out, and was not too busy here', async (_, behaviour, found) => {
  await using partner = await startScriptedPartner({ ...WELL, '/api/stats': behaviour });
  const { step } = await check(partner.url, { timeoutMs: 500, readTimeoutMs: 500 });
  expect(step('stats')).toMatchObject({ result: 'wrong', found: expect.stringMatching(found) });
});

type Found = readonly [wrong: readonly ProbeRow['check'][], words: RegExp, broken?: readonly ProbeRow['check'][]];

/** What is wrong in each scenario, a word of it where others are like it, and the rules of the protocol it breaks. */
const FOUND: Readonly<Record<ScenarioName, Found>> = {
  well: [[], /^$/],
  empty: [[], /^$/],
  anonymised: [[], /^$/],
  'any-token': [[], /200 instead of 401/, ['unknown-token']],
  'ignores-filters': [[], /are ignored: 3 of 5 are others/, ['filters', 'unknown-ontology']],
  'repeats-records': [[], /the same people are on both/, ['listing-pages']],
  'short-pages': [[], /a page that is not the last has fewer records/, ['listing-pages']],
  'too-small-totals': [[], /the total is smaller than their number of records/, ['listing-pages']],
  'too-large-totals': [[], /a page that is not the last has fewer records/, ['listing-pages']],
  slow: [[], /^$/],
  'wrong-fields': [
    ['records'],
    /gene\.remoteUser\.lastName is a number \(not shown\), but must be text of at most 255 characters or null \(7 times\)/,
    ['filters'],
  ],
  'other-address': [
    ['address', 'origin'],
    /calls itself elsewhere\.example\.org.*originUrl is at elsewhere\.example\.org/,
  ],
  'refuses-token': [['token'], /^is refused/],
  'no-version': [['version'], /404, without a document that states a version/],
  hang: [['version', 'genes-search', 'users-search'], /did not answer within 0\.4 s/],
  half: [['version', 'genes-search', 'users-search'], /did not finish its answer within 0\.4 s/],
  trickle: [['version', 'genes-search', 'users-search'], /did not finish its answer within 0\.4 s/],
  reset: [['version', 'genes-search', 'users-search'], /is not responding/],
  'breaks-off': [['version', 'genes-search', 'users-search'], /broke off its answer/],
  garbage: [questionsAnd('version'), /something that cannot be read/],
  'not-http': [['version', 'genes-search', 'users-search'], /something that is no proper answer/],
  'login-page': [questionsAnd('version'), /something else than data/],
  'too-large': [['genes-search', 'users-search'], /more than is read of one answer/, ['listing-pages']],
  redirects: [['version', 'genes-search', 'users-search'], /redirects to another address/],
  fails: [questionsAnd('version'), /answered with an error \(500\)/],
  busy: [['version', 'genes-search'], /asks us to wait \(429\)/],
  'switched-off': [questionsAnd(), /is switched off \(503\)/],
};

/** These break nearly every rule. */
const ANSWERS_ALL_ALIKE: readonly ScenarioName[] = ['garbage', 'login-page', 'fails'];

/** The questions that need no record of an earlier answer, and what else is wrong. */
function questionsAnd(...more: readonly ProbeRow['check'][]): readonly ProbeRow['check'][] {
  return [...more, 'genes-search', 'users-search', 'genes-list', 'users-list', 'stats', 'terms'];
}

describe('a mock partner', () => {
  // Side by side, as most of the time is spent waiting for them.
  test.concurrent.each(SCENARIO_NAMES)('in the scenario %s is found to be so', async (name) => {
    // An old version has few rules, and a slow partner is asked as little as can be.
    const version = name === 'slow' ? '1.3.4' : '1.5.10';
    await using partner = await startScriptedPartner(SCENARIOS[name].script(version, 500));
    const isQuiet = ['hang', 'half', 'trickle'].includes(name);
    const readTimeoutMs = isQuiet ? 400 : name === 'slow' ? 950 : 8000;
    const found = await check(partner.url, { readTimeoutMs });
    const [wrong, words, broken = []] = FOUND[name];
    expect(found.wrong.toSorted()).toEqual(wrong.toSorted());
    if (ANSWERS_ALL_ALIKE.includes(name)) expect(found.broken.length).toBeGreaterThan(10);
    else expect(found.broken).toEqual(broken);
    const texts = found.steps.filter(({ result }) => result === 'wrong').map((one) => one.found);
    expect(texts.join(' ')).toMatch(words);
    expect(found.isWell).toBe(wrong.length + found.broken.length === 0);
    if (name === 'slow') expect(found.step('genes-search')?.found).toContain('; slow: ');
  });

  test.each(['1.3.4', '1.4.11', '1.5.10'] as const)(
    'that speaks as %s is well, hidden people or not',
    async (version) => {
      for (const name of ['well', 'anonymised'] as const) {
        await using partner = await startScriptedPartner(SCENARIOS[name].script(version));
        expect((await check(partner.url)).wrong).toEqual([]);
      }
    },
  );

  test('that hides everybody is asked for the anonymous ids that came', async () => {
    await using partner = await startScriptedPartner(SCENARIOS.anonymised.script('1.5.10'));
    const found = await check(partner.url);
    expect(found.step('anonymous-user')).toMatchObject({ result: 'ok', records: 1 });
    expect(found.step('anonymous-gene')).toMatchObject({ result: 'ok', records: 1 });
  });

  test('that takes any token leaves open whether ours is known', async () => {
    await using partner = await startScriptedPartner(SCENARIOS['any-token'].script('1.5.10'));
    expect((await check(partner.url)).step('token')).toMatchObject({ result: 'remark' });
  });

  test.each([
    ['says nothing', hang(), 'cannot be seen, as the registry did not answer within 0.5 s'],
    ['fails', status(500), 'cannot be seen, as the registry answered with an error'],
  ])('that %s when it gets an unknown token leaves open whether it takes any', async (_, toUnknown, found) => {
    const search = WELL['/api/users/search'] ?? hang();
    await using partner = await startScriptedPartner({
      ...WELL,
      '/api/users/search': dependingOn(({ headers }) =>
        UNKNOWN.test(headers.authorization ?? '') ? toUnknown : search,
      ),
    });
    const { step } = await check(partner.url, { timeoutMs: 500, readTimeoutMs: 500 });
    expect(step('token')).toMatchObject({ result: 'not-asked', found });
  });

  test('that is silent to its end is not one that nobody waited for', async () => {
    await using partner = await startScriptedPartner({ ...WELL, '/api/users/search': hang() });
    const { step } = await check(partner.url, { timeoutMs: 500, readTimeoutMs: 500 });
    expect(step('token')?.found).toBe('cannot be seen, as the registry did not answer within 0.5 s');
  });
});

test('the names of checks are no names of questions', async () => {
  await using partner = await startScriptedPartner(WELL);
  const { steps } = await check(partner.url);
  expect(new Set(steps.map((one) => one.check)).size).toBe(steps.length);
  expect(steps.map((one) => one.check)).toEqual(expect.arrayContaining([...CHECK_NAMES]));
});
