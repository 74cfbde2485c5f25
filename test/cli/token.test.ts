/** `token`: secrets shown once, kept as hashes only, and taken at their word by a registry that runs. */

import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorkplace, type ServerHere, type Workplace } from '../support/machine/command-line.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const soon = new Date(Date.now() + 3_600_000).toISOString();
const snapshot = smallSnapshot({
  remoteSearchUserId: 9,
  users: [
    aUser(0, { privacyLevel: 0 }),
    aUser(2, { privacyLevel: 0, accessTokens: [{ token: 'clear-text-token-of-two', expiresAt: soon }] }),
    aUser(3, { accessTokens: [{ token: 'expired-token-of-three', expiresAt: '2020-01-01T00:00:00Z' }] }),
    aUser(4, { enabled: false, email: 'escape\u001b[2J@example.org' }),
    aUser(9, { enabled: false, privacyLevel: 0, roles: ['ROLE_ADMIN'] }),
  ],
});

let workplace: Workplace;
let server: ServerHere;
beforeAll(async () => {
  workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(snapshot) });
  server = await workplace.beginServe();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await workplace?.[Symbol.asyncDispose]();
});

async function listed(): Promise<string[][]> {
  const { stdout } = await workplace.run(['token', 'list']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
}

async function created(...args: string[]): Promise<string> {
  const { code, stdout } = await workplace.run(['token', 'create', ...args]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^[\w-]{32}\n$/) });
  return stdout.trimEnd();
}

test('a new token is alone on standard output, works at once, and stops at once when it is revoked', async () => {
  const { stdout, stderr } = await workplace.run(['token', 'create', '2', '--label', 'portal', '--days', '7']);
  const token = stdout.trimEnd();
  expect(stdout).toMatch(/^[\w-]{32}\n$/);
  const expiresAt =
    /^Created a token for account 2 \(user\.2@example\.org\), valid until (\S+)\. It is shown only now:\n$/.exec(
      stderr,
    );
  const daysLeft = (Date.parse(expiresAt?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(6.9);
  expect(daysLeft).toBeLessThanOrEqual(7);
  expect(await server.answerTo('/api/users/2', token)).toMatchObject({ status: 200 });

  const [id = ''] = (await listed()).find(([, , , label]) => label === 'portal') ?? [];
  const revoked = await workplace.run(['token', 'revoke', id]);
  expect(revoked).toEqual({ code: 0, stdout: '', stderr: `Token ${id} is revoked.\n` });
  expect(await server.answerTo('/api/users/2', token)).toEqual({
    status: 401,
    text: 'No user associated to the provided API token.',
  });
  expect(await workplace.run(['token', 'revoke', id])).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no token with the id ${id}. Run token list to see all tokens.\n`,
  });
});

test('a token is for the account it was made for, even one with the id 0', async () => {
  expect(await server.answerTo('/api/users/0', await created('0'))).toMatchObject({ status: 200 });
  expect((await server.answerTo('/api/users/0', await created('2'))).text).toBe('Access is denied');
});

test('no file beside the database holds a secret, imported or made here', async () => {
  const secrets = [await created('2'), 'clear-text-token-of-two', 'expired-token-of-three'];
  for (const name of await readdir(workplace.folder)) {
    const bytes = await readFile(workplace.at(name));
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  }
  const { stdout, stderr } = await workplace.run(['token', 'list']);
  expect(secrets.filter((secret) => (stdout + stderr).includes(secret))).toEqual([]);
});

test('an expired token says so, and an unknown account is reported', async () => {
  expect(await server.answerTo('/api', 'expired-token-of-three')).toEqual({
    status: 401,
    text: 'API token is expired.',
  });
  expect(await workplace.run(['token', 'create', '99'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no account 99. Run account list to see all accounts.\n',
  });
});

test('a token of a disabled account is announced as what it is: refused', async () => {
  const { stdout, stderr } = await workplace.run(['token', 'create', '4']);
  expect(stderr).toContain(' The registry refuses it while the account is disabled. ');
  expect(await server.answerTo('/api', stdout.trimEnd())).toEqual({ status: 401, text: 'API token is invalid.' });
  // The account of partners' administrators is disabled by design.
  const { stderr: said } = await workplace.run(['token', 'create', '9']);
  expect(said).not.toContain('disabled');
});

describe('the list', () => {
  test('for programs has a line a token, separated by tabs, with whole times and the state', async () => {
    const rows = await listed();
    expect(rows.filter((row) => row.length !== 8)).toEqual([]);
    const [second, third] = ['2', '3'].map((user) => rows.find((row) => row[1] === user && row[3] === 'imported'));
    expect(second?.slice(1)).toEqual([
      ...['2', 'user.2@example.org', 'imported', expect.stringMatching(/^20\d\d-.*Z$/), soon, '-', 'valid'],
    ]);
    expect(third?.at(-1)).toBe('expired');
    expect(rows.find((row) => row[1] === '4')?.slice(-1)).toEqual(['account disabled']);
    expect(rows.find((row) => row[1] === '9')?.slice(-1)).toEqual(['valid']);
  });

  test('shows the hour in which a token was last used', async () => {
    const token = await created('2', '--label', 'used');
    expect(await server.answerTo('/api/users/2', token)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => {
      const row = (await listed()).find(([, , , label]) => label === 'used');
      expect(row?.[6]).toMatch(/^20\d\d-\d\d-\d\dT\d\d:00:00\.000Z$/);
    }, PATIENT);
  });

  test('lets no text from the data move the cursor', async () => {
    const { stdout, stderr } = await workplace.run(['token', 'create', '4', '--label', 'a\tb\n\u001b[31mc']);
    expect(stdout + stderr).not.toContain('\u001b');
    const row = (await listed()).at(-1);
    expect(row?.slice(2, 4)).toEqual(['escape\ufffd[2J@example.org', 'a\ufffdb\ufffd\ufffd[31mc']);
  });

  test('says when there are none', async () => {
    await using own = await openWorkplace();
    await own.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users: [aUser(1)] })) });
    expect(await own.run(['token', 'list'])).toEqual({ code: 0, stdout: '', stderr: 'There are no tokens.\n' });
  });
});
