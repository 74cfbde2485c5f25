/** Requests for access in the database file: what is deleted is in no file any more, and no import holds up the others. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { ANONYMISING, startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

let registry: TestRegistry;
let anonymousId: string;
beforeAll(async () => {
  registry = await startAlpha(ANONYMISING);
  const { content } = await registry.json('/api/genes?size=2000');
  anonymousId = content.find((record: object) => 'anonymousId' in record).anonymousId;
});
afterAll(() => registry[Symbol.asyncDispose]());

function filesHolding(text: string): string[] {
  const names = readdirSync(registry.folder).filter((name) => name.startsWith('registry.sqlite'));
  return names.filter((name) => readFileSync(join(registry.folder, name)).includes(text));
}

/** As another process opens it. */
function openAgain(): DatabaseSync & Disposable {
  const database = new DatabaseSync(join(registry.folder, 'registry.sqlite'));
  return Object.assign(database, { [Symbol.dispose]: () => database.close() });
}

test('nothing of a deleted request is left in any file of the database', async () => {
  const { accessRequests } = registry.context.registry;
  const reason = `${'My family has a variant. '.repeat(150)}And this is the end of it.`;
  await accessRequests.receive(
    anonymousId,
    { ...ACCESS_FORM, contact: 'somebody.who.asked@example.org', reason },
    'never',
  );
  expect(filesHolding('And this is the end of it.')).not.toEqual([]);
  expect(filesHolding('somebody.who.asked@example.org')).not.toEqual([]);
  const [request] = (await accessRequests.list(PUBLIC_VIEWER)).requests;
  expect(await accessRequests.remove(request?.id ?? 0)).toBe(true);
  expect(filesHolding('And this is the end of it.')).toEqual([]);
  expect(filesHolding('somebody.who.asked@example.org')).toEqual([]);
});

test('nothing of a request whose year is over is left either, once the next one has come', async () => {
  const { accessRequests } = registry.context.registry;
  await accessRequests.receive(
    anonymousId,
    { ...ACCESS_FORM, contact: 'long.ago@example.org', reason: 'It was a year ago.' },
    'never',
  );
  using again = openAgain();
  const yearAgo = new Date(Date.now() - YEAR_MS - 1).toISOString();
  again.prepare('UPDATE access_request SET received_at = ? WHERE contact = ?').run(yearAgo, 'long.ago@example.org');
  expect(filesHolding('long.ago@example.org')).not.toEqual([]);
  await accessRequests.receive(
    anonymousId,
    { ...ACCESS_FORM, contact: 'b@example.org', reason: 'It is another year.' },
    'never',
  );
  expect(filesHolding('long.ago@example.org')).toEqual([]);
});

test('while another process reads, a deleted request is gone for everybody, and from the files with the next one', async () => {
  const { accessRequests } = registry.context.registry;
  await accessRequests.receive(
    anonymousId,
    { ...ACCESS_FORM, contact: 'first@example.org', reason: 'This is the first.' },
    'never',
  );
  await accessRequests.receive(
    anonymousId,
    { ...ACCESS_FORM, contact: 'second@example.org', reason: 'This is the second.' },
    'never',
  );
  const [second, first] = (await accessRequests.list(PUBLIC_VIEWER)).requests;
  using reader = openAgain();
  reader.exec('BEGIN; SELECT count(*) FROM access_request');
  expect(await accessRequests.remove(second?.id ?? 0)).toBe(true);
  expect((await accessRequests.list(PUBLIC_VIEWER)).requests[0]).toEqual(first);
  reader.exec('COMMIT');
  expect(await accessRequests.remove(first?.id ?? 0)).toBe(true);
  expect(filesHolding('second@example.org')).toEqual([]);
});

test('a request that comes while an import writes waits for its end, and nobody else does', async () => {
  using writer = openAgain();
  writer.exec('BEGIN IMMEDIATE');
  const sent = registry.get(`/search/gene/by-anonymous-id/${anonymousId}/request-access`, {
    method: 'POST',
    body: new URLSearchParams(ACCESS_FORM),
  });
  const isSent = sent.then(() => true);
  const tookMs = stopwatch();
  // The first comes before the request is read.
  for (let round = 0; round < 10; round++) expect((await registry.get('/livez')).status).toBe(200);
  expect(tookMs()).toBeLessThan(2000);
  expect(await Promise.race([isSent, Promise.resolve(false)])).toBe(false);
  writer.exec('COMMIT');
  expect((await sent).status).toBe(200);
});
