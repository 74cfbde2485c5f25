/** A list of genes may point to a patient: it leaves no trace in the log, the metrics or an error, whatever becomes of it. */

import { expect, test } from 'vitest';
import { BATCH } from '../../support/network/gene-lists.ts';
import { learned } from '../../support/network/network-of-partners.ts';
import { genes, resetBefore } from '../../support/partners/partner-behaviours.ts';
import { startScriptedPartner } from '../../support/partners/scripted-partner.ts';
import { ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { startCliRegistry } from '../../support/registry/cli-registry.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

const SECRET = /BRCA1|TP53|SECRET\d|ENSG0/i;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const BRCA1 = { symbol: 'BRCA1', taxonId: 9606 };

/** Lists that are answered and such as are refused, by the route and by the page. */
const POSTS: [path: string, body: string, headers: Record<string, string>, status: number][] = [
  [BATCH, JSON.stringify({ text: ['TP53', 'ENSG00000012048', 'SECRET1'] }), JSON_TYPE, 200],
  [BATCH, JSON.stringify({ genes: [BRCA1] }), { ...JSON_TYPE, Accept: 'application/x-ndjson' }, 200],
  [BATCH, JSON.stringify({ genes: Array(51).fill(BRCA1) }), JSON_TYPE, 400],
  [BATCH, '{"text": ["SECRET2"', JSON_TYPE, 400],
  [BATCH, JSON.stringify({ text: 'SECRET3' }), JSON_TYPE, 400],
  [BATCH, 'SECRET4', { 'Content-Type': 'text/plain' }, 415],
  [BATCH, JSON.stringify({ text: ['SECRET5'.repeat(20_000)] }), JSON_TYPE, 413],
  ['/genes', 'text=TP53%0ABRCA1', FORM_TYPE, 200],
  ['/genes', 'text=TP53%0ABRCA1&format=csv', FORM_TYPE, 200],
  ['/genes', `text=SECRET6${'x'.repeat(300)}`, FORM_TYPE, 400],
];

test('the log has an event for each request, and none tells a gene', async () => {
  await using partner = await startScriptedPartner({ '/api/genes/search': resetBefore() });
  await using registry = await startCliRegistry(ALPHA_SNAPSHOT, {
    LOG_LEVEL: 'debug',
    APP_SETTINGS_ISEARCH_APIS: partner.url,
  });
  // The welcome shows a request of its own.
  const welcome = registry.written().length;
  for (const [path, body, headers, status] of POSTS) {
    const answer = await fetch(registry.url + path, { method: 'POST', headers, body });
    await answer.text();
    expect([path, body.slice(0, 30), answer.status]).toEqual([path, body.slice(0, 30), status]);
  }
  await registry.stop('SIGTERM');
  const events = registry.written().slice(welcome).split('\n');
  expect(events.filter((line) => line.includes('"msg":"request"'))).toHaveLength(POSTS.length);
  expect(events.filter((line) => line.includes(`"route":"${BATCH}"`))).toHaveLength(7);
  expect(events.filter((line) => SECRET.test(line))).toEqual([]);
});

test('the metrics count the answers of every registry, and no label tells a gene', async () => {
  await using partner = await startScriptedPartner({ '/api/genes/search': genes(2) });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'fly', name: 'FlyNet', url: partner.url }],
    settings: { SERVER_METRICS_PORT: '0' },
  });
  await learned(registry, 'fly', '1.5.10');
  for (const [path, body, headers] of POSTS) {
    await (await registry.get(path, { method: 'POST', headers, body })).text();
  }
  const metrics = await (await fetch(`${registry.metricsUrl}`)).text();
  expect(metrics).toMatch(/isearch_origin_answers_total\{origin="fly",state="answered"\} [1-9]/);
  expect(metrics.split('\n').filter((line) => SECRET.test(line))).toEqual([]);
  expect(JSON.stringify(await registry.json('/api/federated/partners'))).not.toMatch(SECRET);
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

test('a list that another website sends to the page is refused', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot() });
  const headers = { ...FORM_TYPE, Origin: 'https://other.example.org', 'Sec-Fetch-Site': 'cross-site' };
  const { status } = await registry.get('/genes', { method: 'POST', headers, body: 'text=BRCA1' });
  expect(status).toBe(403);
});

test('where the search by gene is switched off, so is the list', async () => {
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' },
  });
  const asked = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ genes: [BRCA1] }) };
  expect((await registry.get(BATCH, asked)).status).toBe(503);
  expect((await registry.get('/genes')).status).toBe(503);
});
