/** What another node sends of a patient is found in nothing that this registry stores, logs or sends. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startCollector } from '../../operations/collector.ts';
import { startNetwork } from '../../support/network/start-network.ts';
import { aGene, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const TOKEN = 'token-of-another-node';
/** Each once, so that a word that is found shows which member it came from. */
const PRIVATE_TEXTS = [
  'pid7731',
  'clinicname',
  'clinichref',
  'labelword',
  'HP:7731001',
  'diseaseword',
  'variantword',
  'speciesword',
];
/** The kind of a span that is a request to this registry. */
const SERVER = 2;
const GENE_WORD = 'GENEWORD7';
const PATIENT = {
  id: 'pid7731',
  contact: { name: 'clinicname', href: 'mailto:clinichref@example.org' },
  label: 'labelword',
  species: 'speciesword',
  features: [{ id: 'HP:7731001' }],
  disorders: [{ id: 'diseaseword' }],
  genomicFeatures: [
    { gene: { id: 'TP53' }, variant: { assembly: 'variantword' } },
    { gene: { id: GENE_WORD }, variant: { assembly: 'variantword' } },
  ],
};

/** Requests that are answered, refused, broken and cut short. */
const BODIES = [
  JSON.stringify({ patient: PATIENT }),
  JSON.stringify({ patient: { ...PATIENT, genomicFeatures: [{ gene: { id: GENE_WORD } }] } }),
  JSON.stringify({ patient: { ...PATIENT, contact: { name: 'clinicname' } } }),
  JSON.stringify({
    patient: {
      ...PATIENT,
      genomicFeatures: Array.from({ length: 11 }, (_, at) => ({ gene: { id: `${GENE_WORD}${at}` } })),
    },
  }),
  `${JSON.stringify({ patient: PATIENT }).slice(0, -9)}`,
];

test('logs, traces, metrics, the audit log, files and the addresses of partners hold no word of a patient', async () => {
  await using collector = await startCollector();
  const snapshot = smallSnapshot({
    genes: [aGene(7157, 'TP53')],
    orthologs: [],
    users: [aUser(1, { privacyLevel: 2, genes: [{ geneId: 7157, tier: 'TIER1', privacyLevel: null }] })],
  });
  await using network = await startNetwork([
    {
      key: 'a',
      snapshot,
      settings: {
        ...{ APP_SETTINGS_INTEGRATIONS_MME_TOKENS: TOKEN, LOG_LEVEL: 'debug', SERVER_METRICS_PORT: '0' },
        ...{
          TRACING_URL: collector.url,
          TRACING_PERCENT: '100',
          AUDIT_LOG_KEEP_DAYS: '30',
          AUDIT_LOG_WITH_TEXT: 'true',
        },
      },
    },
    { key: 'b', snapshot },
  ]);
  const registry = network.at('a');
  const line = network.line('a', 'b');
  const match = async (body: string) => {
    const headers = { 'X-Auth-Token': TOKEN, 'Content-Type': 'application/json' };
    const response = await registry.get('/mme/match', { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };

  const answers = [];
  for (const body of BODIES) answers.push(await match(body));
  line.behave((_request, response) => response.writeHead(500).end('broken'));
  answers.push(await match(JSON.stringify({ patient: { ...PATIENT, genomicFeatures: [{ gene: { id: '7157' } }] } })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 422, 400, 200]);
  await expect
    .poll(() => collector.spans().filter(({ kind }) => kind === SERVER).length)
    .toBeGreaterThanOrEqual(answers.length);
  await expect.poll(() => registry.logged()).toContain('/mme/match');

  const kept = async () => {
    const files = (await readdir(registry.folder)).filter((name) => name.includes('.sqlite'));
    return Promise.all(
      files.map(async (name) => [name, await readFile(join(registry.folder, name), 'latin1')] as const),
    );
  };
  // The gene itself was searched for, so the audit log records it.
  const searchedFor = async () => {
    using database = new DatabaseSync(join(registry.folder, 'registry.sqlite'));
    return JSON.stringify(database.prepare('SELECT text FROM audit_question').all());
  };
  await expect.poll(searchedFor).toContain('TP53');
  const sent = line.requests.map(({ path, headers }) => `${path} ${JSON.stringify(headers)}`);
  expect(sent.some((one) => one.includes('TP53'))).toBe(true);
  const places: Record<string, string> = {
    log: registry.logged(),
    traces: collector.bodies.join('\n'),
    metrics: await (await fetch(registry.metricsUrl ?? '')).text(),
    partner: sent.join('\n'),
    answers: answers.map(({ text }) => text).join('\n'),
    ...Object.fromEntries(await kept()),
  };
  const words = [...PRIVATE_TEXTS, GENE_WORD];
  const found = Object.entries(places).flatMap(([place, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${word} in ${place}`),
  );
  expect(found).toEqual([]);
});
