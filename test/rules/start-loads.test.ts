/** What a registry loads before it answers: every file and package of it is paid for at each start. */

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readImports } from '../support/docs/read-imports.ts';

const root = fileURLToPath(new URL('../../src/', import.meta.url));
/** Where `serve` begins, and what it then loads on its way to the first answer. */
const STEPS = ['cli/main.js', 'cli/run.ts', 'cli/serve.ts', 'app/main.ts'];

const loaded = loadedBy(STEPS);

test('a registry that starts loads the packages that every answer needs, and no other', () => {
  const needed = ['ajv', 'cors', 'express', 'express-rate-limit', 'fresh', 'helmet', 'ipaddr.js', 'lru-cache'];
  expect([...loaded.packages].toSorted()).toEqual([...needed, 'p-limit', 'pino', 'swagger-ui-express', 'yaml']);
});

test('what pages are made of, what mail, metrics and traces need, and what reads files of people is loaded later', () => {
  const later = ['pages/page-routes.ts', 'operations/mailer.ts', 'operations/metrics.ts', 'operations/tracing.ts'];
  const reading = ['app/initial-snapshot.ts', 'app/workers.ts', 'files/snapshot-file.ts', 'pages/server/bundle.ts'];
  expect([...later, ...reading].filter((file) => loaded.files.has(file))).toEqual([]);
  expect(loadedBy([...later, ...reading]).packages).toContain('nodemailer');
});

/** Files, relative to src, and packages that are there before the first line of these files runs. */
function loadedBy(starts: readonly string[]) {
  const [files, packages] = [new Set(starts), new Set<string>()];
  for (const file of files) {
    for (const { specifier = '', kind } of readImports(readFileSync(`${root}${file}`, 'utf8'))) {
      if (kind !== 'static' || specifier.startsWith('node:')) continue;
      if (specifier.startsWith('.')) files.add(posix.join(posix.dirname(file), specifier));
      else packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return { files, packages };
}
