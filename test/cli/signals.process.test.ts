/** What a signal does to a process: it ends at once what goes on, and nothing else. Of several processes: test/cluster. */

import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hang } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { ending, KILLED_BEFORE_COMMIT, openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const GENES = '#tax_id\tGeneID\tSymbol\tSynonyms\tdescription\tModification_date\n';
const human = (geneId: number, symbol: string) => `9606\t${geneId}\t${symbol}\t-\t-\t20200127\n`;

test('a second one ends serve at once, though somebody waits for a partner', async () => {
  await using slow = await startScriptedPartner({ '/api/genes/search': hang() });
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  await using server = await workplace.serve([], { APP_SETTINGS_ISEARCH_APIS: slow.url });
  const cut = fetch(`${server.url}/api/federated/genes/search?symbol=BRCA1&taxonId=9606`).then(
    async (answer) => (await answer.text()).length,
    () => 'cut off',
  );
  await expect.poll(() => slow.requestsTo('/api/genes/search').length).toBeGreaterThan(0);
  expect((await server.insist()).code).toBeNull();
  expect(await cut).toBe('cut off');
});

test('a backup that is stopped leaves nothing behind', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  const database = new DatabaseSync(workplace.at('registry.sqlite'));
  // Some 100 MB, which take longer to copy than a signal to come.
  database.exec('CREATE TABLE large (x)');
  database.exec(
    'INSERT INTO large SELECT zeroblob(1000000) FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10))',
  );
  database.exec('DROP TABLE large');
  database.close();
  await stopOnTheWay(workplace, ['backup', 'copy.sqlite']);
  expect((await readdir(workplace.folder)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a copy of a database that is stopped leaves nothing behind', async () => {
  await using workplace = await openWorkplace();
  // It takes the connection and never answers.
  const database = createServer(() => {});
  await once(database.listen(0, '127.0.0.1'), 'listening');
  const { port } = database.address() as AddressInfo;
  const from = `mysql://reader@127.0.0.1:${port}/rdp`;
  expect(await stopOnTheWay(workplace, ['copy', '--from', from, '--to', 'copy.sqlite'])).toMatchObject({ code: 143 });
  expect((await readdir(workplace.folder)).filter((name) => name.includes('copy.sqlite'))).toEqual([]);
  database.close();
});

/** Ends it by a signal while it writes `copy.sqlite`. */
async function stopOnTheWay(workplace: Workplace, args: readonly string[]) {
  const child = workplace.start(args);
  const ended = ending(child);
  const isThere = async () => (await readdir(workplace.folder)).some((name) => name.startsWith('copy.sqlite.part'));
  while (child.exitCode === null && !(await isThere())) await pause(1);
  child.kill('SIGTERM');
  return await ended;
}

test('a load that is killed on the way leaves the data as they were', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  const before = await workplace.run(['export']);
  const child = workplace.start(['load', 'genes', '-'], { NODE_OPTIONS: `--import ${KILLED_BEFORE_COMMIT}` });
  // The cache of SQLite is full after some megabytes, and then it writes before the end.
  const name = 'x'.repeat(4000);
  const lines = Array.from({ length: 6000 }, (_, at) => human(10_000 + at, 'X').replace('-\t-', `-\t${name}`));
  child.stdin?.end(GENES + lines.join(''));
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect((await stat(workplace.at('registry.sqlite-wal'))).size).toBeGreaterThan(100_000);
  using database = new DatabaseSync(workplace.at('registry.sqlite'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(await workplace.run(['export'])).toEqual(before);
});
