/** What became of a request for access: noted by administrators, shown with who and when, and gone with the request. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCESS_FORM } from '../../support/registry/access-form.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

type ShownRequest = {
  id: number;
  reference: string;
  state: string;
  history: { at: string; state: string; by: { id: number; fullName: string | null } | null; note: string | null }[];
};

let registry: TestRegistry;
let anonymousId: string;
let id: number;
let senders = 0;
beforeAll(async () => {
  registry = await startAlpha(ANONYMISING);
  const { content } = await registry.json('/api/genes?size=2000');
  anonymousId = content.find((record: object) => 'anonymousId' in record).anonymousId;
});
afterAll(() => registry[Symbol.asyncDispose]());
beforeEach(async () => {
  const form = { ...ACCESS_FORM, contact: `ada${++senders}@example.org` };
  await registry.context.registry.accessRequests.receive(anonymousId, form, 'never');
  id = (await newest()).id;
});

async function newest(): Promise<ShownRequest> {
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  const answer = await registry.get('/api/admin/access-requests', { headers });
  const { requests } = (await answer.json()) as { requests: ShownRequest[] };
  return requests[0] as ShownRequest;
}

/** Sends a step, as whoever has just read the list sends it; a text as it is. */
async function note(given: unknown, of: number | string = id): Promise<Response> {
  const seen = (await newest()).history.length;
  const body = typeof given === 'string' ? given : { seen, ...(given as object) };
  return registry.get(`/api/admin/access-requests/${of}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${TOKENS.admin}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a request begins as received, and its history says who noted which state when', async () => {
  expect(await newest()).toMatchObject({ state: 'received', history: [{ state: 'received', by: null, note: null }] });
  const began = new Date().toISOString();
  const answer = await note({ state: 'forwarded', note: ' To her clinic. ' });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect((await note({ state: 'answered' })).status).toBe(204);
  const { state, history } = await newest();
  expect([state, history.map((step) => [step.state, step.note])]).toEqual([
    'answered',
    [
      ['received', null],
      ['forwarded', 'To her clinic.'],
      ['answered', null],
    ],
  ]);
  const [, forwarded] = history;
  expect(forwarded?.by).toEqual({ id: expect.any(Number), fullName: expect.stringMatching(/\w/) });
  expect(String(forwarded?.at) >= began).toBe(true);
});

test.each([
  [{ state: 'lost' }, ['#/state']],
  [{ note: 'no state' }, ['#/state']],
  [{ seen: 0, state: 'answered' }, ['#/seen']],
  [{ seen: null, state: 'lost', note: 3 }, ['#/seen', '#/state', '#/note']],
  [{ state: 'answered', note: 'x'.repeat(501) }, ['#/note']],
  [{ state: 'accepted', answer: { name: '', address: 'a@example.org' } }, ['#/answer/name']],
  ['{"state":', ['#']],
])('what is no step changes nothing: %j, of which %j is named', async (body, wrong) => {
  const answer = await note(body);
  const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string }[] };
  const expected = [400, wrong[0] === '#' ? 'body-invalid' : 'member-invalid', wrong];
  expect([answer.status, code, errors.map(({ pointer }) => pointer)]).toEqual(expected);
  expect((await newest()).state).toBe('received');
});

test.each([['1'], ['0'], ['x'], ['99999999999999999999']])(
  'a request that is not there is 404: %s',
  async (missing) => {
    expect((await note({ state: 'answered' }, missing)).status).toBe(404);
  },
);

test('a body that is too long is refused before it is read', async () => {
  const answer = await note({ state: 'answered', note: 'x'.repeat(100_000) });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'body-too-large']);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'another administrator accepted',
    () => note({ state: 'accepted', answer: { name: 'Ada', address: 'a@example.org' } }),
  ],
  [
    'the person answered',
    async () => {
      const { accessRequests } = registry.context.registry;
      const person = { kind: 'member', userId: 2, hasAdminRole: false, hasServiceRole: false } as const;
      const answer = { name: 'Ada', address: 'a@example.org', words: null };
      await accessRequests.note(person, id, { state: 'accepted', note: null, answer }, 1);
    },
  ],
])('a note from a page that was read before %s is refused, and takes nothing back', async (_, meanwhile) => {
  const seen = (await newest()).history.length;
  await meanwhile();
  const answer = await note({ seen, state: 'received', note: 'Called her.' });
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { code: 'request-changed', detail: 'The request has changed meanwhile: it is accepted now. Nothing was saved.' },
  ]);
  expect(await newest()).toMatchObject({ state: 'accepted', history: { length: 2 } });
  expect(
    (await note({ state: 'accepted', note: 'Called her.', answer: { name: 'Ada', address: 'a@example.org' } })).status,
  ).toBe(204);
});

test('of two administrators who save at the same time, one sees that the request has changed', async () => {
  const both = await Promise.all([note({ seen: 1, state: 'declined' }), note({ seen: 1, state: 'forwarded' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect((await newest()).history).toHaveLength(2);
});

test('a hundred notes are stored of one request, and with it they are gone from every file', async () => {
  expect((await note({ state: 'forwarded', note: 'What-only-the-note-holds' })).status).toBe(204);
  for (let count = 1; count < 100; count++) {
    await registry.context.registry.accessRequests.note(
      { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false },
      ...([id, { state: 'forwarded', note: null, answer: null }, count + 1] as const),
    );
  }
  expect((await note({ state: 'answered' })).status).toBe(404);
  expect((await newest()).history).toHaveLength(101);
  expect(await registry.context.registry.accessRequests.remove(id)).toBe(true);
  const files = readdirSync(registry.folder).filter((name) => name.startsWith('registry.sqlite'));
  const holding = files.filter((name) =>
    readFileSync(join(registry.folder, name)).includes('What-only-the-note-holds'),
  );
  expect(holding).toEqual([]);
});
