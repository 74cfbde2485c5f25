/**
 * Each integration is a file or folder and a line: nothing else imports one, and a copy of this project without half of them
 * passes the tests of the other half.
 */

import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readImports } from '../support/docs/read-imports.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const LIST = 'src/integrations/integrations.ts';
const LINE = /^ {2}\{ paths: .*import\('\.\/([\w-]+)(\.ts|\/[\w-]+\.ts)'\) \},$/gm;
const A_MINUTE_MS = 60_000;

const list = await readFile(join(PROJECT, LIST), 'utf8');
const integrations = Array.from(list.matchAll(LINE), ([line, name = '', rest]) => {
  const [source, tests] = rest === '.ts' ? [`${name}.ts`, `${name}.test.ts`] : [name, name];
  return {
    line,
    name,
    places: [`src/integrations/${source}`, `test/integrations/${tests}`],
    tests: `test/integrations/${tests}`,
  };
});

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'without-a-integration-'));
  for (const name of ['src', 'test', 'config', 'docs', '.ci', 'package.json', 'tsconfig.json', 'README.md']) {
    await cp(join(PROJECT, name), join(copy, name), { recursive: true });
  }
  // Its own, as vitest keeps what it knows of the copy in it.
  await mkdir(join(copy, 'node_modules'));
  const { stdout } = await promisify(execFile)('ls', ['-A', join(PROJECT, 'node_modules')]);
  const packages = stdout.split('\n').filter((name) => name !== '' && !name.startsWith('.'));
  await Promise.all(
    packages.map((name) => symlink(join(PROJECT, 'node_modules', name), join(copy, 'node_modules', name))),
  );
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('every integration of the list is found here', () => {
  expect(integrations.length).toBeGreaterThan(0);
  expect(integrations.length).toBe(list.match(/import\('/g)?.length);
});

test('nothing but the list imports an integration', () => {
  const integrationOf = (file: string) =>
    integrations.find(({ places }) => places.some((place) => file === place || file.startsWith(`${place}/`)));
  const files = globSync('{src,test}/**/*.{ts,js}', { cwd: PROJECT });
  const imports = files.flatMap((file) =>
    readImports(readFileSync(join(PROJECT, file), 'utf8'))
      .filter(({ specifier }) => specifier?.startsWith('.'))
      .map(({ specifier = '' }) => ({ file, imported: normalize(join(dirname(file), specifier)) })),
  );
  const ofIntegrations = imports.filter(({ imported }) => integrationOf(imported) !== undefined);
  expect(ofIntegrations.filter(({ file }) => file === LIST)).toHaveLength(integrations.length);
  expect(
    ofIntegrations.filter(({ file, imported }) => file !== LIST && integrationOf(file) !== integrationOf(imported)),
  ).toEqual([]);
});

async function takeAway(gone: typeof integrations): Promise<void> {
  await writeFile(
    join(copy, LIST),
    gone.reduce((text, { line }) => text.replace(`${line}\n`, ''), list),
  );
  for (const place of gone.flatMap(({ places }) => places)) await rm(join(copy, place), { recursive: true });
}

async function putBack(gone: typeof integrations): Promise<void> {
  await writeFile(join(copy, LIST), list);
  for (const place of gone.flatMap(({ places }) => places)) {
    await cp(join(PROJECT, place), join(copy, place), { recursive: true });
  }
}

const halves = [0, 1].map((half) => {
  const gone = integrations.filter((_, at) => at % 2 === half);
  return { names: gone.map(({ name }) => name).join(' and '), gone };
});

describe.each(halves)('without $names', ({ gone }) => {
  beforeAll(() => takeAway(gone));
  afterAll(() => putBack(gone));

  test('the tests of imports, of documented routes and of other integrations pass', {
    timeout: 3 * A_MINUTE_MS,
  }, async () => {
    const others = integrations
      .filter((integration) => !gone.includes(integration))
      .map((integration) => integration.tests);
    const files = [
      'test/rules/imports.test.ts',
      'test/rules/routes.test.ts',
      'test/integrations/integrations.test.ts',
      ...others,
    ];
    const flags = ['run', '--config', 'test/vitest.config.ts', '--project=quick', '--maxWorkers=1'];
    await run('vitest/vitest.mjs', [...flags, ...files]);
  });
});

/** @returns what it wrote on standard output; a program that fails rejects with it */
async function run(program: string, args: readonly string[]): Promise<string> {
  const started = promisify(execFile)(process.execPath, [join(copy, 'node_modules', program), ...args], { cwd: copy });
  const { stdout } = await started.catch(({ stdout, stderr }) => {
    throw new Error(`${program} failed in a copy without the integration:\n${stdout}${stderr}`);
  });
  return stdout;
}
