/** What a registry measures of itself: each number after what makes it change. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import { json } from '../../src/demo/partner-behaviours.ts';
import { standStill } from '../support/machine/stand-still.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';
import { GENE_SEARCH, GENES, learned, startOdd } from '../support/network/network-of-partners.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { counted, samplesOf } from '../support/server/read-metrics.ts';
import { neighboursForAll } from '../support/worlds.ts';

const ON = { SERVER_METRICS_PORT: '0' };
const neighbours = neighboursForAll();

async function samples({ metricsUrl = '' }: { metricsUrl: string | undefined }) {
  return samplesOf(await (await fetch(metricsUrl)).text());
}

async function metricOf(registry: TestRegistry, name: string): Promise<number | undefined> {
  return (await samples(registry)).find((sample) => sample.name === name)?.value;
}

test('numbers of a partner end when it leaves the list, and those of a new one begin with 0', async () => {
  await using registry = await neighbours.open(undefined, { settings: ON });
  await registry.json(GENE_SEARCH);
  const { partners } = registry.context.config.app.settings.isearch;
  const originsOf = async () => new Set((await samples(registry)).flatMap(({ labels }) => labels.origin ?? []));
  expect(await originsOf()).toEqual(new Set(['local', 'north', 'south']));
  registry.context.federation.replacePartners(
    partners.map((partner) => (partner.key === 'north' ? { ...partner, key: 'east' } : partner)),
  );
  expect(await originsOf()).toEqual(new Set(['local', 'south', 'east']));
  const answers = (await samples(registry)).filter(({ name }) => name === 'isearch_origin_answers_total');
  expect(answers.filter(({ labels }) => labels.origin === 'east').every(({ value }) => value === 0)).toBe(true);
  registry.context.federation.replacePartners(partners);
  await registry.json(GENE_SEARCH);
  expect(await originsOf()).toEqual(new Set(['local', 'north', 'south']));
});

test('records that are left out are counted when they come, and not again when the answer is given again', async () => {
  await using odd = await startOdd({ [GENES.partnerPath]: json([geneRecord(1), 'no record', { symbol: 7 }]) });
  await using registry = await neighbours.open({ url: odd.url }, { settings: ON });
  await learned(registry, 'odd', '1.5.10');
  for (const size of [5, 6]) await registry.json(`${GENE_SEARCH}&tiers=TIER1&size=${size}`);
  expect(await counted(registry.metricsUrl, 'isearch_origin_cache_total')).toMatchObject({ 'odd hit': 1 });
  expect(await counted(registry.metricsUrl, 'isearch_origin_records_dropped_total')).toEqual({ odd: 2 });
});

test('a request that a limit refuses is counted under it', async () => {
  const settings = {
    ...ON,
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-the-north',
    APP_SETTINGS_ISEARCH_USER_ID: '2',
    LIMITS_PARTNER_REQUESTS_PER_MINUTE: '1',
    SERVER_TRUSTED_PROXIES: 'loopback',
  };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  const headers = { Authorization: 'Bearer token-of-the-north', 'X-Forwarded-For': '192.0.2.7' };
  const statuses = [await registry.get('/api/stats', { headers }), await registry.get('/api/stats', { headers })];
  expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
  expect(await counted(registry.metricsUrl, 'isearch_refused_total')).toEqual({ partner: 1 });
});

test('numbers of a search token end when it is no longer accepted, and those of a new one begin with 0', async () => {
  const settings = { ...ON, APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-the-north', APP_SETTINGS_ISEARCH_USER_ID: '2' };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  const ask = async (token: string) => (await registry.json('/api/stats', token)).users;
  const requests = () => counted(registry.metricsUrl, 'isearch_search_token_requests_total');
  await ask('token-of-the-north');
  expect(await requests()).toEqual({ 'token-1': 1 });
  registry.context.registry.searchTokens.replace([{ name: 'south', token: 'token-of-the-south' }]);
  const labels = (await samples(registry)).flatMap(({ labels }) => labels.token ?? []);
  expect(labels).toEqual(['south']);
  await ask('token-of-the-south');
  expect(await requests()).toEqual({ south: 1 });
});

test('connections are counted while they are open', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
  expect(await metricOf(registry, 'isearch_connections')).toBe(0);
  await (await registry.get('/livez')).text();
  expect(await metricOf(registry, 'isearch_connections')).toBe(1);
});

test('the end of the certificate is exact to the second', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'certificate-'));
  const validUntil = new Date(Math.floor(Date.now() / 1000) * 1000 + 864_000_000);
  const { key, cert } = testCertificate({ validUntil });
  const [certificateFile, keyFile] = [join(folder.path, 'registry.pem'), join(folder.path, 'registry.key')];
  writeFileSync(certificateFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const settings = { ...ON, SERVER_TLS_CERTIFICATE_FILE: certificateFile, SERVER_TLS_KEY_FILE: keyFile };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  const expires = await metricOf(registry, 'isearch_tls_certificate_expires_timestamp_seconds');
  expect(expires).toBe(validUntil.getTime() / 1000);
});

test('a program that is late with its work is shown as late, since the last time somebody looked', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
  const lateness = () => metricOf(registry, 'nodejs_eventloop_lag_max_seconds');
  await lateness();
  await pause(50);
  standStill(1000);
  await pause(50);
  expect(await lateness()).toBeGreaterThan(0.95);
  await pause(100);
  expect(await lateness()).toBeLessThan(0.95);
});
