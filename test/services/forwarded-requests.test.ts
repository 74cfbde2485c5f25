/** Two instances over one state on a server forward, write and take answers once, at the same moment too; what an older version left goes on. */

import { expect, test } from 'vitest';
import { forwardedRequests, personLinks } from '../../src/registry/accounts/forwarded-requests.ts';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import { channelSnapshot } from '../support/registry/channel-snapshot.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';

const BEGIN = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const ID = 1767225600000;
const ADMIN = { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false } as const;
const DECLINED = { state: 'declined', answer: null, note: 'No time.' } as const;

/** What the version of format 5 left: a request that needs no confirmation, of which something was noted. */
const FORM_5 = [
  'CREATE TABLE service_setting (name varchar(64) NOT NULL PRIMARY KEY, value varchar(255) NOT NULL) CHARACTER SET ascii',
  `CREATE TABLE service_access_request (
    id bigint NOT NULL PRIMARY KEY, received_at varchar(32) NOT NULL, user_id int NOT NULL, gene_id int,
    contact text NOT NULL, reason text NOT NULL, reference varchar(16), name text, organisation text,
    language varchar(16), page_key binary(16), confirm_by varchar(32), confirmed_at varchar(32),
    message_due_at varchar(32), UNIQUE KEY (page_key)) CHARACTER SET utf8mb4`,
  `CREATE TABLE service_access_request_step (
    id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, request_id bigint NOT NULL, at varchar(32) NOT NULL,
    state varchar(16) NOT NULL, by_user int NOT NULL, note text, answer text, KEY (request_id)) CHARACTER SET utf8mb4`,
  "INSERT INTO service_setting VALUES ('form', '5')",
  `INSERT INTO service_access_request (id, received_at, user_id, gene_id, contact, reason, reference, name)
    VALUES (${ID}, '2026-01-01T00:00:00.000Z', 1, 3785, 'ada@example.org', 'A family.', 'K7QM-4XRT', 'Ada')`,
  `INSERT INTO service_access_request_step (request_id, at, state, by_user, note)
    VALUES (${ID}, '2026-01-01T00:00:00.000Z', 'received', 1, 'Looked at.')`,
];

/** A database of a state in format 5, which is gone after the test. */
async function openFormat5() {
  await using stack = new AsyncDisposableStack();
  const rdp = stack.use(await openRdpTestDatabase({ snapshot: channelSnapshot() }));
  const name = `${rdp.name}_asked`;
  await rdp.run(`CREATE DATABASE ${name}`);
  stack.defer(() => rdp.run(`DROP DATABASE ${name}`));
  for (const sql of FORM_5) await rdp.run(sql.replace(/(CREATE TABLE|INSERT INTO) /, `$1 ${name}.`));
  const resources = stack.move();
  return {
    openState: () => resources.use(openMysqlState({ address: serverAddress(name, OWNER), report: () => {} })),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('what format 5 left is forwarded once, written about once, reminded of and answered once, whoever comes first', async () => {
  await using database = await openFormat5();
  using temporary = openTemporaryStore(channelSnapshot());
  const { store } = temporary;
  let nowMs = BEGIN + MINUTE_MS;
  const instances = [1, 2].map(() => {
    const { requests, duePeople: people } = database.openState();
    const links = personLinks(new Uint8Array(32));
    const now = () => new Date(nowMs);
    return { requests, ...forwardedRequests({ store, requests, people, links, termDays: 14, mostOpen: 3, now }) };
  });
  const all = <T>(work: (one: (typeof instances)[0]) => Promise<T>) =>
    Promise.all([...instances, ...instances].map(work));
  const states = async () => (await instances[0]?.requests.find(ID))?.steps.map((step) => step.state);

  const forwarded = await all((one) => one.forward(ADMIN, ID));
  expect(forwarded.toSorted()).toEqual(['forwarded', 'waiting', 'waiting', 'waiting']);
  const [asking, ...none] = (await all((one) => one.claim())).filter((claim) => claim !== undefined);
  expect([asking?.messages.length, none]).toEqual([1, []]);
  await asking?.messages[0]?.note('asked');
  await asking?.settle();
  expect((await all((one) => one.claim())).every((claim) => claim === undefined)).toBe(true);

  nowMs += 4 * 24 * 60 * MINUTE_MS + MINUTE_MS;
  const [reminding] = (await all((one) => one.claim())).filter((claim) => claim !== undefined);
  expect(reminding?.messages[0]?.message.kind).toBe('remind');
  await reminding?.messages[0]?.note('asked');
  const [link = ''] = reminding?.messages[0]?.message.links ?? [];
  const answers = await all((one) => one.answer(link, DECLINED));
  expect(answers.filter((one) => one === 'answered')).toHaveLength(1);
  expect(answers.filter((one) => one !== 'answered')).toEqual([1, 2, 3].map(() => ({ state: 'used' })));
  await reminding?.settle();
  nowMs += 60 * MINUTE_MS;
  expect((await all((one) => one.claim())).flatMap((claim) => claim?.messages ?? [])).toEqual([]);
  expect(await states()).toEqual(['received', 'queued', 'asked', 'reminded', 'declined']);
});

test('of many who note the same at the same moment one has noted it, and the others learn that it is noted', async () => {
  await using database = await openFormat5();
  const instances = [1, 2].map(() => database.openState().requests);
  const step = { at: '2026-01-02T00:00:00.000Z', state: 'queued', byUserId: null, note: null, answer: null } as const;
  for (let round = 1; round <= 50; round++) {
    const noting = [...instances, ...instances].map((one) =>
      one.addStep(ID, { ...step, once: `queued-${round}` }, 200),
    );
    expect((await Promise.all(noting)).toSorted()).toEqual([false, false, false, true]);
  }
});
