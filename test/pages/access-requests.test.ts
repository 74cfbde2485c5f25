/** Asking for access to somebody anonymised: the message reaches the administrators, and nobody learns who it is. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessRequester, repeatedForms } from '../../src/pages/access/access-request-routes.ts';
import { countedUses } from '../../src/registry/state/counted-uses.ts';
import { sqliteState } from '../../src/registry/state/sqlite-state.ts';
import {
  type Account,
  ADMIN_ID,
  askingAccounts,
  privacySnapshot,
  tokenOf,
} from '../support/privacy/privacy-snapshot.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const SOUND = ACCESS_FORM;

const RECEIVED = {
  ...{ id: 1, reference: 'K7QM-4XRT', receivedAt: '', confirmBy: null, confirmedAt: null, pageKey: '1-x' },
  symbol: undefined,
};

let registry: TestRegistry;
let geneId: string;
let userId: string;
async function open(): Promise<void> {
  registry = await startAlpha(ANONYMISING);
  [geneId, userId] = await Promise.all([anId('genes'), anId('users')]);
}
async function anId(kind: string): Promise<string> {
  const { content } = await registry.json(`/api/${kind}?size=2000`);
  return content.find((record: object) => 'anonymousId' in record).anonymousId;
}
beforeAll(open);
afterAll(() => registry[Symbol.asyncDispose]());

function send(id: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return registry.get(`/search/gene/by-anonymous-id/${id}/request-access`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
}

async function alertsIn(answer: Response): Promise<string[]> {
  return [...(await answer.text()).matchAll(/role="alert">([^<]*)/g)].map(([, alert = '']) => alert);
}

// biome-ignore lint/suspicious/noExplicitAny: the answer is compared as it came
async function received(): Promise<any> {
  return registry.json('/api/admin/access-requests', TOKENS.admin);
}

test('a request about a gene or a researcher is stored for the administrators, the newest first', async () => {
  const { total: before } = await received();
  expect((await send(geneId, SOUND)).status).toBe(200);
  expect(
    (await send(userId, { ...SOUND, contact: 'b@example.org', reason: 'Line one\r\nline two, and <b>more</b>' }))
      .status,
  ).toBe(200);
  const { requests, total } = await received();
  expect(total).toBe(before + 2);
  expect(requests[0]).toMatchObject({
    contact: 'b@example.org',
    reason: 'Line one\nline two, and <b>more</b>',
    gene: null,
  });
  expect(requests[1]).toMatchObject({ ...SOUND, gene: { geneId: expect.any(Number), symbol: expect.any(String) } });
  for (const { user, receivedAt } of requests.slice(0, 2)) {
    expect(user).toEqual({ id: expect.any(Number), fullName: expect.any(String), email: expect.stringContaining('@') });
    expect(Math.abs(Date.parse(receivedAt) - Date.now())).toBeLessThan(60_000);
  }
});

test('a form that comes twice is one request, and both are shown the same', async () => {
  const { total: before } = await received();
  const fields = { ...SOUND, contact: 'twice@example.org' };
  const answers = await Promise.all([send(geneId, fields), send(geneId, fields)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
  const { requests, total } = await received();
  expect(total).toBe(before + 1);
  expect(one).toContain(requests[0].reference);
  expect(other).toContain(requests[0].reference);
  await send(geneId, { ...fields, reason: `${SOUND.reason} Once more.` });
  await send(userId, fields);
  expect((await received()).total).toBe(before + 3);
});

test('a form that comes again after its request was deleted is a request', async () => {
  const fields = { ...SOUND, contact: 'again@example.org' };
  for (let count = 0; count < 2; count++) await send(geneId, fields);
  const { requests, total } = await received();
  const order = { method: 'DELETE', headers: { Authorization: `Bearer ${TOKENS.admin}` } };
  await registry.get(`/api/admin/access-requests/${requests[0].id}`, order);
  const page = await (await send(geneId, fields)).text();
  const after = await received();
  expect(after.total).toBe(total);
  expect(after.requests[0].reference).not.toBe(requests[0].reference);
  expect(page).toContain(after.requests[0].reference);
});

test('equal forms with two ids of one record are two requests, as nobody is to learn that they are of one', async () => {
  const fields = { ...SOUND, contact: 'linking@example.org' };
  const ids = [await anId('genes'), await anId('genes')];
  expect(new Set(ids).size).toBe(2);
  const pages = await Promise.all(ids.map(async (id) => (await send(id, fields)).text()));
  const { requests } = await received();
  const [one, other] = requests;
  expect(one.user.id).toBe(other.user.id);
  expect(pages.map((page) => [one, other].filter(({ reference }) => page.includes(reference)).length)).toEqual([1, 1]);
  expect(one.reference).not.toBe(other.reference);
});

test('after a minute, an equal form is another request', async () => {
  let atMs = 0;
  const forms = repeatedForms<number>(() => atMs);
  let taken = 0;
  const take = () =>
    forms.takeOnce(
      ['a form'],
      async () => ++taken,
      () => true,
    );
  expect(await take()).toEqual({ outcome: 1, isRepeated: false });
  atMs = 59_999;
  expect(await take()).toEqual({ outcome: 1, isRepeated: true });
  atMs = 60_001;
  expect(await take()).toEqual({ outcome: 2, isRepeated: false });
});

test('a form that was refused is taken when it comes again', async () => {
  const { total: before } = await received();
  const fields = { ...SOUND, contact: 'nobody' };
  for (const refused of [await send(geneId, fields), await send(geneId, fields)]) {
    expect([refused.status, await alertsIn(refused)]).toEqual([400, []]);
  }
  expect((await send(geneId, { ...fields, contact: 'somebody@example.org' })).status).toBe(200);
  expect((await received()).total).toBe(before + 1);
});

test('a request names nobody whom its reader may not read, and shows the one address that a profile shows', async () => {
  const settings = { shared: false, hideGenelist: false, enabled: true, isRemoteSearchAccount: false };
  const others = askingAccounts();
  const [closed, withoutLevel] = ([0, null] as const).map((privacyLevel, index): Account => {
    return { ...settings, id: 102 + 2 * index, privacyLevel, roles: ['ROLE_USER'] };
  });
  await using own = await startTestRegistry({
    snapshot: privacySnapshot([...others, closed as Account, withoutLevel as Account]),
    settings: ANONYMISING,
  });
  const { content } = await own.json('/api/users');
  for (const { anonymousId } of content) {
    if (anonymousId !== undefined) await own.context.registry.accessRequests.receive(anonymousId, SOUND, 'never');
  }
  const { requests } = await own.json('/api/admin/access-requests', tokenOf(ADMIN_ID));
  const users = requests.map(({ user }: { user: { id: number } }) => user).filter(({ id }: { id: number }) => id > 100);
  // The order in which they are listed reveals nothing of them.
  expect(users.toSorted((one: { id: number }, other: { id: number }) => other.id - one.id)).toEqual([
    { id: 104, fullName: null, email: null },
    { id: 102, fullName: 'First person102x Last person102x', email: 'person102x@contact.example.org' },
  ]);
});

test('a request by the id of the researcher inside a gene is stored with that gene', async () => {
  const { content } = await registry.json('/api/genes?size=2000');
  const gene = content.find((record: object) => 'anonymousId' in record);
  expect((await send(gene.remoteUser.anonymousId, SOUND)).status).toBe(200);
  const [request] = (await received()).requests;
  expect(request.gene).toEqual({ geneId: gene.geneId, symbol: gene.symbol });
});

test('what others may read of a request says nothing of the person', async () => {
  const { accessRequests } = registry.context.registry;
  const form = { ...SOUND, contact: 'others@example.org' };
  const outcome = await accessRequests.receive(geneId, form, 'never');
  const [{ user, gene, receivedAt, reference }] = (await received()).requests;
  expect(outcome).toEqual({
    ...{ ...form, receivedAt, reference, symbol: gene.symbol, confirmBy: null, confirmedAt: null },
    id: expect.any(Number),
    pageKey: expect.stringMatching(/^\d+-[\w-]{22}$/),
  });
  expect(reference).toMatch(/^[2-9B-DF-HJ-NP-TV-Z]{4}-[2-9B-DF-HJ-NP-TV-Z]{4}$/);
  expect(JSON.stringify(outcome)).not.toContain(user.email);
  expect(await accessRequests.receive(userId, form, 'never')).toMatchObject({ symbol: undefined });
});

test('a request that is deleted is gone for good, and no other one gets its number', async () => {
  const { accessRequests } = registry.context.registry;
  const form = { ...SOUND, contact: 'deleted@example.org' };
  await accessRequests.receive(geneId, form, 'never');
  const { requests, total } = await received();
  const gone = `/api/admin/access-requests/${requests[0].id}`;
  const order = { method: 'DELETE', headers: { Authorization: `Bearer ${TOKENS.admin}` } };
  const answer = await registry.get(gone, order);
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([204, null, '']);
  expect(await received()).toMatchObject({ requests: requests.slice(1), total: total - 1 });
  await accessRequests.receive(geneId, form, 'never');
  const again = await registry.get(gone, order);
  expect([again.status, (await again.json()).code]).toEqual([404, 'no-page']);
  expect((await received()).total).toBe(total);
});

test('the answer to a request says nothing of the person it is about', async () => {
  const answer = await send(geneId, SOUND);
  const everything = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
  const [{ user }] = (await received()).requests;
  const names = user.fullName.split(' ');
  expect(names).toHaveLength(2);
  for (const secret of [user.email, ...names]) expect(everything).not.toContain(secret);
});

describe('a request for access is not stored', () => {
  test.each([
    ['that lacks something', 400, { ...SOUND, reason: '', contact: 'ada at example' }],
    ['from a program that fills in everything', 200, { ...SOUND, homepage: 'https://spam.example.org' }],
  ])('%s', async (_, status, fields) => {
    const { total: before } = await received();
    expect((await send(geneId, fields as Record<string, string>)).status).toBe(status);
    expect((await received()).total).toBe(before);
  });

  test.each([
    ['another website', 403, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a website beside this one', 403, { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin, where the browser says no more', 403, { Origin: 'https://other.example.org' }],
    ['a page that hides where it is', 403, { Origin: 'null' }],
  ])('when it comes from %s', async (_, status, headers) => {
    const { total: before } = await received();
    expect((await send(geneId, SOUND, headers as Record<string, string>)).status).toBe(status);
    expect((await received()).total).toBe(before);
  });

  test('when it is no form, or too long a one', async () => {
    const path = `/search/gene/by-anonymous-id/${geneId}/request-access`;
    const json = { method: 'POST', body: JSON.stringify(SOUND), headers: { 'Content-Type': 'application/json' } };
    expect((await registry.get(path, json)).status).toBe(400);
    expect((await send(geneId, { ...SOUND, reason: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('for an id that stands for nobody, or is none', async () => {
    const nobody = await send(NOBODY, SOUND);
    expect([nobody.status, await alertsIn(nobody)]).toEqual([404, [expect.stringContaining('no longer exists')]]);
    expect((await send('nope', SOUND)).status).toBe(400);
  });
});

test('a request is taken from the page itself, whatever name the page is known by', async () => {
  const own = [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: registry.url }, { Origin: 'https://alpha.example.org' }];
  for (const headers of own) expect((await send(NOBODY, SOUND, headers as Record<string, string>)).status).toBe(404);
});

test('the page of the form lets the browser say where it stands, which without https is all there is to go by', async () => {
  const page = await registry.get(`/search/gene/by-anonymous-id/${await anId('genes')}/request-access`);
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
});

test('ids that stand for nobody use up nothing, of one address or of all', async () => {
  const nobody = await Promise.all(Array.from({ length: 60 }, () => send(NOBODY, SOUND)));
  expect(new Set(nobody.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await send(geneId, SOUND)).status).toBe(200);
});

test('all requests from one address are stored, up to so many that the next has to wait and learns how long', async () => {
  await registry[Symbol.asyncDispose]();
  await open();
  const statuses = [];
  for (let count = 0; count < 52; count++) {
    statuses.push((await send(geneId, { ...SOUND, contact: `ada${count}@example.org` })).status);
  }
  expect(statuses).toEqual([...Array(50).fill(200), 429, 429]);
  const answer = await send(geneId, SOUND);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(await alertsIn(answer)).toEqual(['Too many requests came from here. Please try again later.']);
  expect((await received()).total).toBe(50);
});

test('sixty addresses that send all they may do not stop anybody else', async () => {
  using database = openTemporaryStore();
  const received: string[] = [];
  const request = accessRequester(
    {
      expiresAt: async (id) => (id === geneId ? new Date() : undefined),
      async receive() {
        received.push('');
        return { ...SOUND, ...RECEIVED };
      },
    },
    false,
    countedUses({ store: sqliteState(database.store).uses, key: new Uint8Array(32), now: () => new Date(0) }),
  );
  const stateFrom = async (address: string, id = geneId) => (await request(id, SOUND, address)).state;
  // A large network in IPv6 is one sender.
  const ofNetwork = [];
  for (let at = 0; at < 51; at++) ofNetwork.push(await stateFrom(`2001:db8:7:${at}::1`));
  expect(ofNetwork).toEqual([...Array(50).fill('sent'), 'too-many']);
  for (let at = 0; at < 60 * 60; at++) await stateFrom(`198.51.100.${at % 60}`);
  expect(received).toHaveLength(3 + 60 * 3 + 2000);
  expect(await stateFrom('198.51.100.7')).toBe('too-many');
  expect(await stateFrom('198.51.100.7', NOBODY)).toBe('unknown-id');
  for (let at = 0; at < 3; at++) expect(await stateFrom('203.0.113.1')).toBe('sent');
  expect(await stateFrom('203.0.113.1')).toBe('too-many');
});

test('an id has an end that can be asked for, and takes no request from then on', async () => {
  const { accessRequests } = registry.context.registry;
  const id = await anId('genes');
  const expiresAt = await accessRequests.expiresAt(id);
  expect(await accessRequests.expiresAt(NOBODY)).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const at = expiresAt?.getTime() ?? Number.NaN;
    vi.setSystemTime(at - 1);
    await expect(accessRequests.receive(id, SOUND, 'never')).resolves.toMatchObject(SOUND);
    vi.setSystemTime(at);
    await expect(accessRequests.receive(id, SOUND, 'never')).rejects.toThrow('Unknown');
    expect(await accessRequests.expiresAt(id)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
