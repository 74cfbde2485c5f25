/** `export`: a snapshot on standard output and nothing else there, whoever reads it and however far. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../src/domain/record/snapshot-versions.ts';
import { MAIN, openWorkplace, type Workplace } from '../support/machine/command-line.ts';

const ALPHA = fileURLToPath(new URL('../contract/recorded/alpha.snapshot.json.gz', import.meta.url));

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  await workplace.run(['import', ALPHA]);
});
afterAll(() => workplace[Symbol.asyncDispose]());

/** Runs a line of shell in which `export` is the command, and answers what it wrote and how the command ended. */
async function shell(line: string) {
  const command = `"${process.execPath}" "${MAIN}" export`;
  const child = spawn(
    'bash',
    ['--norc', '-c', `${line.replace('export', command)}; echo "ended \${PIPESTATUS[0]}" >&2`],
    {
      cwd: workplace.folder,
      env: workplace.env,
    },
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr };
}

test('an export writes a whole snapshot, ended by a line break, and says nothing', async () => {
  const { code, stdout, stderr } = await workplace.run(['export']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(JSON.parse(stdout)).toMatchObject({ format: 'registry-snapshot', version: 5, users: { length: 61 } });
  expect(stdout).not.toContain('token-alpha');
});

describe.skipIf(process.platform === 'win32')('an export on the left of a pipe', () => {
  test('can be compressed, and imported again as it is', async () => {
    const { stderr } = await shell('export | gzip > again.gz');
    expect(stderr).toBe('ended 0\n');
    await using other = await openWorkplace();
    expect((await other.run(['import', workplace.at('again.gz')])).code).toBe(0);
    expect(await other.run(['export'])).toEqual(await workplace.run(['export']));
  });

  test('ends without a word when the reader has seen enough', async () => {
    const { stdout, stderr } = await shell('export | head -c 30');
    expect(stdout).toBe('{"format":"registry-snapshot",');
    // As the shell gives for any program whose reader left, so that a script knows half an export from a whole one.
    expect(stderr).toBe('ended 141\n');
  });

  test.skipIf(process.platform !== 'linux')('says when there is no room for it', async () => {
    const { stderr } = await shell('export > /dev/full');
    expect(stderr).toMatch(/^Standard output cannot be written: ENOSPC: [^\n]*\.\nended 1\n$/);
  });
});

test('an export is of one moment, though an import comes in between', async () => {
  await using own = await openWorkplace();
  await own.run(['import', ALPHA]);
  const before = await own.run(['export']);
  const exporting = own.start(['export']);
  // A pipe holds less than the whole, so by now it is in the middle and waits for a reader.
  await once(exporting.stdout ?? exporting, 'readable');
  const { users } = JSON.parse(before.stdout);
  const other = { ...JSON.parse(before.stdout), comment: 'other', users: users.slice(0, 1), remoteSearchUserId: null };
  expect((await own.run(['import', '-'], { input: JSON.stringify(other) })).code).toBe(0);
  expect(await text(exporting.stdout ?? Readable.from([]))).toBe(before.stdout);
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
