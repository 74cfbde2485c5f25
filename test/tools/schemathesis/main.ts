/**
 * `npm run schemathesis`: starts the demonstration network and lets schemathesis, a program in Python, put both OpenAPI
 * documents to the test: what they allow must be accepted, what they exclude refused, and every answer as described.
 * A minute and a half.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoNetwork } from '../../support/network/demo-network.ts';

const COMMAND = process.env.SCHEMATHESIS || 'schemathesis';
/** Tested with it; later ones find more, and name their checks again. */
const VERSION = '4.32.5';
const DOCUMENTS = ['/api', '/api/federated'];
const SECONDS_PER_DOCUMENT = 40;
/** The same requests at every run. Another seed tries others: `npm run schemathesis -- --seed 7`. */
const DEFAULT_OPTIONS = ['--seed', '1', '--max-time', String(SECONDS_PER_DOCUMENT), '--workers', '2'];

const found = spawnSync(COMMAND, ['--version'], { encoding: 'utf8' });
if (found.error !== undefined) {
  process.stdout.write(
    `Left out: the OpenAPI documents were not put to the test, as there is no schemathesis here ` +
      `(pip install schemathesis==${VERSION}, or name the program in SCHEMATHESIS).\n`,
  );
} else {
  process.exitCode = await testDocuments(process.argv.slice(2));
}

/** Answers the exit code: 0 when nothing was found. */
async function testDocuments(options: readonly string[]): Promise<number> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const { demonet } = resources.use(await openDemoNetwork());
  const codes = [];
  for (const path of DOCUMENTS) codes.push(await testDocument(demonet.url, path, folder, options));
  return Math.max(...codes);
}

/** It keeps what it has found in the folder it runs in, so that is one of its own. */
async function testDocument(url: string, path: string, folder: string, options: readonly string[]): Promise<number> {
  const configuration = ['--config-file', join(import.meta.dirname, 'schemathesis.toml')];
  const target = ['run', url + path, '--url', url, '--checks', 'all'];
  const child = spawn(COMMAND, [...configuration, ...target, ...DEFAULT_OPTIONS, ...options], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PYTHONPATH: import.meta.dirname, SCHEMATHESIS_HOOKS: 'beyond_openapi' },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
