/** A registry that follows, is restored, killed, stops following and comes back: nothing that belongs to the service is lost on the way. */

import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import { openWorkplace, type Server, type Workplace } from '../support/machine/command-line.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import {
  anonymousIdAt,
  askAccess,
  isAccepted,
  questionsIn,
  requestsAt,
  statusOfAnonymousId,
} from '../support/registry/service-things.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { until } from '../support/services/start-follower.ts';

const people = smallSnapshot({
  users: [
    aUser(1, { roles: ['ROLE_ADMIN', 'ROLE_USER'] }),
    aUser(2, { privacyLevel: 0, genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
  ],
});
const ANONYMISING = {
  APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
  // Each request comes from another network, as one may send ten an hour.
  SERVER_TRUSTED_PROXIES: 'loopback',
};
const ORDERS = 20;
const SEED = 38;
/** A busy machine takes some minutes. */
const MOST_MS = 900_000;
const STEPS = [
  ...(['token', 'revoke', 'request', 'feed', 'back up', 'restore', 'restart', 'kill', 'kill at a request'] as const),
  ...(['go over', 'go over'] as const),
];
type Step = (typeof STEPS)[number];
/** Of a registry that is killed while it begins to answer this many. */
const MOST_AT_ONCE = 8;

/** Of somebody, by their number. */
function addressOf(number: number): string {
  return `192.0.2.${number % 256}`;
}

/** Waits until a registry answers from data that it has looked at. */
async function untilReady(url: string): Promise<void> {
  const isReady = async () => (await (await fetch(`${url}/readyz`)).text()) === 'ready';
  await until('the registry is ready', PATIENCE_MS, isReady);
}

/** What whoever uses the service holds: it must work as long as nobody revokes it or restores a moment before it. */
type Held = { tokens: string[]; revoked: string[]; references: string[]; symbols: string[] };

/** A registry that is taken through an order of steps. */
async function openWay(rdp: TestRdpDatabase) {
  await using resources = new AsyncDisposableStack();
  const workplace: Workplace = resources.use(await openWorkplace());
  const backups = new Map<boolean, { file: string; held: Held }>();
  const tokenIds = new Map<string, string>();
  let isFollowing = true;
  let server!: Server;
  let held: Held = { tokens: [], revoked: [], references: [], symbols: [] };
  let made = 0;
  let id = '';
  const settings = () => ({ ...ANONYMISING, ...(isFollowing && { DATABASE_FOLLOW: rdp.address }) });
  const stateFile = () => workplace.at(isFollowing ? 'registry-state.sqlite' : 'registry.sqlite');

  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await workplace.run(args, { env: settings() });
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout.trimEnd();
  }

  async function start(): Promise<void> {
    server = await workplace.serve([], settings());
    await untilReady(server.url);
  }

  /** Ends the process without a word, as a lack of memory does. */
  async function kill(): Promise<void> {
    server.signal('SIGKILL');
    await server.ended();
  }

  async function makeToken(): Promise<void> {
    made += 1;
    const token = await run('token', 'create', '1', '--label', `token ${made}`);
    held.tokens.push(token);
    const listed = await run('token', 'list');
    tokenIds.set(token, new RegExp(`^(\\d+)\\t.*\\ttoken ${made}\\b`, 'm').exec(listed)?.[1] ?? '');
  }

  const steps: Record<Step, () => Promise<void>> = {
    token: makeToken,
    async revoke() {
      const token = held.tokens.at(-1);
      if (token === undefined || held.tokens.length === 1) return;
      await run('token', 'revoke', tokenIds.get(token) ?? '');
      held.tokens.pop();
      held.revoked.push(token);
    },
    async request() {
      made += 1;
      const { reference = '' } = await askAccess(server.url, id, `somebody.${made}@example.org`, addressOf(made));
      held.references.unshift(reference);
    },
    async feed() {
      const symbol = ['BRCA1', 'TP53'].find((one) => !held.symbols.includes(one));
      if (symbol === undefined) return;
      await (await fetch(`${server.url}/feeds/genes?symbol=${symbol}&format=json`)).arrayBuffer();
      held.symbols.push(symbol);
    },
    async 'back up'() {
      made += 1;
      const file = workplace.at(`backup-${made}.sqlite`);
      await run('backup', file);
      backups.set(isFollowing, { file, held: structuredClone(held) });
    },
    async restore() {
      const backup = backups.get(isFollowing);
      if (backup === undefined) return;
      await copyFile(backup.file, workplace.at('restored'));
      await rename(workplace.at('restored'), stateFile());
      const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
      await until('the file is noticed and read', PATIENCE_MS, isReady);
      await untilReady(server.url);
      held = structuredClone(backup.held);
    },
    async restart() {
      await server.stop();
      await start();
    },
    async kill() {
      await kill();
      await start();
    },
    async 'kill at a request'() {
      const sent = Array.from({ length: MOST_AT_ONCE }, () => {
        made += 1;
        return askAccess(server.url, id, `somebody.${made}@example.org`, addressOf(made));
      });
      await Promise.any(sent);
      await kill();
      const told = (await Promise.allSettled(sent)).flatMap((one) =>
        'value' in one ? [one.value.reference ?? ''] : [],
      );
      await start();
      const kept = (await requestsAt(server.url, held.tokens[0] ?? '')).map(String);
      // What was told is kept; what was begun may be.
      expect(told.filter((reference) => !kept.includes(reference))).toEqual([]);
      expect(kept.filter((reference) => held.references.includes(reference))).toEqual(held.references);
      held.references = kept;
    },
    async 'go over'() {
      await server.stop();
      isFollowing = !isFollowing;
      await run('follow', isFollowing ? 'begin' : 'end');
      await start();
    },
  };

  /** What of that does not work as it should. */
  async function lost(): Promise<string[]> {
    const faults: string[] = [];
    for (const token of held.tokens) if (!(await isAccepted(server.url, token))) faults.push('a token is refused');
    for (const token of held.revoked) if (await isAccepted(server.url, token)) faults.push('a revoked token is back');
    if ((await statusOfAnonymousId(server.url, id)) !== 200) faults.push('an anonymous id is unknown');
    const references = await requestsAt(server.url, held.tokens[0] ?? '');
    if (references.join() !== held.references.join())
      faults.push(`requests ${references} in place of ${held.references}`);
    const questions = questionsIn(stateFile());
    if (questions !== held.symbols.length) faults.push(`${questions} questions of ${held.symbols.length}`);
    return faults;
  }

  await start();
  resources.defer(async () => void (await server.stop()));
  await makeToken();
  id = await anonymousIdAt(server.url);
  const opened = resources.move();
  return {
    take: (step: Step) => steps[step](),
    lost,
    isFollowing: () => isFollowing,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('following, restoring, restarting, stopping to follow and coming back', () => {
  const orders = fc.sample(fc.array(fc.constantFrom(...STEPS), { minLength: 7, maxLength: 9 }), {
    numRuns: ORDERS,
    seed: SEED,
  });

  test(`lose no token, request, feed or anonymous id in ${ORDERS} orders`, { timeout: MOST_MS }, async ({
    annotate,
  }) => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    const beganMs = performance.now();
    let count = 0;
    const faults: string[] = [];
    for (const order of orders) {
      await using way = await openWay(rdp);
      for (const [at, step] of order.entries()) {
        await way.take(step);
        count += 1;
        const lost = await way.lost();
        if (lost.length > 0) faults.push(`${order.slice(0, at + 1).join(' → ')}: ${lost.join('; ')}`);
      }
    }
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(0);
    await annotate(`${orders.length} orders of ${count} steps in ${seconds} s.`);
    console.log(
      `Following and owning: ${orders.length} orders of ${count} steps in ${seconds} s, ${faults.length} faults.`,
    );
    expect(faults).toEqual([]);
    expect(new Set(orders.flat()).size).toBe(new Set(STEPS).size);
  });
});

describe('the state in a database of its own', () => {
  async function openState(rdp: TestRdpDatabase) {
    const name = `${rdp.name}_state`;
    await rdp.run(`CREATE DATABASE ${name}`);
    return {
      ...{ name, address: serverAddress(name, OWNER) },
      [Symbol.asyncDispose]: () => rdp.run(`DROP DATABASE ${name}`),
    };
  }

  test('is backed up as a file of the state, and goes along when following ends', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openState(rdp);
    await using workplace = await openWorkplace();
    const env = { ...ANONYMISING, DATABASE_FOLLOW: rdp.address, STATE_URL: state.address };
    const run = (args: string[], settings: Record<string, string>) => workplace.run(args, { env: settings });
    let token = '';
    let id = '';
    let reference: string | undefined;
    {
      await using server = await workplace.beginServe([], env);
      await untilReady(server.url);
      token = (await run(['token', 'create', '1'], env)).stdout.trimEnd();
      id = await anonymousIdAt(server.url);
      ({ reference } = await askAccess(server.url, id, 'ann@example.org'));
      await (await fetch(`${server.url}/feeds/genes?symbol=BRCA1&format=json`)).arrayBuffer();
      expect(await run(['backup', workplace.at('backup.sqlite')], env)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^Backed up the state to /),
      });
    }
    // The copy is a whole state: a registry goes on with it as its file.
    const { STATE_URL: _, ...alone } = { ...env, STATE_FILE: workplace.at('backup.sqlite') };
    for (const settings of [alone, ANONYMISING]) {
      if (settings === ANONYMISING) {
        const ended = await run(['follow', 'end'], env);
        expect(ended.stderr).toContain('1 access token, 1 request for access, 1 feed and 0 subscriptions');
      }
      await using server = await workplace.beginServe([], settings);
      await untilReady(server.url);
      expect(await isAccepted(server.url, token)).toBe(true);
      expect(await statusOfAnonymousId(server.url, id)).toBe(200);
      expect(await requestsAt(server.url, token)).toEqual([reference]);
    }
    expect(questionsIn(join(workplace.folder, 'registry.sqlite'))).toBe(1);
  });

  test.each([
    ['of another program', ['CREATE TABLE customers (id int)']],
    ['of our name', ['CREATE TABLE service_token (id int)']],
    ['of our name for settings', ['CREATE TABLE service_setting (id int)', 'CREATE TABLE customers (id int)']],
  ])('is never made beside tables %s, which stay as they are', async (_, statements) => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openState(rdp);
    const tables = async () =>
      rdp.rows(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${state.name}'`);
    for (const statement of statements) await rdp.run(statement.replace('TABLE ', `TABLE ${state.name}.`));
    const before = await tables();
    await using one = openMysqlState({ address: state.address, report: () => {} });
    await expect(one.prepare()).rejects.toThrow(
      /^state\.url names the database mysql:\/\/owner@\S+, which holds tables of another program \(.+\), but must name one of its own\.$/,
    );
    expect(await tables()).toEqual(before);
  });

  test('is made once by instances that start at the same time, and is taken again beside a table that came later', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: people });
    await using state = await openState(rdp);
    const open = () => openMysqlState({ address: state.address, report: () => {} });
    await using one = open();
    await using two = open();
    await using three = open();
    await Promise.all([one, two, three].map(({ prepare }) => prepare()));
    await rdp.run(`CREATE TABLE ${state.name}.notes (id int)`);
    await using later = open();
    await later.prepare();
  });
});
