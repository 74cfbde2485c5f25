/** README.md: its commands are there, its requests are answered as shown, its maps are complete. */

import { existsSync, globSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screen, shown } from '../../../src/cli/demo.ts';
import { broughtMajor } from '../../../src/runtime.js';
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

function tableUnder(title: string): readonly (readonly string[])[] {
  return tablesOf(page).find(({ under }) => under === title)?.rows ?? [];
}

describe('the demonstration network of the README', () => {
  const asked = fences.filter(({ under }) => under === 'Ask it');
  const commands = asked.filter(({ language }) => language === 'sh').map(({ text }) => text.trim());
  const answers = asked.filter(({ language }) => language === 'json');
  const tokens = tableUnder('Ask it').map(([token = '']) => token.replaceAll('`', ''));
  let demo: DocumentedNetwork;
  beforeAll(async () => {
    demo = await startDocumentedNetwork();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test('is asked four questions, each with an answer', () => {
    expect([commands.length, answers.length]).toEqual([4, 4]);
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

  test('has the tokens shown, and the demonstration’s own page has no others', async () => {
    const own = new Set(read('config/demo/README.md').match(/\bdemo-\w+-token\b/g));
    expect(new Set(tokens)).toEqual(own);
  });

  test.each(tokens)('lets %s in unless it is said to be refused', async (token) => {
    const row = tableUnder('Ask it').find(([cell]) => cell === `\`${token}\``);
    const { status } = await fetch(`${demo.url}/api/stats`, { headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(row?.[1]?.includes('refused') ? 401 : 200);
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

describe('the maps of the README', () => {
  test('name every page of docs', () => {
    const pages = globSync('docs/*.md', { cwd: root }).concat('docs/decisions', 'docs/monitoring', 'docs/rdp-protocol');
    const mapped = tableUnder('Map of the documentation').flatMap(([cell = '']) => linksOf(cell));
    expect(mapped.toSorted()).toEqual(pages.toSorted());
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
