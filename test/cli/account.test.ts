/** `account`: a registry made from a table gets its administrators, and its people keep what is theirs. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkplace, type ServerHere, type Workplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const PEOPLE = `e-mail;name;last name;level;shared;role;genes
ilse.varga@example.org;Ilse;Varga;private;yes;;BRCA1 human TIER1
tom.okafor@example.org;Tom;Okafor;private;no;;BRCA1 human TIER2
portal@example.org;Portal;;private;no;service;
`;

let workplace: Workplace;
let server: ServerHere;
beforeAll(async () => {
  workplace = await openWorkplace();
  const empty = smallSnapshot({ users: [], remoteSearchUserId: null });
  await workplace.run(['import', '-'], { input: JSON.stringify(empty) });
  server = await workplace.beginServe();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await workplace?.[Symbol.asyncDispose]();
});

async function outputOf(...args: string[]): Promise<string> {
  const { stdout, stderr } = await workplace.run(args);
  return stdout + stderr;
}

async function accounts(): Promise<string[]> {
  return (await outputOf('account', 'list')).split('\n').filter((line) => line !== '');
}

/** A new token, alone on standard output. */
async function token(...args: string[]): Promise<string> {
  const { code, stdout } = await workplace.run(['token', 'create', ...args]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^[\w-]{32}\n$/) });
  return stdout.trimEnd();
}

describe('a registry made from a table', () => {
  test('says that it has no administrator, and how one is made, whose token opens what is for administrators', async () => {
    await workplace.write('people.csv', PEOPLE);
    const step =
      'This registry has no administrator yet. To create one: isearch-proxy account create EMAIL --role admin';
    expect(await outputOf('import', 'people.csv')).toContain(`\n${step}\n`);
    expect(await outputOf('account', 'create', 'head@example.org', '--role', 'admin')).toBe(
      'Created account 4 (head@example.org) with the role admin.\n' +
        'To create a token for it, which opens /admin: isearch-proxy token create 4\n',
    );
    expect(await outputOf('import', 'people.csv')).not.toContain(step);
    expect(await server.answerTo('/api/admin/access-requests', await token('Head@example.org'))).toMatchObject({
      status: 200,
    });
    expect(await accounts()).toEqual([
      '1\tilse.varga@example.org\tVarga, Ilse\tuser\tenabled',
      '2\ttom.okafor@example.org\tOkafor, Tom\tuser\tenabled',
      '3\tportal@example.org\tPortal\tservice\tenabled',
      '4\thead@example.org\t-\tadmin\tenabled',
    ]);
    // Enabled accounts are counted, as RDP does; one without a profile is in no other number.
    const { text } = await server.answerTo('/api/stats', await token('Head@example.org'));
    expect(JSON.parse(text)).toMatchObject({ users: 4, publicUsers: 0, usersWithGenes: 2 });
  });

  test('a role counts with the next request, as a command or a column gives it, and the table never takes another', async () => {
    const ofTom = await token('tom.okafor@example.org');
    expect((await server.answerTo('/api/users/1', ofTom)).status).toBe(401);
    expect(await outputOf('account', 'role', '2', 'admin')).toBe(
      'Account 2 (tom.okafor@example.org) has the role admin.\n',
    );
    expect(await server.answerTo('/api/users/1', ofTom)).toMatchObject({ status: 200 });
    await workplace.write('people.csv', 'e-mail;role\ntom.okafor@example.org;administrateur\n');
    expect(await outputOf('import', 'people.csv')).toContain('Nothing changed: 1 person unchanged.');
    await workplace.write('people.csv', 'e-mail;name\ntom.okafor@example.org;Tom\n');
    expect(await outputOf('import', 'people.csv')).toContain('Nothing changed: 1 person unchanged.');
    await workplace.write('people.csv', 'e-mail;role\ntom.okafor@example.org;\n');
    expect(await outputOf('import', 'people.csv')).toContain('tom.okafor@example.org (user 2): role');
    expect((await server.answerTo('/api/users/1', ofTom)).status).toBe(401);
  });

  test('a disabled account shows nobody and lets nobody in, until it is enabled', async () => {
    const ofHead = await token('4');
    const ofTom = await token('2');
    expect(await outputOf('account', 'disable', '2')).toBe('Account 2 (tom.okafor@example.org) is disabled.\n');
    expect(await outputOf('account', 'disable', '2')).toBe('Account 2 (tom.okafor@example.org) is disabled already.\n');
    expect([
      (await server.answerTo('/api', ofTom)).text,
      (await server.answerTo('/api/users/2', ofHead)).status,
    ]).toEqual(['API token is invalid.', 401]);
    await workplace.run(['account', 'enable', 'tom.okafor@example.org']);
    expect((await server.answerTo('/api/users/2', ofHead)).status).toBe(200);
    expect((await server.answerTo('/api', ofTom)).status).toBe(200);
  });

  test('who gets another address stays the same person, with the same token', async () => {
    const ofIlse = await token('ilse.varga@example.org');
    expect(await outputOf('account', 'rename', 'ilse.varga@example.org', 'i.varga@uni.example.org')).toBe(
      'Account 1 (i.varga@uni.example.org) has the address i.varga@uni.example.org.\n',
    );
    expect(await server.answerTo('/api/users/1', ofIlse)).toMatchObject({ status: 200 });
    await workplace.write('people.csv', 'e-mail;name\nI.Varga@uni.example.org;Ilse\n');
    expect(await outputOf('import', 'people.csv')).toContain('Nothing changed: 1 person unchanged.');
    expect(await outputOf('account', 'rename', '1', 'TOM.okafor@example.org')).toBe(
      'Account 2 (tom.okafor@example.org) has this address already.\n',
    );
    expect(await outputOf('account', 'rename', '2', 'Tom.Okafor@example.org')).toContain('has the address Tom.Okafor@');
  });

  test("a token for a partner's administrators sees who is shared, and its account nobody sees", async () => {
    const { stdout, stderr } = await workplace.run(['token', 'create', '--for-partners', '--label', 'northland']);
    const ofNorthland = stdout.trimEnd();
    expect(stderr).toMatch(
      /^Created account 5 \(partners@registry\.invalid\) for partners\. It stays disabled\.\nCreated a token for partners, with account 5 /,
    );
    expect(await server.answerTo('/api/users/1', ofNorthland)).toMatchObject({ status: 200 });
    expect((await server.answerTo('/api/users/2', ofNorthland)).status).toBe(401);
    expect((await server.answerTo('/api/users/5', await token('4'))).status).toBe(401);
    expect(await outputOf('token', 'create', '--for-partners')).toMatch(
      /^Created a token for partners, with account 5 /m,
    );
    expect((await accounts()).at(-1)).toBe('5\tpartners@registry.invalid\t-\tadmin\tfor partners');
    await outputOf('account', 'role', '5', 'user');
    expect(await outputOf('token', 'create', '--for-partners')).toContain(
      'The account has the role user, so partners see only what everyone sees. To change this: account role 5 admin.',
    );
    await outputOf('account', 'role', '5', 'admin');
  });
});

test.each([
  [['account'], 'account needs one of create, list, role, disable, enable, rename, found nothing.'],
  [['account', 'remove', '1'], "account needs one of create, list, role, disable, enable, rename, found 'remove'."],
  [['account', 'create', 'x', '--role', 'admin'], "'x' is not an e-mail address, such as ilse.varga@example.org."],
  [['account', 'create', 'x@example.org'], '--role must be one of user, service, admin, found nothing.'],
  [
    ['account', 'create', 'x@example.org', '--role', 'root'],
    "--role must be one of user, service, admin, found 'root'.",
  ],
  [['account', 'list', '--role', 'admin'], '--role is an option of account create only.'],
  [['account', 'role', '1'], "account role needs the id or e-mail address of an account and the role, found '1'."],
  [
    ['account', 'disable', 'nobody@example.org'],
    'There is no account nobody@example.org. Run account list to see all accounts.',
  ],
  [
    ['account', 'create', 'HEAD@example.org', '--role', 'user'],
    'Account 4 (head@example.org) has this address already.',
  ],
  [['token', 'create', '1', '--for-partners'], "token create --for-partners takes no further arguments, found '1'."],
  [['token', 'list', '--for-partners'], '--label, --days and --for-partners are options of token create only.'],
])('%j is refused', async (words, sentence) => {
  const { code, stderr } = await workplace.run(words);
  expect([code, stderr.split('\n')[0]]).toEqual([1, sentence]);
});

test.each([[['account', 'disable', '1']], [['token', 'create', '--for-partners']]])(
  'where another database is followed, %j sends to that',
  async (words) => {
    const env = { DATABASE_FOLLOW: 'mysql://reader:secret@db.example.org/rdp' };
    expect((await workplace.run(words, { env })).stderr.split('\n')[0]).toBe(
      'This registry follows another database (database.follow). Change its people there.',
    );
  },
);
