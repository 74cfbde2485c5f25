/** How an RDP database is read: with the right to read and no other, as of one moment, its failures in sentences. */

import { describe, expect, inject, test } from 'vitest';
import { parseRdpAddress } from '../../src/registry/rdp-database/address.ts';
import { PERSON_TABLES } from '../../src/registry/rdp-database/changes.ts';
import { openConnections } from '../../src/registry/rdp-database/connection.ts';
import { openRdpDatabase } from '../../src/registry/rdp-database/rdp-database.ts';
import { ONTOLOGY_TABLES, TABLES } from '../../src/registry/rdp-database/schema.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { OWNER, PASSWORD } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';
import { listOf, readWhole } from '../support/services/read-whole.ts';
import { recordStatements } from '../support/services/recorded-statements.ts';

const READS =
  /^(?:SELECT|SHOW SESSION VARIABLES|SET SESSION|START TRANSACTION [\w ]*, READ ONLY|COMMIT|CHECKSUM TABLE)\b/;

test('no statement writes, whatever is read', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await using way = await recordStatements(inject('mariadbPort'));
  const address = rdp.address.replace(`:${inject('mariadbPort')}/`, `:${way.port}/`);
  const { snapshot } = await readWhole(address);
  await using database = openRdpDatabase(address);
  const { users } = await database.readUsers([1, 2, 3]);
  await database.readWriteTimes();
  await database.readPersonChecksums(PERSON_TABLES);
  await database.readReferenceChecksums();
  expect(users).toEqual(snapshot.users);
  expect(way.statements.length).toBeGreaterThan(40);
  expect(way.statements.map((statement) => statement.trim()).filter((one) => !READS.test(one))).toEqual([]);
  const sets = way.statements.filter((statement) => statement.startsWith('SET SESSION')).join();
  expect(sets).toContain('READ ONLY');
  expect(sets).toContain("time_zone = '+00:00', group_concat_max_len = 67108864, max_statement_time = 60");
  // Not asked for: what nobody but RDP needs.
  expect(way.statements.join()).not.toMatch(/password|reset|verification_token/);
});

test('the server itself refuses to write over this connection, whatever the account may do', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await using connections = openConnections(parseRdpAddress(serverAddress(rdp.name, OWNER)));
  const change = "UPDATE user SET email = 'changed@example.org'";
  await expect(connections.inOneMoment((moment) => moment.rows(change))).rejects.toThrow(
    /ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION/,
  );
  expect((await readWhole(rdp.address)).snapshot.users[0]?.email).toBe('user.1@example.org');
});

test('everything is read of one moment, though people go on working', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await using database = openRdpDatabase(rdp.address);
  const users = await database.readRegistry(async (registry) => {
    await rdp.run("UPDATE user SET name = 'later'", 'DELETE FROM gene');
    // Genes of people are compared with those that were read before.
    await listOf(registry.genes);
    return listOf(registry.users);
  });
  expect(users.map(({ name, genes }) => [name, genes.length])).toEqual([
    ['Name1', 0],
    ['Name2', 2],
  ]);
  expect((await database.readUsers([2])).users[0]).toMatchObject({ name: 'later', genes: [] });
});

test('an account that may read single columns is enough, so that hashes of passwords can be withheld from it', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  const account = `${rdp.name}_columns`;
  const grants = Object.entries({ ...TABLES, ...ONTOLOGY_TABLES }).map(
    ([table, columns]) => `GRANT SELECT (${columns.join(', ')}) ON ${rdp.name}.\`${table}\` TO ${account}`,
  );
  await rdp.run(`CREATE USER ${account} IDENTIFIED BY '${PASSWORD}'`, ...grants);
  try {
    const address = serverAddress(rdp.name, account);
    const { snapshot } = await readWhole(address);
    expect(snapshot).toEqual((await readWhole(rdp.address)).snapshot);
    await using database = openRdpDatabase(address);
    const { tables } = await database.readWriteTimes();
    expect([...tables.keys()].toSorted()).toEqual(Object.keys({ ...TABLES, ...ONTOLOGY_TABLES }).toSorted());
    expect((await database.readPersonChecksums(PERSON_TABLES)).get('user')?.size).toBe(2);
  } finally {
    await rdp.run(`DROP USER ${account}`);
  }
});

describe('what is not understood is refused, and named:', () => {
  test('missing tables and columns', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
    await rdp.run('ALTER TABLE user DROP COLUMN shared', 'DROP TABLE access_token', 'DROP TABLE user_ontology_term');
    await expect(readWhole(rdp.address)).rejects.toThrow(
      /^The RDP database mysql:\/\/\w+@127\.0\.0\.1:\d+\/\w+ is not understood: of the tables of RDP 1\.5 it lacks user\.shared, access_token, user_ontology_term\. They are not there, or the account may not read them/,
    );
  });

  test('a flag that is a text, which would be read as 0', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
    await rdp.run("ALTER TABLE user MODIFY hide_genelist VARCHAR(5) NOT NULL DEFAULT 'true'");
    await expect(readWhole(rdp.address)).rejects.toThrow(
      'its column user.hide_genelist has the type varchar, allowed: bit, tinyint, smallint, mediumint, int, bigint.',
    );
  });

  test('a schema that is no RDP database', async () => {
    await using rdp = await openRdpTestDatabase();
    await rdp.run(`CREATE DATABASE ${rdp.name}_empty`, `GRANT SELECT ON ${rdp.name}_empty.* TO ${rdp.name}_reader`);
    const address = serverAddress(`${rdp.name}_empty`, `${rdp.name}_reader`);
    await expect(readWhole(address)).rejects.toThrow(
      /of the tables of RDP 1\.4 it lacks user, user_researcher_category/,
    );
    await rdp.run(`DROP DATABASE ${rdp.name}_empty`);
  });

  test('a later version, whose tokens would be read wrongly', async () => {
    await using rdp = await openRdpTestDatabase();
    await rdp.run('ALTER TABLE access_token ADD COLUMN secret VARCHAR(255) NULL');
    await expect(readWhole(rdp.address)).rejects.toThrow(
      /its column access_token\.secret is that of a version behind 1\.5/,
    );
  });
});

describe('what cannot be reached or entered is reported in a sentence without the password:', () => {
  test.each([
    ['a wrong password', { password: 'wrong-secret' }, /the account or its password is refused\.$/],
    [
      'a schema that is not there',
      { schema: 'nothing' },
      /(?:the account may not use that schema|no schema of that name)\.$/,
    ],
    ['a port where nothing listens', { port: 9 }, /nothing listens there\.$/],
    [
      'a server without TLS',
      { query: '?ssl-mode=REQUIRED' },
      /it offers no TLS; add \?ssl-mode=DISABLED to the address/,
    ],
  ])('%s', async (_, { password = PASSWORD, schema, port, query = '' }: Changes, reason) => {
    await using rdp = await openRdpTestDatabase();
    const place = `127.0.0.1:${port ?? inject('mariadbPort')}/${schema ?? rdp.name}`;
    const address = `mariadb://${rdp.name}_reader:${encodeURIComponent(password)}@${place}${query}`;
    const error = await readWhole(address).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'UnreadableRdpDatabase', message: expect.stringMatching(reason) });
    const { message, stack } = error as Error;
    expect(message).toMatch(`The RDP database mariadb://${rdp.name}_reader@${place} cannot be read: `);
    for (const secret of [password, encodeURIComponent(password)]) expect(stack).not.toContain(secret);
  });
});
type Changes = { password?: string; schema?: string; port?: number; query?: string };

test('a connection that is cut in the middle is reported, and the next question has another', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await using database = openRdpDatabase(rdp.address);
  const reading = database.readRegistry(async ({ users }) => {
    const own = await rdp.rows(`SELECT id FROM information_schema.processlist WHERE user = '${rdp.name}_reader'`);
    expect(own).toHaveLength(1);
    await rdp.run(`KILL CONNECTION ${own[0]?.id}`);
    return listOf(users);
  });
  await expect(reading).rejects.toThrow(/^The RDP database \S+ cannot be read: the connection was cut\.$/);
  expect((await database.readUsers([1, 2])).users).toHaveLength(2);
});

test('closing does not wait for a statement that is not answered', async () => {
  await using rdp = await openRdpTestDatabase();
  const connections = openConnections(parseRdpAddress(rdp.address));
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const sleeping = connections.inOneMoment(async (moment) => {
    await moment.rows('SELECT 1');
    resolve();
    await moment.rows('SELECT sleep(30)');
  });
  sleeping.catch(() => {});
  await asked;
  const startedAt = performance.now();
  await connections[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  await expect(sleeping).rejects.toThrow(/the connection was cut/);
});

test('what is thrown while a registry is used comes through as it is', async () => {
  await using rdp = await openRdpTestDatabase();
  await using database = openRdpDatabase(rdp.address);
  const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  await expect(database.readRegistry(() => Promise.reject(full))).rejects.toBe(full);
  expect((await database.readUsers([1])).users).toEqual([]);
});
