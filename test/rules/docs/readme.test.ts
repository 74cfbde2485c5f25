/** README.md: its commands are there, its request is answered as shown; and the maps of docs/README.md are complete. */

import { existsSync, globSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screen, shown } from '../../../src/cli/demo.ts';
import { broughtMajor } from '../../../src/lib/runtime.js';
import {
  DOCUMENTED_URLS,
  type DocumentedNetwork,
  startDocumentedNetwork,
} from '../../support/docs/documented-network.ts';
import { codesIn, fencesOf, linksOf, read, tablesOf } from '../../support/docs/read-markdown.ts';

const page = read('README.md');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const fences = fencesOf(page);
const NO_ANSWER = { language: 'json', text: 'null' };
const manifest = JSON.parse(read('package.json'));

const map = tablesOf(read('docs/README.md'));

function tableUnder(title: string): readonly (readonly string[])[] {
  return map.find(({ under }) => under === title)?.rows ?? [];
}

describe('the demonstration network of the README', () => {
  const asked = fences.filter(({ under }) => under === 'Ask it');
  const commands = asked.filter(({ language }) => language === 'sh').map(({ text }) => text.trim());
  const answers = asked.filter(({ language }) => language === 'json');
  /** What config/demo/README.md says of the tokens of the first registry. */
  const tokens = tablesOf(read('config/demo/README.md'))
    .flatMap(({ rows }) => rows)
    .filter(([token]) => token?.startsWith('`demo-'))
    .map(([token = '', ...about]) => ({
      token: token.replaceAll('`', ''),
      isExpired: about.join().includes('expired'),
    }));
  let demo: DocumentedNetwork;
  beforeAll(async () => {
    demo = await startDocumentedNetwork();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test('is asked one question, with an answer', () => {
    expect([commands.length, answers.length]).toEqual([1, 1]);
  });

  test.each(commands.map((command, index) => ({ command, answer: answers[index] ?? NO_ANSWER })))(
    'answers $command as shown',
    async ({ command, answer }) => {
      await demo.expectAnswer(command, answer);
    },
  );

  test('greets as shown, with the others of its network', async () => {
    const registries = await Promise.all(demo.registries.map(shown));
    const documented = registries.map((one, index) => ({ ...one, url: DOCUMENTED_URLS[index] ?? '' }));
    const greeting = fences.find(({ language }) => language === 'text')?.text.trimEnd() ?? '';
    expect(screen(documented).slice(0, greeting.length)).toBe(greeting);
  });

  test('has a token for every kind of caller', () => {
    expect(tokens.filter(({ isExpired }) => isExpired)).toHaveLength(1);
    expect(tokens).toHaveLength(5);
    expect(tokens.map(({ token }) => token)).toEqual(expect.arrayContaining(page.match(/\bdemo-\w+-token\b/g) ?? []));
  });

  test.each(tokens)('lets $token in unless it is said to be expired', async ({ token, isExpired }) => {
    const { status } = await fetch(`${demo.url}/api/stats`, { headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(isExpired ? 401 : 200);
  });
});

describe('the commands of the README', () => {
  test('of npm are scripts of package.json', () => {
    const named = [...page.matchAll(/\bnpm (?:run )?(start|test|check)\b/g)].map(([, script = '']) => script);
    expect([...new Set(named)].toSorted()).toEqual(['check', 'start', 'test']);
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  test('of the command line are among its commands', () => {
    const commands = [...page.matchAll(/\bnode src\/launch\/isearch-proxy\.js (\w+)/g)].map(([, command]) => command);
    expect(commands).toEqual(['import', 'serve', 'token']);
    const help = read('src/cli/help.ts');
    expect(commands.filter((command) => !help.includes(`  ${command} `))).toEqual([]);
  });

  test('need the Node.js that package.json asks for', () => {
    expect(page).toContain(`needs Node.js ${/\d+/.exec(manifest.engines.node)?.[0]} or later`);
    expect(page).toContain(`Node.js ${broughtMajor} that everything runs on`);
  });
});

test('the README has three screens at most', () => {
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(140);
});

describe('the maps of docs/README.md', () => {
  test('name every page of docs', () => {
    const pages = globSync('docs/*.md', { cwd: root, exclude: ['docs/README.md'] }).concat(
      'docs/decisions',
      'docs/monitoring',
      'docs/rdp-protocol',
    );
    const mapped = tableUnder('Pages').flatMap((cells) => cells.flatMap(linksOf).map((link) => `docs/${link}`));
    expect(mapped.map((path) => path.replace(/\/$/, '')).toSorted()).toEqual(pages.toSorted());
  });

  test('name every folder of src, and no folder that is not there', () => {
    const folders = tableUnder('Where the code is').flatMap(([cell = '']) => codesIn(cell));
    const own = readdirSync(`${root}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.filter((folder) => folder.startsWith('src/')).toSorted()).toEqual(
      own.map(({ name }) => `src/${name}`).toSorted(),
    );
    expect(folders.filter((folder) => !existsSync(root + folder))).toEqual([]);
  });
});
