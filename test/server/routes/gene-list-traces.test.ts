/**
 * A list of genes, and whatever is typed into the one box, may point to a patient: it leaves no trace in the log, the
 * metrics, an address, a header or an error, whatever becomes of it.
 */

import { expect } from 'vitest';
import { dependingOn, resetBefore } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { startCollector } from '../../operations/collector.ts';
import { BATCH } from '../../support/network/gene-lists.ts';
import { learned } from '../../support/network/network-of-partners.ts';
import { genes } from '../../support/partners/behaviours.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../../support/registry/alpha-registry.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';
import { test } from '../../support/worlds.ts';

const SECRET = /BRCA1|TP53|SECRET\d|ENSG0|Meyrink|seizures since|Lausanne/i;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const RESOLVE = '/api/federated/resolve';
const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };

/** Lists and texts that are answered and such as are refused, by the route, by the page and by the box. */
const POSTS: [path: string, body: string, headers: Record<string, string>, status: number][] = [
  [BATCH, JSON.stringify({ text: ['TP53', 'ENSG00000012048', 'SECRET1'] }), JSON_TYPE, 200],
  [BATCH, JSON.stringify({ genes: [BRCA1] }), { ...JSON_TYPE, Accept: 'application/x-ndjson' }, 200],
  [BATCH, JSON.stringify({ genes: Array(101).fill(BRCA1) }), JSON_TYPE, 400],
  [BATCH, '{"text": ["SECRET2"', JSON_TYPE, 400],
  [BATCH, JSON.stringify({ text: 'SECRET3' }), JSON_TYPE, 400],
  [BATCH, 'SECRET4', { 'Content-Type': 'text/plain' }, 415],
  [BATCH, JSON.stringify({ text: ['SECRET5'.repeat(20_000)] }), JSON_TYPE, 413],
  ['/genes', 'text=TP53%0ABRCA1', FORM_TYPE, 200],
  ['/genes', 'text=TP53%0ABRCA1&format=csv', FORM_TYPE, 200],
  ['/genes', `text=SECRET6${'x'.repeat(300)}`, FORM_TYPE, 400],
  ['/search', 'text=SECRET7', FORM_TYPE, 200],
  ['/search', 'text=NM_007294.4(BRCA1)%3Ac.68_69delSECRET8', FORM_TYPE, 200],
  ['/search', 'text=BRCA1', FORM_TYPE, 303],
  ['/search', 'text=TP53%2C+BRCA1', FORM_TYPE, 200],
  ['/search', 'text=TP53%2C+BRCA1&scripted=yes', FORM_TYPE, 200],
  ['/search', 'text=Meyrink%2C+6+y%2C+BRCA1+c.68_69del%2C+seizures+since+March%2C+Lausanne', FORM_TYPE, 200],
  ['/search', 'text=Meyrink%2C+BRCA1+het%2C+TP53+hom%2C+Lausanne&scripted=yes', FORM_TYPE, 200],
  ['/search', 'text=our+patient+Meyrink+has+seizures+since+March', FORM_TYPE, 200],
  [RESOLVE, JSON.stringify({ text: 'Meyrink of Lausanne, BRCA1, seizures since March' }), JSON_TYPE, 200],
  [RESOLVE, JSON.stringify({ text: 'Meyrink', seizures: 'Lausanne' }), JSON_TYPE, 400],
  ['/search', `text=SECRET9${'x'.repeat(4000)}`, FORM_TYPE, 400],
];

/** What is asked in an address, which somebody wrote on purpose, or while they typed. */
const ASKED = ['/search?text=SECRET1', '/search?text=TP53,BRCA1', '/api/federated/resolve?text=SECRET2'];

function send(url: string, [path, body, headers]: (typeof POSTS)[number]): Promise<Response> {
  return fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' });
}

test('the log has an event for each request, and none shows a gene', async () => {
  await using partner = await startScriptedPartner({ '/api/genes/search': resetBefore() });
  const settings = { LOG_LEVEL: 'debug', APP_SETTINGS_ISEARCH_APIS: partner.url };
  await using registry = await startTestRegistry({ snapshot: ALPHA_SNAPSHOT, settings });
  for (const post of POSTS) {
    const [path, body, , status] = post;
    const answer = await send(registry.url, post);
    await answer.text();
    expect([path, body.slice(0, 30), answer.status]).toEqual([path, body.slice(0, 30), status]);
  }
  for (const path of ASKED) await (await fetch(registry.url + path)).text();
  const events = registry.logged().split('\n');
  expect(events.filter((line) => line.includes('"msg":"request"'))).toHaveLength(POSTS.length + ASKED.length);
  expect(events.filter((line) => line.includes(`"route":"${BATCH}"`))).toHaveLength(7);
  expect(events.filter((line) => SECRET.test(line))).toEqual([]);
});

test('the metrics count the answers of every registry, and no label shows a gene', async () => {
  await using partner = await startScriptedPartner({ '/api/genes/search': genes(2) });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'fly', name: 'FlyNet', url: partner.url }],
    settings: { SERVER_METRICS_PORT: '0' },
  });
  await learned(registry, 'fly', '1.5.10');
  for (const post of POSTS) await (await send(registry.url, post)).text();
  for (const path of ASKED) await (await registry.get(path)).text();
  const metrics = await (await fetch(`${registry.metricsUrl}`)).text();
  expect(metrics).toMatch(/isearch_origin_answers_total\{origin="fly",state="answered"\} [1-9]/);
  expect(metrics.split('\n').filter((line) => SECRET.test(line))).toEqual([]);
  expect(JSON.stringify(await registry.json('/api/federated/partners'))).not.toMatch(SECRET);
});

test('nobody may store the answer, and its head shows no more of a text than the one gene it leads to', async ({
  alpha,
}) => {
  for (const post of POSTS) {
    const { status, headers } = await send(alpha.url, post);
    expect([post[0], headers.get('cache-control')]).toEqual([post[0], expect.stringContaining('no-store')]);
    const isLed = status === 303;
    const led = './search?symbol=BRCA1&taxonId=9606&as=symbol';
    if (isLed) expect([led, `${led}&left-out=words`]).toContain(headers.get('location'));
    const traces = [...headers].filter(([name]) => !(isLed && name === 'location')).flat();
    expect(traces.filter((text) => SECRET.test(text))).toEqual([]);
  }
});

test('a partner is asked for one gene at a time, so that no address holds a list', async () => {
  const addresses: string[] = [];
  await using partner = await startScriptedPartner({
    '/api/genes/search': dependingOn(({ params }) => {
      addresses.push(`${params}`);
      return genes(2);
    }),
  });
  await using registry = await startTestRegistry({
    snapshot: ALPHA_SNAPSHOT,
    partners: [{ key: 'fly', name: 'FlyNet', url: partner.url }],
  });
  await learned(registry, 'fly', '1.5.10');
  for (const post of POSTS) await (await send(registry.url, post)).text();
  expect(addresses.length).toBeGreaterThan(1);
  expect(addresses.filter((address) => /BRCA1/i.test(address) && /TP53/i.test(address))).toEqual([]);
});

test('nothing typed beyond what was understood reaches a partner, an address or the stored questions', async () => {
  const requests: string[] = [];
  const listening = dependingOn((request) => {
    requests.push(JSON.stringify(request));
    return genes(1);
  });
  await using partner = await startScriptedPartner({ '/api/genes/search': listening, '/api/users/search': listening });
  await using collector = await startCollector();
  await using registry = await startTestRegistry({
    snapshot: ALPHA_SNAPSHOT,
    partners: [{ key: 'fly', name: 'FlyNet', url: partner.url }],
    settings: {
      TRACING_URL: collector.url,
      TRACING_PERCENT: '100',
      AUDIT_LOG_KEEP_DAYS: '30',
      AUDIT_LOG_WITH_TEXT: 'true',
    },
  });
  await learned(registry, 'fly', '1.5.10');
  const typed = /Meyrink|seizures since|Lausanne|c\.68|since March/i;
  for (const post of POSTS) {
    const answer = await send(registry.url, post);
    await answer.text();
    const location = answer.headers.get('location');
    if (location === null) continue;
    expect(location).not.toMatch(typed);
    // The page that follows asks for the answer; what it links to and refers to shows no more.
    const page = await registry.get(`${location.slice(1)}&render=server`);
    const html = await page.text();
    expect([page.status, typed.exec(html)?.[0]]).toEqual([200, undefined]);
    // No other website learns of an address of this one by a link.
    expect(page.headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin|strict-origin)/);
  }
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.filter((request) => typed.test(request))).toEqual([]);
  const admin = { headers: { Authorization: `Bearer ${TOKENS.admin}` } };
  await expect
    .poll(async () => (await registry.get('/api/admin/audit-log', admin)).text(), { interval: 50 })
    .toContain('symbol=BRCA1');
  expect(await (await registry.get('/api/admin/audit-log', admin)).text()).not.toMatch(typed);
  await expect.poll(() => collector.spans().length, { interval: 50 }).toBeGreaterThan(POSTS.length);
  expect(collector.bodies.filter((body) => typed.test(body))).toEqual([]);
});

test('a main website may post a list, and no other website', async () => {
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { APP_SITE_MAINSITE: 'https://portal.example.org' },
  });
  const preflight = (origin: string, method: string) =>
    registry.get(BATCH, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'content-type',
      },
    });
  const allowed = await preflight('https://portal.example.org', 'POST');
  expect(allowed.headers.get('access-control-allow-methods')).toBe('POST');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://portal.example.org');
  const refused = [
    await preflight('https://portal.example.org', 'GET'),
    await preflight('https://other.example.org', 'POST'),
  ];
  for (const { headers } of refused) expect(headers.get('access-control-allow-methods')).toBeNull();
});

test('where the search by gene is switched off, so is the list', async () => {
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' },
  });
  const request = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ genes: [BRCA1] }) };
  expect((await registry.get(BATCH, request)).status).toBe(503);
  expect((await registry.get('/genes')).status).toBe(503);
});
