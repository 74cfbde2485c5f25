/** `import --dry-run`, and what an import reports before it writes: whom and which genes it shows to more readers. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const HIDDEN = aUser(2, {
  ...{ privacyLevel: 0, hideGenelist: true },
  genes: [
    { geneId: 7157, tier: 'TIER3', privacyLevel: null },
    { geneId: 672, tier: 'TIER2', privacyLevel: 0 },
  ],
});
const SNAPSHOT = smallSnapshot({ users: [aUser(1, { roles: ['ROLE_ADMIN', 'ROLE_USER'] }), HIDDEN] });
const OPENED = [
  'e-mail,name,level,shared,hide gene list,role,genes',
  'user.2@example.org,N,public,yes,no,service,TP53 human 1; BRCA1 human 2; Brca1 mouse 1 shared',
  'new@example.org,New,shared,,,,BRCA1 human 1',
  'quiet@example.org,Quiet,,,,,BRCA1 human 1',
];
const MORE_VISIBLE = [
  'More visible than before:',
  '  new@example.org (user 3): new → shared; genes: BRCA1 (new → shared)',
  '  user.2@example.org (user 2): private → public; shared with partners; gene list no longer hidden; sees all profiles by its role; genes: TP53 (private → public, TIER3 → TIER1), Brca1 (new → shared)',
];

async function openRegistry() {
  const workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(SNAPSHOT) });
  const importLines = async (...words: string[]) => {
    const { code, stderr } = await workplace.run(['import', ...words]);
    return { code, lines: stderr.replace(/ in \d+\.\d s/, '').split('\n') };
  };
  const exported = async () => (await workplace.run(['export'])).stdout;
  return { ...workplace, importLines, exported, [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose]() };
}

test('a dry run of a table reports what the import reports, by name, and writes nothing', async () => {
  await using registry = await openRegistry();
  await registry.write('people.csv', `${OPENED.join('\n')}\n`);
  const before = await registry.exported();
  const bytes = await readFile(registry.at('registry.sqlite'));
  const tried = await registry.importLines('people.csv', '--dry-run');
  expect(tried.lines.slice(0, 4)).toEqual([
    'Nothing is written because of --dry-run. The import would report:',
    ...MORE_VISIBLE,
  ]);
  expect(await registry.exported()).toBe(before);
  expect((await readFile(registry.at('registry.sqlite'))).equals(bytes)).toBe(true);
  const done = await registry.importLines('people.csv');
  expect(done).toEqual({ code: tried.code, lines: tried.lines.slice(1) });
  expect(await registry.exported()).not.toBe(before);
});

test('a dry run of a table with faults ends as the import does', async () => {
  await using registry = await openRegistry();
  await registry.write('people.csv', 'e-mail,level\nuser.2@example.org,secret\n');
  const { code, lines } = await registry.importLines('people.csv', '--dry-run');
  expect([code, lines.at(-2)]).toEqual([1, expect.stringContaining("row 2, column B (level): 'secret' is not known")]);
});

test('everybody is named, however many they are', async () => {
  await using registry = await openRegistry();
  const rows = Array.from({ length: 300 }, (_, index) => `person.${index}@example.org,P,public`);
  await registry.write('people.csv', `e-mail,name,level\n${rows.join('\n')}\n`);
  const { lines } = await registry.importLines('people.csv', '--dry-run');
  expect(lines.filter((line) => line.endsWith(': new → public'))).toHaveLength(300);
});

test('a snapshot reports whom of the people who are there it shows to more readers, and a dry run of it writes nothing', async () => {
  await using registry = await openRegistry();
  const [gene] = HIDDEN.genes.map((one) => ({ ...one, privacyLevel: 2 as const }));
  const opened = { ...HIDDEN, id: 9, privacyLevel: 1 as const, genes: gene === undefined ? [] : [gene] };
  await registry.write('new.json', JSON.stringify({ ...SNAPSHOT, users: [aUser(1), opened, aUser(3)] }));
  const before = await registry.exported();
  const tried = await registry.importLines('new.json', '--dry-run');
  expect(tried.lines.slice(0, 4)).toEqual([
    'Nothing is written because of --dry-run. The import would report:',
    'More visible than before:',
    '  user.2@example.org (user 9): private → shared; genes: TP53 (private → shared)',
    expect.stringMatching(/^Imported 3 users /),
  ]);
  expect(await registry.exported()).toBe(before);
  expect((await registry.importLines('new.json')).lines[1]).toBe(tried.lines[2]);
  expect(await registry.exported()).not.toBe(before);
});

test('a snapshot reports who is no longer disabled, and who is seen by more under another address', async () => {
  await using registry = await openRegistry();
  const disabled = aUser(3, { enabled: false });
  await registry.write('old.json', JSON.stringify({ ...SNAPSHOT, users: [...SNAPSHOT.users, disabled] }));
  await registry.importLines('old.json');
  const renamed = { ...HIDDEN, email: 'other@example.org', privacyLevel: 1 as const, hideGenelist: true, genes: [] };
  const users = [SNAPSHOT.users[0], renamed, { ...disabled, enabled: true }];
  await registry.write('new.json', JSON.stringify({ ...SNAPSHOT, users }));
  const { lines } = await registry.importLines('new.json', '--dry-run');
  expect(lines.slice(1, 4)).toEqual([
    'More visible than before:',
    '  other@example.org (user 2): private → shared',
    '  user.3@example.org (user 3): no longer disabled',
  ]);
});
