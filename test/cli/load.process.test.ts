/** `load` that is killed on its way leaves the data as they were. */

import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const GENES = '#tax_id\tGeneID\tSymbol\tSynonyms\tdescription\tModification_date\n';
const human = (geneId: number, symbol: string) => `9606\t${geneId}\t${symbol}\t-\t-\t20200127\n`;

test('a load that is killed on the way leaves the data as they were', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  const before = await workplace.run(['export']);
  const child = workplace.start(['load', 'genes', '-']);
  child.stdin?.on('error', () => {});
  child.stdin?.write(GENES);
  const log = workplace.at('registry.sqlite-wal');
  // The cache of SQLite is full after some megabytes, and then it writes before the end.
  const name = 'x'.repeat(4000);
  for (let geneId = 10_000; ((await stat(log).catch(() => undefined))?.size ?? 0) < 100_000; geneId += 500) {
    const lines = Array.from({ length: 500 }, (_, index) => human(geneId + index, 'X').replace('-\t-', `-\t${name}`));
    if (child.stdin?.write(lines.join('')) === false) await pause(5);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  using database = new DatabaseSync(workplace.at('registry.sqlite'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(await workplace.run(['export'])).toEqual(before);
});
