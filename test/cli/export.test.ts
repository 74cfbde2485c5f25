/** `export`: a snapshot on standard output and nothing else there, whoever reads it and however far. */

import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../src/domain/record/snapshot-versions.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';

const ALPHA = fileURLToPath(new URL('../contract/recorded/alpha.snapshot.json.gz', import.meta.url));

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  await workplace.run(['import', ALPHA]);
});
afterAll(() => workplace[Symbol.asyncDispose]());

test('an export writes a whole snapshot, ended by a line break, and says nothing', async () => {
  const { code, stdout, stderr } = await workplace.run(['export']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(JSON.parse(stdout)).toMatchObject({ format: 'registry-snapshot', version: 5, users: { length: 61 } });
  expect(stdout).not.toContain('token-alpha');
});

test('an export can be compressed, and imported again as it is', async () => {
  await using other = await openWorkplace();
  const exported = await workplace.run(['export']);
  expect((await other.run(['import', '-'], { input: gzipSync(exported.stdout) })).code).toBe(0);
  expect(await other.run(['export'])).toEqual(exported);
});

test('an export is of one moment, though an import comes in between', async () => {
  await using own = await openWorkplace();
  await own.run(['import', ALPHA]);
  const before = await own.run(['export']);
  const exporting = own.begin(['export']);
  // A stream holds less than the whole, so by now it is in the middle and waits for a reader.
  await once(exporting.stdout, 'readable');
  const { users } = JSON.parse(before.stdout);
  const other = { ...JSON.parse(before.stdout), comment: 'other', users: users.slice(0, 1), remoteSearchUserId: null };
  expect((await own.run(['import', '-'], { input: JSON.stringify(other) })).code).toBe(0);
  expect(await text(exporting.stdout)).toBe(before.stdout);
  expect((await own.run(['export'])).stdout).toContain('"comment":"other"');
});

test('an export of a database that is not there makes none', async () => {
  await using own = await openWorkplace();
  const { code, stdout, stderr } = await own.run(['export']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^The database file .* cannot be used: there is no such file yet; import a snapshot or .*\.\n$/,
  );
  await expect(access(own.at('registry.sqlite'))).rejects.toThrow('ENOENT');
});

test('the recorded snapshot comes out as it went in, but for the version and the tokens', async () => {
  const recorded = presentSnapshot(JSON.parse(gunzipSync(await readFile(ALPHA)).toString()));
  const exported = JSON.parse((await workplace.run(['export'])).stdout) as Snapshot;
  for (const user of recorded.users) user.accessTokens = [];
  // Taxa, genes and people are sets, and so are orthologs; all else keeps its order, the genes of a person above all.
  for (const { taxa, genes, orthologs, users } of [recorded, exported]) {
    taxa.sort((a, b) => a.id - b.id);
    genes.sort((a, b) => a.geneId - b.geneId);
    orthologs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    users.sort((a, b) => a.id - b.id);
  }
  expect(exported).toEqual(recorded);
});
