/** `copy`: a registry's database becomes a file to try things out on, with one command. */

import { access, readdir, readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { PASSWORD } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, type TestRdpDatabase } from '../support/services/rdp-databases.ts';

let rdp: TestRdpDatabase;
let workplace: Workplace;
beforeAll(async () => {
  rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await rdp.run("UPDATE user SET website = 'javascript:x' WHERE user_id = 2");
  workplace = await openWorkplace();
  await workplace.write('password', `${PASSWORD}\n`);
});
afterAll(async () => {
  await workplace[Symbol.asyncDispose]();
  await rdp[Symbol.asyncDispose]();
});

/** The address without its password. */
const from = () => rdp.address.replace(/:[^:@/]+@/, '@');
const label = () => from();
const copied = 'Copied 2 users with 2 genes, 3 reference genes, 1 ortholog and 1 ontology from RDP 1.5 at';
const remarks = [
  '1 value does not fit:',
  "user 2: the website has the scheme 'javascript', allowed: http, https; it is left out.",
];

function linesOf(stderr: string): string[] {
  return stderr
    .trimEnd()
    .replace(/in \d+\.\d s\./, 'in 1 s.')
    .split('\n');
}

test('to a database file, which a registry answers from, tokens of its accounts included', async () => {
  const args = ['copy', '--from', from(), '--password-file', 'password', '--to', 'registry.sqlite'];
  const { code, stdout, stderr } = await workplace.run(args);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(linesOf(stderr)).toEqual([`${copied} ${label()} to registry.sqlite in 1 s.`, ...remarks]);
  expect((await stat(workplace.at('registry.sqlite'))).mode & 0o777).toBe(0o600);
  await using server = await workplace.beginServe();
  const answer = await fetch(`${server.url}/api/users/2`, { headers: { Authorization: 'Bearer small-admin-token' } });
  expect(await answer.json()).toMatchObject({ id: 2, lastName: 'Last2', website: null });
});

test.each(['copy.json', 'copy.json.gz'])('to %s, which import reads, and whose tokens are warned of', async (file) => {
  const args = ['copy', '--from', from(), '--password-file', 'password', '--to', file];
  const { code, stderr } = await workplace.run(args);
  expect(code).toBe(0);
  const warning = `${file} contains 1 access token in plain text. Protect it like a password.`;
  expect(linesOf(stderr)).toEqual([`${copied} ${label()} to ${file} in 1 s.`, ...remarks, warning]);
  expect((await stat(workplace.at(file))).mode & 0o777).toBe(0o600);
  const env = { DATABASE_FILE: workplace.at(`${file}.sqlite`) };
  expect((await workplace.run(['import', file], { env })).stderr).toMatch(/^Imported 2 users with 2 genes, /);
  const exported = JSON.parse((await workplace.run(['export'], { env })).stdout);
  expect(exported).toEqual({
    ...smallSnapshot({ comment: null }),
    users: smallSnapshot().users.map((user) => ({ ...user, accessTokens: [] })),
  });
});

test.each(['left.json', 'left.sqlite'])(
  'to %s, whose next person gets the number of nobody who has left',
  async (file) => {
    await using left = await openRdpTestDatabase({ snapshot: smallSnapshot() });
    await left.run(...['gene', 'user_role', 'user'].map((table) => `DELETE FROM \`${table}\` WHERE user_id = 2`));
    expect(await workplace.run(['copy', '--from', left.address, '--to', file])).toMatchObject({ code: 0 });
    const isSnapshot = file.endsWith('.json');
    const env = { DATABASE_FILE: workplace.at(isSnapshot ? `${file}.sqlite` : file) };
    if (isSnapshot) expect(await workplace.run(['import', file], { env })).toMatchObject({ code: 0 });
    await workplace.write('bo.csv', 'e-mail,last name\nbo@example.org,Bo\n');
    expect(await workplace.run(['import', 'bo.csv'], { env })).toMatchObject({ code: 0 });
    const { users } = JSON.parse((await workplace.run(['export'], { env })).stdout) as Snapshot;
    expect(users.map(({ id, lastName }) => [id, lastName])).toContainEqual([3, 'Bo']);
  },
);

test('the address may be that of the configuration; a password on the command line is warned of', async () => {
  const followed = await workplace.run(['copy', '--to', 'followed.sqlite'], { env: { DATABASE_FOLLOW: rdp.address } });
  expect(linesOf(followed.stderr)[0]).toBe(`${copied} ${label()} to followed.sqlite in 1 s.`);
  const { stderr } = await workplace.run(['copy', '--from', rdp.address, '--to', 'open.sqlite']);
  expect(linesOf(stderr)[0]).toMatch(/^Other accounts on this machine can read the password in --from /);
  expect(stderr).not.toContain(encodeURIComponent(PASSWORD));
});

describe('nothing is made, and one sentence says why:', () => {
  test.each([
    ['there.json', [], /^there\.json already exists\. Give the name of a new file\.$/],
    [
      'broken.json',
      [],
      /^broken\.json\.part exists: another copy is writing it, or was interrupted\. Remove it if no copy is running\.$/,
    ],
    [
      'copy.txt',
      [],
      /^The name copy\.txt does not say what to create\. It must end in \.json or \.json\.gz or \.sqlite\.$/,
    ],
    ['no-folder/copy.json', [], /^no-folder\/copy\.json cannot be written: its folder is not there; make it first\.$/],
    ['new.json', ['--password-file', 'there.json'], / cannot be read: the account or its password is refused\.$/],
    ['new.json', ['--password-file', 'none'], /^--password-file none cannot be read, there is no such file\.$/m],
    [
      'new.json',
      ['--from', 'postgres://x'],
      /^The address of the RDP database \(not shown\) must have the form mysql:/,
    ],
  ])('%s %j', async (to, more, sentence) => {
    await using own = await openWorkplace();
    await own.write('there.json', 'x');
    await own.write('broken.json.part', 'x');
    await own.write('password', PASSWORD);
    const given = ['--from', '--password-file'].filter((option) => !more.includes(option));
    const usual = { '--from': from(), '--password-file': 'password' } as Record<string, string>;
    const args = given.flatMap((option) => [option, usual[option] ?? '']);
    const { code, stderr } = await own.run(['copy', '--to', to, ...more, ...args]);
    expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(sentence)]);
    expect((await readdir(own.folder)).toSorted()).toEqual(['broken.json.part', 'password', 'there.json']);
    expect(await readFile(own.at('there.json'), 'utf8')).toBe('x');
  });
});

test('e-mail addresses that differ in letter case only are reported where the copy is a snapshot', async () => {
  await using exact = await openRdpTestDatabase({ collation: 'utf8mb4_bin', snapshot: smallSnapshot() });
  await exact.run("UPDATE user SET email = 'USER.1@example.org' WHERE user_id = 2");
  const args = (to: string) => ['copy', '--from', exact.address, '--to', to];
  const snapshot = await workplace.run(args('exact.json'));
  expect(snapshot.stderr).toContain(
    'import will refuse exact.json, because the e-mail addresses of users 1 and 2 differ only in letter case.',
  );
  expect((await workplace.run(['import', 'exact.json'])).stderr).toContain(
    'users[1].email is "USER.1@example.org" again',
  );
  const { stderr } = await workplace.run(args('exact.sqlite'));
  expect(stderr).toMatch(/^Other accounts .*\nCopied 2 users .*\n$/);
  await access(workplace.at('exact.sqlite'));
});
