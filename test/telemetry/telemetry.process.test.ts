/** What an operator reads of a process: numbers of its list of partners, and trouble with a collector of traces. */

import { expect, test } from 'vitest';
import { counted } from '../support/http/read-metrics.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { neighboursForAll } from '../support/network/network-of-partners.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startCollector } from './collector.ts';

const OFTEN = { interval: 100 };
const neighbours = neighboursForAll();

test('a list of partners that was replaced, and one that cannot be used, are counted and told', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  const write = (apis: unknown) =>
    workplace.write('registry.yaml', JSON.stringify({ app: { settings: { isearch: { apis } } } }));
  await write([{ key: 'north', name: 'North', url: neighbours.north.url }]);
  const env = { SERVER_METRICS_PORT: '0', DATABASE_INITIAL_SNAPSHOT: 'first.json' };
  await using server = await workplace.serve(['--config', 'registry.yaml'], env);
  const metricsUrl = /http:\S+\/metrics/.exec(server.told())?.[0] ?? '';
  const reads = () => counted(metricsUrl, 'isearch_partner_list_reads_total');
  const isRefused = async () => Object.values(await counted(metricsUrl, 'isearch_partner_list_refused')).length === 1;
  await write([{ key: 'south', name: 'South', url: neighbours.south.url }]);
  await expect.poll(reads, OFTEN).toEqual({ replaced: 1 });
  await write([{ key: 'south', name: 'South', address: 'nowhere' }]);
  await expect.poll(reads, OFTEN).toEqual({ replaced: 1, refused: 1 });
  expect(await isRefused()).toBe(true);
  await write([{ key: 'south', name: 'South', url: neighbours.south.url }]);
  await expect.poll(reads, OFTEN).toEqual({ replaced: 1, refused: 1, unchanged: 1 });
  expect(await isRefused()).toBe(false);
});

test('a collector that takes nothing is told of once in the log, and changes no answer', async () => {
  await using collector = await startCollector((res) => void res.writeHead(400).end('no'));
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  const env = {
    TRACING_URL: collector.url,
    TRACING_PERCENT: '100',
    DATABASE_INITIAL_SNAPSHOT: 'first.json',
    LOG_LEVEL: 'warn',
  };
  await using server = await workplace.serve([], env);
  for (const sent of [1, 2]) {
    expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
    await expect.poll(() => collector.bodies.length, OFTEN).toBe(sent);
  }
  expect((await server.stop()).code).toBe(0);
  expect(server.log()).toMatchObject([
    {
      level: 40,
      msg: 'traces',
      what: 'the collector of tracing.url takes no traces, which are dropped: it answers 400',
    },
  ]);
});
