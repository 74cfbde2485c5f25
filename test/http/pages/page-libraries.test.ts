/** A library holds what modules need, once: with and without it a page does the same. */

import { describe, expect, test } from 'vitest';
import { withLibraries } from '../../../src/http/pages/page-libraries.ts';

const MODULES = {
  'web/start.js':
    "import { count } from './state.js';\nimport { wait } from './waiting.js';\nexport const start = () => count();",
  'web/late.js': "import { count as more } from './state.js';\nexport const late = () => more();",
  'web/state.js':
    "import { STEP } from '../domain/step.js';\nlet all = 0;\nexport function count() { all += STEP; return all; }",
  'domain/step.js': 'export const STEP = 2;',
  'web/waiting.js': "const words = await Promise.resolve('words');\nexport function wait() { return words; }",
  'web/opens.js':
    "import { STEP } from '../domain/step.js';\nexport const open = () => import('./late.js');\nexport const by = STEP;",
  'client/client.js': "import { STEP } from '../domain/step.js';\nexport const client = STEP;",
};
const LIBRARIES = [
  { path: 'web/first.js', of: ['web/start.js', 'web/opens.js'] },
  { path: 'web/second.js', of: ['web/more.js'] },
];
const isOfPage = (path: string) => path.startsWith('web/');

function made(modules: Readonly<Record<string, string>> = MODULES): ReadonlyMap<string, string> {
  const second = {
    'web/more.js': "import { twice } from './twice.js';\nexport const more = twice;",
    'web/twice.js': "import { STEP } from '../domain/step.js';\nexport const twice = 2 * STEP;",
  };
  return withLibraries(new Map(Object.entries({ ...modules, ...second })), LIBRARIES, isOfPage);
}

/** As a browser would: each file once, by its address. */
async function run<Exports>(files: ReadonlyMap<string, string>, entry: string): Promise<Exports> {
  const addresses = new Map<string, string>();
  const addressOf = (path: string): string => {
    const known = addresses.get(path);
    if (known !== undefined) return known;
    const text = (files.get(path) ?? '').replace(/(from |import\()'(\.[^']+)'/g, (_, before, way) => {
      return `${before}'${addressOf(new URL(way, `http://x/${path}`).pathname.slice(1))}'`;
    });
    const address = `data:text/javascript,${encodeURIComponent(text).replaceAll("'", '%27')}`;
    addresses.set(path, address);
    return address;
  };
  return import(/* @vite-ignore */ addressOf(entry)) as Promise<Exports>;
}

describe('the modules of a page, joined', () => {
  test('have their state once, whichever module changes it', async () => {
    const both =
      "import { start } from './start.js';\nimport { late } from './late.js';\nexport const counts = [start(), late(), start()];";
    const { counts } = await run<{ counts: number[] }>(made({ ...MODULES, 'web/both.js': both }), 'web/both.js');
    expect(counts).toEqual([2, 4, 6]);
  });

  test('that wait, or are loaded at first use, stay by themselves', () => {
    const files = made();
    const library = files.get('web/first.js') ?? '';
    expect(library).toContain('function count');
    expect(library).not.toContain('Promise.resolve');
    expect(files.get('web/start.js')).toContain("import { wait } from './waiting.js'");
    expect(files.get('web/opens.js')).toContain("import('./late.js')");
  });

  test('are in one library alone, and a later one takes them from there', async () => {
    const files = made();
    expect(files.get('web/second.js')).toMatch(/^import \{ m\d+ \} from '\.\/first\.js';/);
    expect([...files.values()].filter((text) => text.includes('const STEP = 2'))).toHaveLength(2);
    expect((await run<{ more: number }>(files, 'web/more.js')).more).toBe(4);
  });

  test('are imported by their own path by nobody but the client', () => {
    const importing = [...made()].filter(([, text]) => /from '[^']*(?:state|step)\.js'/.test(text));
    expect(importing.map(([path]) => path)).toEqual(['web/state.js', 'client/client.js', 'web/twice.js']);
  });
});
