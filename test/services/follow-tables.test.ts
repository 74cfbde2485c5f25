/** Tables of a followed database that are views, or that are gone: what is withdrawn counts as soon as with any other. */

import { expect, test } from 'vitest';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { startReadyFollower, until } from '../support/services/start-follower.ts';

/** What counts for a permission that is withdrawn. */
const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;
const TOKEN = 'token-of-user-1';

const users = Array.from({ length: 12 }, (_, index) =>
  aUser(index + 1, {
    genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
    accessTokens: index === 0 ? [{ token: TOKEN, expiresAt: '2099-01-01T00:00:00Z' }] : [],
  }),
);

/** Renames each table, and puts a view of its name and columns in its place. */
async function viewsForTables(rdp: TestRdpDatabase): Promise<void> {
  const tables = await rdp.rows('SHOW FULL TABLES WHERE Table_type = "BASE TABLE"');
  for (const row of tables) {
    const name = String(Object.values(row)[0]);
    await rdp.run(
      `RENAME TABLE \`${name}\` TO \`${name}_table\``,
      `CREATE VIEW \`${name}\` AS SELECT * FROM \`${name}_table\``,
    );
  }
}

test('over views, whatever is withdrawn is in force at once, and changes of anything else follow', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await viewsForTables(rdp);
  await using registry = await startReadyFollower(rdp.address);
  const shows = async (path: string, text: string) => (await registry.text(path)).includes(text);
  const search = '/api/genes/search?symbol=BRCA1&taxonId=9606';
  const named = (id: number) => shows(search, `user.${id}@example.org`);
  const withdrawals: [statement: string, isInForce: () => Promise<boolean>][] = [
    [
      'UPDATE user_table SET privacy_level = 0 WHERE user_id = 2',
      async () => (await registry.status('/api/users/2')) === 401,
    ],
    [
      'UPDATE user_table SET enabled = 0 WHERE user_id = 3',
      async () => (await registry.status('/api/users/3')) === 401,
    ],
    ['UPDATE gene_table SET user_privacy_level = 0 WHERE user_id = 4', async () => !(await named(4))],
    ['DELETE FROM gene_table WHERE user_id = 5', async () => !(await named(5))],
    ['UPDATE user_table SET hide_genelist = 1 WHERE user_id = 6', async () => !(await shows('/api/users/6', 'BRCA1'))],
    [
      'DELETE FROM access_token_table WHERE user_id = 1',
      async () => (await registry.status('/api/users/1', TOKEN)) === 401,
    ],
  ];
  expect(await registry.status('/api/users/1', TOKEN)).toBe(200);
  for (const [statement, isInForce] of withdrawals) {
    expect([statement, await isInForce()]).toEqual([statement, false]);
    await rdp.run(statement);
    await until(`${statement} is in force`, URGENT_MS, isInForce);
  }
  await rdp.run("UPDATE user_table SET description = 'changed' WHERE user_id = 7");
  await until('the text is there', OTHERS_MS, () => shows('/api/users/7', 'changed'));
  expect(await registry.text('/readyz')).toBe('ready');
});

test('over views, a change of a gene is noticed at the comparison of everything', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await viewsForTables(rdp);
  await using registry = await startReadyFollower(rdp.address, {
    settings: { DATABASE_FOLLOW_FULL_CHECK_SECONDS: '10' },
  });
  await rdp.run("UPDATE taxon_table SET common_name = 'mankind' WHERE taxon_id = 9606");
  await until('the name is another one', OTHERS_MS, async () =>
    (await registry.text('/api/taxa/9606')).includes('mankind'),
  );
});

/** Keeps the rows of a table for later under another name. */
const dropped = (table: string) => [
  'SET SESSION foreign_key_checks = 0',
  `CREATE TABLE kept_${table} LIKE ${table}`,
  `INSERT INTO kept_${table} SELECT * FROM ${table}`,
  `DROP TABLE ${table}`,
];

test('a token whose table was dropped works no longer, and the missing table is named', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using registry = await startReadyFollower(rdp.address);
  expect(await registry.status('/api/users/1', TOKEN)).toBe(200);
  await rdp.run(...dropped('access_token'));
  await until('the token is refused', URGENT_MS, async () => (await registry.status('/api/users/1', TOKEN)) === 401);
  expect(await registry.text('/readyz')).toMatch(/^ready, but the followed database cannot be checked, since /);
  await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 2');
  await until('user 2 is hidden', URGENT_MS, async () => (await registry.status('/api/users/2')) === 401);
  await rdp.run('RENAME TABLE kept_access_token TO access_token');
  await until('the token works again', OTHERS_MS, async () => (await registry.status('/api/users/1', TOKEN)) === 200);
  await until('all is well', OTHERS_MS, async () => (await registry.text('/readyz')) === 'ready');
});

test('people whose table was dropped are missing, and return with it', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using registry = await startReadyFollower(rdp.address);
  await rdp.run(...dropped('user'));
  await until('they are reported', URGENT_MS, async () =>
    (await registry.text('/readyz')).includes('lacks 12 of 12 people'),
  );
  expect(await registry.status('/api/users/1')).toBe(200);
  await rdp.run('RENAME TABLE kept_user TO user', 'UPDATE user SET privacy_level = 0 WHERE user_id = 2');
  await until('user 2 is hidden', URGENT_MS, async () => (await registry.status('/api/users/2')) === 401);
  await until('all is well', OTHERS_MS, async () => (await registry.text('/readyz')) === 'ready');
});
