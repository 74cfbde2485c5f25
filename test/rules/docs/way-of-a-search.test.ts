/** The ways of a search in docs/architecture.md and docs/life-of-a-search.md are those that a search goes. */

import { globSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { fencesOf, read } from '../../support/docs/read-markdown.ts';
import { ADMIN_TOKEN, goodScript, learned } from '../../support/network/network-of-partners.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const SEARCH = 'genes/search?symbol=BRCA1&taxonId=9606';

/** The files of `src` of which something runs meanwhile. */
async function filesDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const run = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
    return new Set(run.flatMap(({ url }) => /\bsrc\/[\w/.-]+\.ts$/.exec(url)?.[0] ?? []));
  } finally {
    session.disconnect();
  }
}

/** The files that a drawing or a list names; a room stands for those in it. */
function namedIn(text: string): string[] {
  const names = text.match(/\b(?:src\/)?(?:server|registry|federation|domain)(?:\/[\w-]+)+(?:\/\*|\.ts)?/g) ?? [];
  return [...new Set(names.map((name) => `src/${name.replace(/^src\//, '').replace(/\.ts$/, '')}`))];
}

/** The functions that a drawing names, one a line: stages, and below each what it consists of. */
function stagesIn(drawing: string): string[] {
  const [, list = ''] = /^ of each caller\n([\s\S]*?)^ client /m.exec(drawing) ?? [];
  return [...list.matchAll(/^ {3}(?: {2})?(\w+) /gm)].map(([, name = '']) => name);
}

/** The functions of the stages, in the order of the list. */
function stagesOf(list: string): string[] {
  const imported = [...list.matchAll(/^import \{([^}]*)\} from '\.\/\w/gm)].flatMap(([, names = '']) =>
    names.split(','),
  );
  const code = list.slice(list.indexOf('export function throughStages'));
  const placeOf = (name: string) => code.search(new RegExp(`\\b${name}\\(`));
  return imported.map((name) => name.trim()).toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isOnTheWay(files: ReadonlySet<string>, name: string): boolean {
  if (!name.endsWith('/*')) return files.has(`${name}.ts`);
  return [...files].some((file) => file.startsWith(name.slice(0, -1)));
}

const page = read('docs/architecture.md');
const [request = '', federated = ''] = fencesOf(page).map(({ text }) => text);
const [life = ''] = fencesOf(read('docs/life-of-a-search.md')).map(({ text }) => text);
const local = /^\*\*Local\*\*[\s\S]*?(?=^\*\*Federated)/m.exec(page)?.[0] ?? '';
let partner: ScriptedPartner;
let registry: TestRegistry;
beforeAll(async () => {
  partner = await startScriptedPartner(goodScript(100, '1.5.10'));
  registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'north', name: 'NorthNet', url: partner.url, token: 'token-of-a-partner' }],
  });
  await learned(registry, 'north', '1.5.10');
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

test('a gene search of this registry, and a record by its id, pass every file of the drawing and of the list', async () => {
  const files = await filesDuring(async () => {
    await registry.json(`/api/${SEARCH}`, ADMIN_TOKEN);
    await registry.json('/api/users/2', ADMIN_TOKEN);
  });
  const named = [...namedIn(request), ...namedIn(local)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !isOnTheWay(files, name))).toEqual([]);
});

test('a gene search over all registries passes every file of the drawings', async () => {
  const files = await filesDuring(() => registry.json(`/api/federated/${SEARCH}`));
  const named = [...namedIn(federated), ...namedIn(life)].filter((name) => !/export-routes/.test(name));
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => !isOnTheWay(files, name))).toEqual([]);
  const stages = globSync('src/federation/stages/*.ts');
  expect(stages.filter((file) => !files.has(file))).toEqual([]);
});

test('the drawing names the stages in the order of their list, and functions that there are', () => {
  const drawn = stagesIn(life);
  const listed = stagesOf(read('src/federation/stages/stages.ts'));
  expect(listed.length).toBeGreaterThan(10);
  expect(drawn.filter((name) => listed.includes(name))).toEqual(listed);
  const sources = globSync('src/federation/{stages,rdp}/*.ts')
    .map((file) => read(file))
    .join('\n');
  expect(drawn.filter((name) => !new RegExp(`function ${name}\\b`).test(sources))).toEqual([]);
});
