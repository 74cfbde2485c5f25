/** What the metrics say of the list of partners. */

import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';
import { counted } from '../support/server/read-metrics.ts';
import { neighboursForAll } from '../support/worlds.ts';

const neighbours = neighboursForAll();

test('a list of partners that was replaced, and one that cannot be used, are counted and logged', async () => {
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    followsConfig: true,
    settings: { SERVER_METRICS_PORT: '0' },
    partners: [{ key: 'north', name: 'North', url: neighbours.north.url }],
  });
  const replaceBy = async (apis: unknown) => {
    await writeFile(registry.configFile, JSON.stringify({ app: { settings: { isearch: { apis } } } }));
    registry.readConfigNow();
  };
  const { metricsUrl = '' } = registry;
  const reads = () => counted(metricsUrl, 'isearch_partner_list_reads_total');
  const isRefused = async () => Object.values(await counted(metricsUrl, 'isearch_partner_list_refused')).length === 1;
  await replaceBy([{ key: 'south', name: 'South', url: neighbours.south.url }]);
  expect(await reads()).toEqual({ replaced: 1 });
  await replaceBy([{ key: 'south', name: 'South', address: 'nowhere' }]);
  expect(await reads()).toEqual({ replaced: 1, refused: 1 });
  expect(await isRefused()).toBe(true);
  await replaceBy([{ key: 'south', name: 'South', url: neighbours.south.url }]);
  expect(await reads()).toEqual({ replaced: 1, refused: 1, unchanged: 1 });
  expect(await isRefused()).toBe(false);
});
