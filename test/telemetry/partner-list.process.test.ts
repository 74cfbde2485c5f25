/** What the metrics of a process say of its list of partners. */

import { expect, test } from 'vitest';
import { counted } from '../support/http/read-metrics.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { neighboursForAll } from '../support/network/network-of-partners.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const OFTEN = { interval: 100 };
const neighbours = neighboursForAll();

test('a list of partners that was replaced, and one that cannot be used, are counted and logged', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  const write = (apis: unknown) =>
    workplace.write('registry.yaml', JSON.stringify({ app: { settings: { isearch: { apis } } } }));
  await write([{ key: 'north', name: 'North', url: neighbours.north.url }]);
  const env = { SERVER_METRICS_PORT: '0', DATABASE_INITIAL_SNAPSHOT: 'first.json' };
  await using server = await workplace.serve(['--config', 'registry.yaml'], env);
  const metricsUrl = /http:\S+\/metrics/.exec(server.output())?.[0] ?? '';
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
