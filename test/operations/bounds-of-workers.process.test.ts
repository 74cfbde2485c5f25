/** What run.md bounds for a caller is bounded for all processes of a registry together, and not for each of them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { ACCESS_REQUESTS_PATH } from '../../src/domain/contact/access-form.ts';
import { LIST_LIMITS } from '../../src/server/limits/work-in-flight.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { BATCH } from '../support/network/gene-lists.ts';
import { untilReleased } from '../support/network/network-of-partners.ts';
import { ACCESS_FORM, mailTo } from '../support/registry/access-form.ts';
import { ALPHA_SETTINGS, ALPHA_SNAPSHOT, TOKENS } from '../support/registry/alpha-registry.ts';

const REQUESTS = 100;
const MEGABYTES = 8;
const OF_A_PARTNER = 150;
const LONGEST_MS = 60_000;

type Answer = { status: number; text: string };

/** With a partner that answers no search by genes before it is let go. */
async function openRegistry() {
  await using stack = new AsyncDisposableStack();
  const mail = stack.use(await startScriptedMailServer());
  const workplace = stack.use(await openWorkplace());
  const { behaviour, release } = untilReleased(json([]));
  const partner = stack.use(await startScriptedPartner({ '/api/genes/search': behaviour }));
  stack.defer(release);
  const patient = { 'read-timeout': LONGEST_MS, 'partner-timeout': LONGEST_MS };
  const isearch = { apis: [{ key: 'slow', url: partner.url, ...patient }], 'search-timeout': LONGEST_MS };
  await workplace.write('registry.yaml', JSON.stringify({ app: { settings: { isearch } } }));
  const env = {
    ...ALPHA_SETTINGS,
    ...mailTo(mail.port),
    APP_SITE_HOST: '',
    DATABASE_INITIAL_SNAPSHOT: ALPHA_SNAPSHOT,
    SERVER_WORKERS: '4',
    SERVER_TRUSTED_PROXIES: 'loopback',
    LIMITS_REQUESTS_PER_MINUTE: String(REQUESTS),
    LIMITS_MEGABYTES_PER_MINUTE: String(MEGABYTES),
    LIMITS_PARTNER_REQUESTS_PER_MINUTE: String(OF_A_PARTNER),
    LIMITS_PARTNER_MEGABYTES_PER_MINUTE: String(MEGABYTES),
    LIMITS_SAVED_SEARCHES: '100',
  };
  const server = stack.use(await workplace.serve(['--config', 'registry.yaml'], env));
  /** On a connection of its own, which comes to the next worker. */
  async function ask(path: string, from: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...init.headers, Connection: 'close', 'X-Forwarded-For': from };
    const answer = await fetch(server.url + path, { ...init, headers });
    return { status: answer.status, text: await answer.text() };
  }
  const { content } = JSON.parse((await ask('/api/genes?size=2000', '192.0.2.1')).text);
  const anonymousId: string = content.find((record: object) => 'anonymousId' in record).anonymousId;
  const opened = stack.move();
  return { ask, anonymousId, mail, release, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** How many of so many requests, some at a time, are answered as they should. */
async function countOf(count: number, isGood: (at: number) => Promise<boolean>): Promise<number> {
  let good = 0;
  for (let at = 0; at < count; at += 10) {
    const some = await Promise.all(Array.from({ length: 10 }, (_, one) => isGood(at + one)));
    good += some.filter(Boolean).length;
  }
  return good;
}

// No two tests ask from one address, or with one token.
describe('four workers', () => {
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  beforeAll(async () => {
    registry = await openRegistry();
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test('bound together what a caller may do', async () => {
    const { ask, anonymousId, mail } = registry;
    const isAnswered = async (path: string, from: string, init?: RequestInit) =>
      (await ask(path, from, init)).status === 200;

    // Questions within a minute: some are kept for a caller who comes to another worker, never more than a few.
    const questions = await countOf(200, () => isAnswered('/api/taxa/9606', '192.0.2.2'));
    expect(questions).toBeLessThanOrEqual(REQUESTS);
    expect(questions).toBeGreaterThanOrEqual(REQUESTS * 0.95);
    expect(await isAnswered('/api/taxa/9606', '192.0.2.3')).toBe(true);

    // Records within a minute, 4 KiB each at least.
    const { totalElements } = JSON.parse((await ask('/api/users?size=20', '192.0.2.4')).text);
    const recordsOfOne = Math.min(20, totalElements);
    const lists = await countOf(90, () => isAnswered('/api/users?size=20', '192.0.2.5'));
    expect(lists).toBeLessThanOrEqual((1.2 * MEGABYTES * 256) / recordsOfOne);

    // Requests for access, and their messages.
    const formOf = (at: number) => new URLSearchParams({ ...ACCESS_FORM, contact: `reader${at}@example.org` });
    const access = `/search/gene/by-anonymous-id/${anonymousId}/request-access`;
    const stored = await countOf(70, (at) => isAnswered(access, '198.51.100.1', { method: 'POST', body: formOf(at) }));
    expect(stored).toBe(50);

    // Subscriptions.
    const subscribed = await countOf(30, (at) => {
      const body = new URLSearchParams({ address: `reader${at}@example.org`, frequency: 'daily' });
      return isAnswered('/subscribe/genes?symbol=BRCA1&taxonId=9606', '198.51.100.2', { method: 'POST', body });
    });
    expect(subscribed).toBe(10);

    // Requests of programs.
    const program = await countOf(30, async (at) => {
      const { contact: _, ...asker } = ACCESS_FORM;
      const body = JSON.stringify({ anonymousId, ...asker, contact: `program${at}@example.org` });
      const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      return isAnswered(ACCESS_REQUESTS_PATH, '198.51.100.3', init);
    });
    expect(program).toBe(10);

    // Questions of feeds.
    const feeds = await countOf(40, async (at) => {
      const { text } = await ask(`/feeds/users?nameLike=name${at}&format=json`, '198.51.100.4');
      return !text.includes('keeps as many feeds as it may');
    });
    expect(feeds).toBeLessThanOrEqual(40);

    // Ten messages each of the requests of a reader, of those of a program, and of subscriptions.
    await expect.poll(() => mail.messages.length, { timeout: 30_000 }).toBe(30);
  });

  test('bound together what comes with the token of a partner', async () => {
    const headers = { Authorization: `Bearer ${TOKENS.partner}` };
    let at = 0;
    /** From another address each time. */
    const isAnswered = async (path: string) => {
      at += 1;
      return (await registry.ask(path, `192.0.2.${at % 256}`, { headers })).status === 200;
    };
    const lists = await countOf(130, () => isAnswered('/api/users?size=20'));
    const { totalElements } = JSON.parse((await registry.ask('/api/users?size=20', '198.51.100.9')).text);
    expect(lists).toBeLessThanOrEqual((1.2 * MEGABYTES * 256) / Math.min(20, totalElements));
    const others = await countOf(150, () => isAnswered('/api/taxa/9606'));
    expect(lists + others).toBeLessThanOrEqual(OF_A_PARTNER);
  });

  test('have places for lists of genes together', async () => {
    const body = JSON.stringify({ genes: [{ symbol: 'BRCA1', taxonId: 9606 }], origins: ['slow'] });
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const { mostInAll, mostPerAddress } = LIST_LIMITS;
    const statuses: number[] = [];
    const ask = async (from: string) => void statuses.push((await registry.ask(BATCH, from, init)).status);
    const asked = Array.from({ length: 10 }, () => ask('198.51.100.5'));
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(10 - mostPerAddress);
    asked.push(...Array.from({ length: 20 }, (_, at) => ask(`198.51.100.${10 + at}`)));
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(30 - mostInAll);
    expect(new Set(statuses)).toEqual(new Set([503]));
    registry.release();
    await Promise.all(asked);
    expect(statuses.filter((status) => status === 200)).toHaveLength(mostInAll);
  });
});
