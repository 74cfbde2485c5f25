/** Two registries beside each other: each follows the same database, and what belongs to the service they share. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { backUp, confirmMissingPeople, openDatabase, openTokenKeeper } from '../../src/app/database.ts';
import type { FeedPeople } from '../../src/domain/federation/feed.ts';
import type { Outage } from '../../src/domain/federation/outage.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { tokenHash } from '../../src/registry/accounts/token-hash.ts';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import { outages } from '../../src/registry/state/outages.ts';
import { sqliteState } from '../../src/registry/state/sqlite-state.ts';
import { subscriptions } from '../../src/registry/state/subscriptions.ts';
import { openSqliteStore } from '../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../src/registry/store/state-schema.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { startFollower, startReadyFollower, until } from '../support/services/start-follower.ts';

const IN_A_YEAR = new Date(Date.now() + 365 * 24 * 3_600_000);

const people = smallSnapshot({
  users: [
    aUser(1, { roles: ['ROLE_ADMIN', 'ROLE_USER'] }),
    aUser(2, { privacyLevel: 0, genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
  ],
});

/** What makes a database what the first version with a state of its own left, with a token and a request. */
function formOne(name: string, hash: Uint8Array): string[] {
  const times = "'2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'";
  return [
    `CREATE TABLE ${name}.service_setting (name varchar(64) NOT NULL PRIMARY KEY, value varchar(255) NOT NULL)`,
    `CREATE TABLE ${name}.service_token (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id int NOT NULL,
      email varchar(255), hash binary(32) NOT NULL UNIQUE, label text, created_at varchar(32) NOT NULL,
      expires_at varchar(32) NOT NULL)`,
    `CREATE TABLE ${name}.service_access_request (id bigint NOT NULL PRIMARY KEY, received_at varchar(32) NOT NULL,
      user_id int NOT NULL, gene_id int, contact text NOT NULL, reason text NOT NULL)`,
    `INSERT INTO ${name}.service_setting VALUES ('form', '1')`,
    `INSERT INTO ${name}.service_token (user_id, email, hash, created_at, expires_at)
      VALUES (1, 'user.1@example.org', x'${Buffer.from(hash).toString('hex')}', ${times})`,
    `INSERT INTO ${name}.service_access_request
      VALUES (1767225600000, '2026-01-01T00:00:00.000Z', 2, 672, 'ada@example.org', 'We have a family.')`,
  ];
}

/** An empty database beside that of the registry, for as long as a test needs it. */
async function openStateDatabase(rdp: TestRdpDatabase): Promise<AsyncDisposable & { address: string; name: string }> {
  const name = `${rdp.name}_state`;
  await rdp.run(`CREATE DATABASE ${name}`);
  return {
    name,
    address: serverAddress(name, OWNER),
    async [Symbol.asyncDispose]() {
      await rdp.run(`DROP DATABASE ${name}`);
    },
  };
}

describe('two registries over one database', () => {
  test('resolve the ids, accept the tokens and list the requests of each other', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    const settings = {
      STATE_URL: state.address,
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    };
    // Both at once, on a database without tables.
    const [one, other] = await Promise.all([1, 2].map(() => startReadyFollower(rdp.address, { settings })));
    await using here = one as NonNullable<typeof one>;
    await using there = other as NonNullable<typeof other>;

    const [found] = JSON.parse(await here.text(`/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`));
    const { anonymousId } = found;
    expect(anonymousId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await there.status(`/api/genes/by-anonymous-id/${anonymousId}`)).toBe(200);

    const { store, config } = here.context;
    await using keeper = await openTokenKeeper(store, config);
    const token = (await keeper.create(1, 'for both', IN_A_YEAR)) ?? '';
    expect(await there.status('/api/users/2', token)).toBe(200);
    expect(await here.status('/api/users/2', token)).toBe(200);

    // Forms that come to both at once, each several times, are taken once each.
    const takers = [here, there, here, there].map(({ context }) => context.registry.accessRequests);
    for (let count = 0; count < 20; count++) {
      const form = { ...ACCESS_FORM, reason: `${ACCESS_FORM.reason} It is question ${count}.` };
      const taken = await Promise.all(takers.map((one) => one.receive(anonymousId, form, 'never')));
      const ids = taken.map((one) => (typeof one === 'string' ? one : one.id));
      expect(ids).toEqual(Array(4).fill(ids[0]));
      expect(await here.context.registry.accessRequests.remove(Number(ids[0]))).toBe(true);
    }
    await here.context.registry.accessRequests.receive(anonymousId, ACCESS_FORM, 'never');
    const asked = await there.context.registry.accessRequests.receive(
      ...([anonymousId, { ...ACCESS_FORM, contact: 'bo@example.org' }, 'by-message'] as const),
    );
    const [newest] = (await there.context.registry.accessRequests.list(PUBLIC_VIEWER)).requests;
    const administrator = { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false } as const;
    const step = { state: 'forwarded', note: 'To her clinic.', answer: null } as const;
    expect(await there.context.registry.accessRequests.note(administrator, newest?.id ?? 0, step, 1)).toBe('noted');
    expect(await here.context.registry.accessRequests.note(administrator, 1, step, 1)).toBe('unknown');
    expect((await here.context.registry.accessRequests.list(administrator)).requests[0]).toMatchObject({
      reference: newest?.reference,
      state: 'forwarded',
      history: [{ by: null }, { ...step, by: { id: 1, fullName: expect.any(String) } }],
    });
    const { requests, total } = await there.context.registry.accessRequests.list(PUBLIC_VIEWER);
    expect(total).toBe(2);
    expect(requests.map(({ contact }) => contact)).toEqual(['bo@example.org', 'ada@example.org']);
    expect(requests[0]?.gene).toEqual({ geneId: 672, symbol: 'BRCA1' });
    // Whoever presses at both at once confirms once, and what is due is sent by one of them.
    const both = [here, there].map(({ context }) => context.registry.accessRequests);
    const { pageKey } = asked as Exclude<typeof asked, string>;
    const pressed = await Promise.all([...both, ...both].map((one) => one.confirm(pageKey)));
    expect(pressed.map((page) => page?.sees.state)).toEqual(['received', 'received', 'received', 'received']);
    expect(pressed.filter((page) => page?.isNew)).toHaveLength(1);
    await rdp.run(
      `UPDATE ${state.name}.service_access_request SET message_due_at = '2026-01-01T00:00:00.000Z' WHERE page_key IS NOT NULL AND confirm_by IS NOT NULL`,
    );
    const claimed = await Promise.all([...both, ...both].map((one) => one.claimDue()));
    expect(claimed.flat().map((one) => one.pageKey)).toEqual([pageKey]);
    expect(await here.context.registry.accessRequests.remove(requests[0]?.id ?? 0)).toBe(true);
    expect(await there.context.registry.accessRequests.remove(requests[0]?.id ?? 0)).toBe(false);

    await until('the use is written', 5000, async () => (await keeper.list())[0]?.lastUsedAt !== null);
    const [entry] = await keeper.list();
    expect(entry?.lastUsedAt).toMatch(/:00:00\.000Z$/);
    expect(entry).toMatchObject({ userId: 1, email: 'user.1@example.org', label: 'for both', mayBeUsed: true });
    expect(await keeper.revoke(entry?.id ?? 0)).toBe(true);
    expect(await there.status('/api/users/2', token)).toBe(401);
    const [row] = await rdp.rows(
      `SELECT count(*) AS tables FROM information_schema.tables WHERE table_schema = '${rdp.name}' AND table_name LIKE 'service%'`,
    );
    expect(row).toEqual({ tables: 0 });
  });

  test('give each token an id that was never given, also when both make one at once and one is revoked', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    const stores = [1, 2].map(() => openMysqlState({ address: state.address, report: () => {} }));
    await using one = stores[0] as (typeof stores)[number];
    await using other = stores[1] as (typeof stores)[number];
    const times = { createdAt: '2030-01-01T00:00:00.000Z', expiresAt: '2031-01-01T00:00:00.000Z' };
    const make = ({ tokens }: typeof one, at: number) =>
      tokens.create({ userId: 1, email: null, hash: new Uint8Array(32).fill(at), label: String(at), ...times });
    await Promise.all([make(one, 1), make(other, 2), make(one, 3)]);
    const given = (await one.tokens.list()).map(({ id }) => id);
    expect(new Set(given).size).toBe(3);
    await one.tokens.revoke(Math.max(...given));
    await make(other, 4);
    expect(given).not.toContain((await one.tokens.list()).find(({ label }) => label === '4')?.id);
  });

  test('give the same feed, and keep its questions within one bound', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    const settings = {
      STATE_URL: state.address,
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
      LIMITS_SAVED_SEARCHES: '1',
    };
    const [one, other] = await Promise.all([1, 2].map(() => startReadyFollower(rdp.address, { settings })));
    await using here = one as NonNullable<typeof one>;
    await using there = other as NonNullable<typeof other>;
    const answerTo = async ({ text }: Pick<typeof here, 'text'>, symbol: string) => {
      const { items, description } = JSON.parse(await text(`/feeds/genes?symbol=${symbol}&format=json`));
      const entries = items.map(({ id, title, date_published: at }: Record<string, string>) => [id, title, at]);
      return { entries, description };
    };
    const kept = async () => {
      const [row] = await rdp.rows(
        `SELECT (SELECT count(*) FROM ${state.name}.service_standing_question) AS questions,
                (SELECT count(*) FROM ${state.name}.service_standing_question_person) AS people`,
      );
      return row;
    };
    const first = await answerTo(here, 'BRCA1');
    expect(first.entries).toHaveLength(1);
    expect(await answerTo(there, 'BRCA1')).toEqual(first);
    expect(await kept()).toEqual({ questions: 1, people: 1 });
    // It was read a moment ago for the first time, so another one takes its place.
    expect((await answerTo(there, 'TP53')).entries).toEqual([]);
    expect(await kept()).toEqual({ questions: 1, people: 0 });
    await rdp.run(`UPDATE ${state.name}.service_standing_question SET first_read_at = first_read_at - 90000`);
    expect((await answerTo(here, 'BRCA1')).description).toContain('This registry stores no more feeds');
    // Whoever comes back has the question asked without a reader from the next day on, by one of them.
    await answerTo(there, 'TP53');
    const day = Math.floor(Date.now() / 86_400_000) + 1;
    const stores = [1, 2].map(() => openMysqlState({ address: state.address, report: () => {} }));
    await using asker = stores[0] as (typeof stores)[number];
    await using another = stores[1] as (typeof stores)[number];
    const claim = ({ feedQuestions }: typeof asker) => feedQuestions.claim({ day, second: 86_399 }, 0);
    const claimed = await Promise.all([claim(asker), claim(another)]);
    expect(claimed.filter((one) => typeof one === 'object')).toEqual([
      { kind: 'genes', search: 'symbol=TP53&taxonId=9606' },
    ]);
    expect(await claim(another)).toBeUndefined();
  });

  test('note once since when a partner is unwell, and once that its contact was written to', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    const open = () => openMysqlState({ address: state.address, report: () => {} });
    await using one = open();
    await using other = open();
    const [here, there] = [one, other].map(({ settings }) => outages(settings));
    if (here === undefined || there === undefined) throw new Error('There are two instances.');
    const partner = 'a-key-of-a-partner-that-is-longer-than-names-of-settings-may-be.example.org';
    const since = { since: 1, seenAt: 1, healthySince: null, notifiedAt: null, sendingUntil: null };
    const notified = { ...since, notifiedAt: 86_401 };
    const bothChange = async (...[before, after]: [Outage | undefined, Outage | undefined]) =>
      (await Promise.all([here, there].map((each) => each.change(partner, before, after)))).toSorted();
    expect(await here.find(partner)).toBeUndefined();
    expect(await bothChange(undefined, since)).toEqual([false, true]);
    expect(await there.find(partner)).toEqual(since);
    expect(await here.find('another')).toBeUndefined();
    expect(await bothChange(since, notified)).toEqual([false, true]);
    expect(await here.change(partner, since, undefined)).toBe(false);
    expect(await bothChange(notified, undefined)).toEqual([false, true]);
    expect(await there.find(partner)).toBeUndefined();
  });

  test('take what is due for subscribers once, name to each whoever came, and keep nothing of who left', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    let nowMs = Date.parse('2026-03-01T12:00:00Z');
    const open = () => openMysqlState({ address: state.address, report: () => {} });
    await using one = open();
    await using other = open();
    const options = { key: new Uint8Array(32).fill(5), most: 1, now: () => new Date(nowMs) };
    const here = subscriptions({ ...options, store: one.subscriptions });
    const there = subscriptions({ ...options, store: other.subscriptions });
    const wish = { kind: 'genes', search: 'symbol=KCNQ2', lang: 'fr', frequency: 'weekly', question: 'KCNQ2' } as const;
    const found = (...ids: number[]): FeedPeople => ({
      people: ids.map((userId) => ({
        ...{ originKey: 'local', registry: 'AlphaNet', key: `named ${userId}`, genes: [] },
        named: { userId, name: `Person ${userId}`, organization: undefined },
      })),
      ...{ whole: ['local'], partly: [], notices: new Map() },
      coverage: [{ key: 'local', registry: 'AlphaNet', isWhole: true, people: ids.length }],
    });
    const subscribe = async (address: string, question: string = wish.question) => {
      const outcome = await here.ask({ ...wish, address, question });
      const token = 'subscription' in outcome ? here.linkToken('confirm', outcome.subscription) : '';
      const subscription = await there.find('confirm', token);
      return subscription && there.confirm(subscription, question, found(1));
    };
    const confirmed = await subscribe('ada@example.org');
    expect(await subscribe('bo@example.org')).toMatchObject({ token: expect.any(String) });
    expect(await subscribe('cy@example.org', 'TP53')).toBe('full');
    for (let at = 0; at < 3; at++)
      expect(await here.ask({ ...wish, address: `eve+${at}@example.org` })).toMatchObject({ state: 'asked' });
    expect(await here.ask({ ...wish, address: 'Eve@example.org' })).toEqual({ state: 'silent' });
    // Links that nobody noted as sent are due a quarter of an hour later, each at one of them.
    expect(await here.claimLinks()).toEqual([]);
    nowMs += 15 * 60_000;
    const links = (await Promise.all([here.claimLinks(), there.claimLinks()])).flat();
    expect(new Set(links.map(({ address }) => address)).size).toBe(4);
    expect(links).toHaveLength(4);
    for (const link of links.slice(1)) await here.linkSent(link);
    nowMs += 15 * 60_000;
    expect(await there.claimLinks()).toMatchObject([{ address: links[0]?.address }]);
    expect([await there.isDueToday('KCNQ2'), await there.isDueToday('TP53')]).toEqual([false, false]);
    nowMs = Date.parse('2026-03-08T04:59:59Z');
    expect(await there.isDueToday('KCNQ2')).toBe(true);
    const both = await Promise.all([here.claim(), there.claim()]);
    const [claimed] = both.filter((each) => (each?.subscriptions.length ?? 0) > 0);
    expect(both.map((each) => each?.subscriptions.length ?? 0).toSorted()).toEqual([0, 2]);
    const dues = await claimed?.note(wish.question, found(1, 2));
    expect(dues?.map(({ tidings }) => tidings.came.map(({ key }) => key))).toEqual([['named 2'], ['named 2']]);
    for (const due of dues ?? []) await due.markSent();
    expect(await there.claim()).toBeUndefined();
    nowMs += 7 * 24 * 3_600_000;
    expect(await (await there.claim())?.note(wish.question, found(1, 2))).toEqual([]);
    const token = typeof confirmed === 'object' ? confirmed.token : '';
    const left = await there.find('leave', token);
    expect([left?.address, left && (await here.unsubscribe(left)), await there.find('leave', token)]).toEqual([
      'ada@example.org',
      true,
      undefined,
    ]);
    const rest = await subscribe('bo@example.org');
    const last = await here.find('leave', typeof rest === 'object' ? rest.token : '');
    expect(last && (await here.unsubscribe(last))).toBe(true);
    // What was never confirmed goes with the next wish.
    nowMs += 3 * 24 * 3_600_000;
    await subscribe('di@example.org');
    const [row] = await rdp.rows(
      `SELECT (SELECT group_concat(address) FROM ${state.name}.service_subscription) AS addresses,
              (SELECT count(*) FROM ${state.name}.service_subscription_person) AS people`,
    );
    expect(row).toEqual({ addresses: 'di@example.org', people: 1 });
  });

  test('bring a database of format 1 to the present format, both at once, with what is in it', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openStateDatabase(rdp);
    const secret = Buffer.alloc(32, 7).toString('base64url');
    for (const sql of formOne(state.name, tokenHash(secret))) await rdp.run(sql);
    const settings = { STATE_URL: state.address };
    const [one, other] = await Promise.all([1, 2].map(() => startReadyFollower(rdp.address, { settings })));
    await using here = one as NonNullable<typeof one>;
    await using there = other as NonNullable<typeof other>;
    for (const registry of [here, there]) {
      expect(await registry.status('/api/users/2', secret)).toBe(200);
      expect((await registry.context.registry.accessRequests.list(PUBLIC_VIEWER)).requests).toMatchObject([
        { contact: 'ada@example.org', reference: null, state: 'received' },
      ]);
    }
  });

  test('learn once, and both, that people who are missing in the database have left', async () => {
    const users = Array.from({ length: 12 }, (_, index) => aUser(index + 1));
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await using state = await openStateDatabase(rdp);
    const settings = { STATE_URL: state.address };
    const [one, other] = await Promise.all([1, 2].map(() => startReadyFollower(rdp.address, { settings })));
    await using here = one as NonNullable<typeof one>;
    await using there = other as NonNullable<typeof other>;
    expect(await confirmMissingPeople(here.context.config, new Date())).toBe(undefined);
    await rdp.run('DELETE FROM user_role WHERE user_id > 2', 'DELETE FROM user WHERE user_id > 2');
    for (const { text, status } of [here, there]) {
      await until('it is reported', 5000, async () => (await text('/readyz')).includes('lacks 10 of 12 people'));
      expect(await status('/api/users/12')).toBe(200);
    }
    expect(await confirmMissingPeople(here.context.config, new Date())).toBeInstanceOf(Date);
    for (const { text, status } of [here, there]) {
      await until('they are gone', 5000, async () => (await status('/api/users/12')) === 404);
      await until('all is well', 5000, async () => (await text('/readyz')) === 'ready');
    }
  });

  test('refuse a token when its account is another person’s by now', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using registry = await startReadyFollower(rdp.address);
    const { store, config } = registry.context;
    await using keeper = await openTokenKeeper(store, config);
    const token = (await keeper.create(1, null, IN_A_YEAR)) ?? '';
    expect(await registry.status('/api/users/1', token)).toBe(200);
    await rdp.run("UPDATE user SET email = 'somebody.else@example.org' WHERE user_id = 1");
    await until('the token is refused', 5000, async () => (await registry.status('/api/users/1', token)) === 401);
    expect(await keeper.list()).toMatchObject([{ email: 'user.1@example.org', mayBeUsed: false }]);
  });
});

describe('the state of a registry that follows a database', () => {
  test('lies in a file of its own, which outlives the copy of the database', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using registry = await startReadyFollower(rdp.address);
    const { store, config } = registry.context;
    await using keeper = await openTokenKeeper(store, config);
    const token = (await keeper.create(1, null, IN_A_YEAR)) ?? '';
    await rdp.run("UPDATE taxon SET common_name = 'mankind' WHERE taxon_id = 9606");
    await until(
      'everything is read again',
      30_000,
      async () =>
        (await registry.text('/api/taxa/9606')).includes('mankind') ||
        (await registry.text('/api/genes/search?symbol=BRCA1&taxonId=9606', token)).includes('mankind'),
    );
    expect(await registry.status('/api/users/2', token)).toBe(200);
    expect(readFileSync(registry.file.replace('.sqlite', '-state.sqlite')).subarray(0, 15).toString()).toBe(
      'SQLite format 3',
    );
  });

  test('is what a backup copies; and nothing is imported over the copy of the database', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using registry = await startReadyFollower(rdp.address);
    const { config } = registry.context;
    const target = registry.file.replace('registry.sqlite', 'backup.sqlite');
    expect((await backUp(config, target)).file).toBe(registry.file.replace('.sqlite', '-state.sqlite'));
    using copy = openSqliteStore(target, { format: STATE_FORMAT });
    expect(await sqliteState(copy).tokens.list()).toEqual([]);
    expect(() => openDatabase(config, { makesFile: true })).toThrow(
      'cannot be used: its data are those of the database that database.follow names; change them there.',
    );
  });

  test.each([
    [
      'the database that is followed, by another name of its server',
      (rdp: TestRdpDatabase) => serverAddress(rdp.name, OWNER).replace('127.0.0.1', 'localhost'),
    ],
    [
      'a database that another RDP lives in',
      (_: TestRdpDatabase, other: TestRdpDatabase) => serverAddress(other.name, OWNER),
    ],
  ])('is never written into %s', async (_, addressOf) => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using other = await openRdpTestDatabase();
    const settings = { STATE_URL: addressOf(rdp, other) };
    await expect(startFollower(rdp.address, { settings })).rejects.toThrow(
      /^state\.url names the database mysql:\/\/owner@\S+, which holds tables of an RDP \(.+\), but must name one of its own\.$/,
    );
  });

  test('is missed by nobody but those who come with a token, when its server does not answer', async () => {
    await using rdp = await openRdpTestDatabase({
      snapshot: smallSnapshot({
        users: [aUser(1, { accessTokens: [{ token: 'token-of-rdp', expiresAt: '2037-01-01' }] })],
      }),
    });
    const settings = {
      STATE_URL: 'mysql://nobody:nothing@127.0.0.1:1/state',
      APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: '00112233'.repeat(8),
    };
    await using registry = await startReadyFollower(rdp.address, { settings });
    expect(await registry.status('/api/users/1')).toBe(200);
    expect(await registry.status('/api/users/1', 'token-of-rdp')).toBe(200);
    const refused = await registry.get('/api/users/1', 'token-made-here');
    expect(refused.status).toBe(503);
    expect((await refused.json()).message).toBe(
      'Access tokens, requests for access and feeds cannot be looked up at the moment. Please ask again later.',
    );
  });
});
