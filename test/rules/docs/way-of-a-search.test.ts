/** The ways of a search in docs/architecture.md, file by file, are those that a search goes. */

import { type Profiler, Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { fencesOf, read } from '../../support/docs/read-markdown.ts';
import { ADMIN_TOKEN, goodScript, learned } from '../../support/network/network-of-partners.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const SEARCH = 'genes/search?symbol=BRCA1&taxonId=9606';

type Ran = { files: Set<string> /** Of wrappers, by the functions that make them. */; wrappers: Set<string> };

/** What of `src` runs meanwhile. */
async function ranDuring(work: () => Promise<unknown>): Promise<Ran> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    await session.post('Debugger.enable');
    const run = result.filter(({ functions }) => functions.some(hasRun));
    const files = new Set(run.flatMap(({ url }) => /\bsrc\/[\w/.-]+\.ts$/.exec(url)?.[0] ?? []));
    const ofWrappers = run.filter(({ url }) => WRAPPERS.test(url));
    const outer = await Promise.all(ofWrappers.map((script) => outerFunctions(session, script)));
    return { files, wrappers: new Set(outer.flat().filter((name) => LISTED.includes(name))) };
  } finally {
    session.disconnect();
  }
}

const WRAPPERS = /src\/federation\/(?:wrappers\/|rdp\/(?:rdp|split-query)\.ts$)/;
/** What the two lists import, and what stands beside that of RDP. */
const [OF_EACH = '', OF_RDP = ''] = ['wrappers/partner-source', 'rdp/rdp'].map((file) =>
  read(`src/federation/${file}.ts`),
);
const IMPORTED = [...`${OF_EACH}\n${OF_RDP}`.matchAll(/^import \{([^}]*)\} from '\.\/\w/gm)];
const BESIDE = [...OF_RDP.matchAll(/^export function (\w+)/gm)];
const LISTED = [...IMPORTED, ...BESIDE].flatMap(([, names = '']) => names.split(',')).map((name) => name.trim());

function hasRun({ ranges }: Profiler.FunctionCoverage): boolean {
  return ranges.some(({ count }) => count > 0);
}

/** The functions of a file whose parts have run; those that make wrappers have run before. */
async function outerFunctions(session: Session, { scriptId, functions }: Profiler.ScriptCoverage): Promise<string[]> {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const starts = functions.filter(hasRun).flatMap(({ ranges }) => ranges[0]?.startOffset ?? []);
  return starts.flatMap((start) => {
    const lineBefore = scriptSource.slice(scriptSource.lastIndexOf('\n', start - 1) + 1, start);
    // A function of the file itself, and no part of one.
    if (/^(?:export )?$/.test(lineBefore)) return [];
    const before = [...scriptSource.slice(0, start).matchAll(/^(?:export )?(?:async )?function (\w+)/gm)];
    return before.at(-1)?.[1] ?? [];
  });
}

/** The files that a drawing or a list names; a room stands for those in it. */
function namedIn(text: string): string[] {
  const names = text.match(/\b(?:src\/)?(?:server|registry|federation|domain)(?:\/[\w-]+)+(?:\/\*|\.ts)?/g) ?? [];
  return [...new Set(names.map((name) => `src/${name.replace(/^src\//, '').replace(/\.ts$/, '')}`))];
}

function wrappersIn(drawing: string): string[] {
  const [, list = ''] = /wrappers +one inside the other.*\n([\s\S]*?) {7}client /.exec(drawing) ?? [];
  return [...list.matchAll(/^ {9}(\w+)/gm)].map(([, name = '']) => name);
}

function isOnTheWay(files: ReadonlySet<string>, name: string): boolean {
  if (!name.endsWith('/*')) return files.has(`${name}.ts`);
  return [...files].some((file) => file.startsWith(name.slice(0, -1)));
}

const page = read('docs/architecture.md');
const [request = '', federated = ''] = fencesOf(page).map(({ text }) => text);
const local = /^\*\*Local\*\*[\s\S]*?(?=^\*\*Federated)/m.exec(page)?.[0] ?? '';
/** Of instances that share a cache, which this one does not. */
const SHARING = ['sharedAnswers', 'sharedOpenings'];

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
  const { files } = await ranDuring(async () => {
    await registry.json(`/api/${SEARCH}`, ADMIN_TOKEN);
    await registry.json('/api/users/2', ADMIN_TOKEN);
  });
  const named = [...namedIn(request), ...namedIn(local)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !isOnTheWay(files, name))).toEqual([]);
});

test('a gene search over all registries passes every file of the drawing, and no other wrapper', async () => {
  const { files, wrappers } = await ranDuring(() => registry.json(`/api/federated/${SEARCH}`));
  const drawn = wrappersIn(federated);
  expect(drawn.length).toBeGreaterThan(15);
  expect([...wrappers].toSorted()).toEqual(drawn.filter((name) => !SHARING.includes(name)).toSorted());
  const named = namedIn(federated).filter((name) => !/export-routes/.test(name));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !isOnTheWay(files, name))).toEqual([]);
});
