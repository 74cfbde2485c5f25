/** `import` and what can be wrong with what it is given: one sentence each, exit code 1, and nothing changed. */

import { access, chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { isSampled } from '../support/machine/sample.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const small = JSON.stringify(smallSnapshot());
const sentence =
  /^Imported 2 users with 2 genes, 3 reference genes, 1 ortholog and 1 ontology into \S+ in \d+\.\d s\.\n$/;

describe('a sound snapshot is imported, and reported on standard error alone:', () => {
  test.concurrent.each([
    ['from a file', 'file.json', small],
    ['from a compressed file, whatever its name', 'file.json', gzipSync(small)],
    ['from a file that begins with a byte order mark', 'file.json', `\ufeff${small}`],
    ['from standard input', '-', small],
    ['from standard input, compressed', '-', gzipSync(small)],
  ])('%s', async (_, file, content) => {
    await using workplace = await openWorkplace();
    if (file !== '-') await workplace.write(file, content);
    const ending = await workplace.run(['import', file], { input: file === '-' ? content : '' });
    expect(ending).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(sentence) });
    // Nobody is left behind who would have to clean up the log of changes.
    expect((await readdir(workplace.folder)).filter((name) => name.startsWith('registry'))).toEqual([
      'registry.sqlite',
      'registry.sqlite-highest-user-id',
    ]);
  });

  test.concurrent('with thousands separated', async () => {
    await using workplace = await openWorkplace();
    const users = Array.from({ length: 1234 }, (_, index) => aUser(index + 1));
    const { stderr } = await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users })) });
    expect(stderr).toMatch(/^Imported 1,234 users with 0 genes, /);
  });
});

const NO_ADMINISTRATOR =
  'This registry has no administrator yet. To create one: isearch-proxy account create EMAIL --role admin';

describe('a website that is no address of the web is left out, and reported:', () => {
  test.concurrent('which, why, and what is allowed', async () => {
    await using workplace = await openWorkplace();
    const websites = ['www.example.org', 'javascript:alert(1)', null, 'https://a.example.org', 'Java\nScript:x'];
    const users = websites.map((website, index) => aUser(index + 1, { website }));
    const { code, stderr } = await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users })) });
    const [imported, ...remarks] = stderr.split('\n');
    expect([code, imported]).toEqual([0, expect.stringMatching(/^Imported 5 users /)]);
    expect(remarks).toEqual([
      '2 values were left out:',
      "users[1].website has the scheme 'javascript', allowed: http, https; it was left out.",
      "users[4].website has the scheme 'javascript', allowed: http, https; it was left out.",
      NO_ADMINISTRATOR,
      '',
    ]);
    const { stdout } = await workplace.run(['export']);
    const kept = JSON.parse(stdout).users.map(({ website }: { website: unknown }) => website);
    expect(kept).toEqual(['www.example.org', null, null, 'https://a.example.org', null]);
  });

  test.concurrent('of thousands the first twenty, and how many more', async () => {
    await using workplace = await openWorkplace();
    const website = `${'x'.repeat(100_000)}:`;
    const users = Array.from({ length: 2345 }, (_, index) =>
      aUser(index + 1, { website: index > 0 ? 'data:,' : website }),
    );
    const { stderr } = await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users })) });
    const lines = stderr.trimEnd().split('\n');
    expect([lines.length, lines[1], lines[2], ...lines.slice(-2)]).toEqual([
      24,
      '2,345 values were left out:',
      `users[0].website has the scheme '${'x'.repeat(60)}…', allowed: http, https; it was left out.`,
      '… and 2,325 more.',
      NO_ADMINISTRATOR,
    ]);
  });
});

describe('what cannot be imported is refused in one sentence, and no database is made:', () => {
  test.concurrent.each([
    ['a missing file', undefined, 'cannot be read: there is no such file.'],
    ['what is not JSON', '{<html>', 'is not JSON: "<" is not expected in line 1, column 2.'],
    ['JSON with a slip', '{"format": "x",\n "version" 1}', 'is not JSON: "1" is not expected in line 2, column 12.'],
    ['JSON with one comma too many', '[1,\n2,,3, "secret"]', 'is not JSON: "," is not expected in line 2, column 3.'],
    [
      'a person with two levels, of which the last would count',
      '{"users": [{"privacyLevel": 0,\n"privacyLevel": 2}]}',
      'was not imported: in line 2, column 1, "privacyLevel" is there again in one object; allowed: once.',
    ],
    ['JSON cut short', small.slice(0, -20), 'is not JSON: it ends in the middle.'],
    [
      'a cut compressed file',
      gzipSync(small).subarray(0, 200),
      'begins as a gzip file, but cannot be unpacked: it is damaged or cut short.',
    ],
    ['bytes that are not text', gzipSync(new Uint8Array([0x7b, 0xff, 0xfe])), 'is not text in UTF-8.'],
  ])('%s', async (_, content, problem) => {
    await using workplace = await openWorkplace();
    if (content !== undefined) await workplace.write('x', content);
    const { code, stdout, stderr } = await workplace.run(['import', 'x']);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `x ${problem}\n` });
    await expect(access(workplace.at('registry.sqlite'))).rejects.toThrow('ENOENT');
  });

  test.concurrent('a directory', async () => {
    await using workplace = await openWorkplace();
    const { code, stderr } = await workplace.run(['import', '.']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '. cannot be read: it is a directory.\n' });
  });

  test.concurrent('a file that this account may not read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'an administrator may read everything');
    await using workplace = await openWorkplace();
    await workplace.write('x', small);
    await chmod(workplace.at('x'), 0);
    const { code, stderr } = await workplace.run(['import', 'x']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'x cannot be read: this account may not read it.\n' });
  });

  test.concurrent('something else in JSON', async () => {
    await using workplace = await openWorkplace();
    const { code, stderr } = await workplace.run(['import', '-'], { input: '{"version": 6}' });
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'standard input was not imported, because 2 things are wrong with it:',
      'snapshot.format is missing, but must be "registry-snapshot".',
      'snapshot.version is the number 6, but must be one of 1, 2, 3, 4, 5.',
      '',
    ]);
  });

  test.concurrent('a snapshot with more wrong than anybody reads', async () => {
    await using workplace = await openWorkplace();
    const users = Array.from({ length: 1500 }, (_, index) => aUser(index, { phone: 5 as unknown as string }));
    const { code, stderr } = await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users })) });
    const lines = stderr.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(lines).toHaveLength(22);
    expect(lines[0]).toBe('standard input was not imported, because 1,500 things are wrong with it:');
    expect(lines[1]).toMatch(
      /^users\[0\]\.phone is the number 5, but must be text of at most \d+ characters or null\.$/,
    );
    expect(lines[21]).toBe('… and 1,480 more.');
  });
});

test.concurrent('what is refused leaves the data as they were', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: small });
  const before = await workplace.run(['export']);
  const twice = JSON.stringify(smallSnapshot({ users: [aUser(1), aUser(2), aUser(1)] }));
  const { code, stderr } = await workplace.run(['import', '-'], { input: twice });
  expect(code).toBe(1);
  expect(stderr).toContain('users[2].id is 1 again, but must be in one record only.\n');
  expect(await workplace.run(['export'])).toEqual(before);
});

describe('a database that cannot be used is reported in one sentence, and stays as it is:', () => {
  test.concurrent('a file that is no database', async () => {
    await using workplace = await openWorkplace();
    const text = 'dear diary, '.repeat(500);
    await workplace.write('registry.sqlite', text);
    expect(await refused(workplace, ['import', '-'])).toBe('it is no SQLite database');
    expect(await readFile(workplace.at('registry.sqlite'), 'utf8')).toBe(text);
  });

  test.concurrent("another program's database", async () => {
    await using workplace = await openWorkplace();
    makeDatabase(workplace.at('registry.sqlite'), 'CREATE TABLE diary (entry TEXT)');
    const before = await readFile(workplace.at('registry.sqlite'));
    expect(await refused(workplace, ['import', '-'])).toBe('it is a database, but not that of a registry');
    expect(await readFile(workplace.at('registry.sqlite'))).toEqual(before);
  });

  test.concurrent('a registry of another format', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: small });
    makeDatabase(workplace.at('registry.sqlite'), 'PRAGMA user_version = 99');
    expect(await refused(workplace, ['export'])).toMatch(
      /^it has format 99 and this version reads format \d+; export it /,
    );
  });

  test.concurrent('a damaged one', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: small });
    const { size } = await stat(workplace.at('registry.sqlite'));
    const bytes = await readFile(workplace.at('registry.sqlite'));
    await workplace.write('registry.sqlite', bytes.fill(0xaa, 8192, size - 4096));
    expect(await refused(workplace, ['export'])).toMatch(/^it is damaged; /);
  });

  test.concurrent('a directory', async () => {
    await using workplace = await openWorkplace();
    await mkdir(workplace.at('registry.sqlite'));
    expect(await refused(workplace, ['import', '-'])).toBe('it is a directory');
  });

  test.concurrent('a folder that cannot be made', async () => {
    await using workplace = await openWorkplace();
    await workplace.write('a', '');
    const file = workplace.at('a/b/c.sqlite');
    const { code, stderr } = await workplace.run(['import', '-'], { input: small, env: { DATABASE_FILE: file } });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `The database file ${file} cannot be used: ${workplace.at('a/b')} lies below a file, but must be a folder.\n`,
    );
  });

  // For ten seconds import waits for the other.
  test.skipIf(isSampled).concurrent('one that another program keeps writing to', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: small });
    const other = new DatabaseSync(workplace.at('registry.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const [importing, exporting, listing] = await Promise.all([
      refused(workplace, ['import', '-']),
      workplace.run(['export']),
      workplace.run(['token', 'list']),
    ]);
    expect(importing).toMatch(/^another program has been writing to it for too long, such as an import; /);
    expect({ exporting: exporting.code, listing: listing.code }).toEqual({ exporting: 0, listing: 0 });
    other.close();
  });
});

test.concurrent('two first imports at once both succeed', async () => {
  await using workplace = await openWorkplace();
  const endings = await Promise.all([1, 2, 3].map(() => workplace.run(['import', '-'], { input: small })));
  expect(endings.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    endings.map(() => ({ code: 0, stderr: expect.stringMatching(sentence) })),
  );
});

async function refused(workplace: Awaited<ReturnType<typeof openWorkplace>>, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await workplace.run(args, { input: small });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const beginning = `The database file ${workplace.at('registry.sqlite')} cannot be used: `;
  expect(stderr.startsWith(beginning), stderr).toBe(true);
  return stderr.slice(beginning.length).trimEnd().replace(/\.$/, '');
}

function makeDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
