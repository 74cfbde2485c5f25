/** Full names put to partners of 1.3 to 1.5: the people whom these were recorded with, in five ways of writing each. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerToName,
  askForNames,
  isNamed,
  type Named,
  peopleRecorded,
  RECORDED,
  replayNames,
} from '../support/network/full-names.ts';
import { versionsLearned } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const resources = new AsyncDisposableStack();
const people = new Map(RECORDED.map((recording) => [recording, peopleRecorded(recording)] as const));
let registry: TestRegistry;

beforeAll(async () => {
  const scripted = await Promise.all(
    RECORDED.map(async (recording) => resources.use(await replayNames(recording, people.get(recording) ?? []))),
  );
  registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ users: [] }),
      partners: RECORDED.map((key, at) => ({ key, name: key, url: scripted[at]?.url ?? '' })),
      settings: { LIMITS_REQUESTS_PER_MINUTE: '0' },
    }),
  );
  await versionsLearned(registry);
});
afterAll(() => resources.disposeAsync());

test.each(RECORDED)(
  'of %s, 99 of 100 are found however they are written, and no zero is said to be certain',
  async (recording) => {
    const named = (people.get(recording) ?? []).filter(isNamed);
    expect(named.length).toBeGreaterThan(20);
    const result = await askForNames(named, (like) => answerToName(registry.url, like, recording));
    expect(result.falseZeros).toEqual([]);
    expect(result.missed.length / result.count, JSON.stringify(result.missed)).toBeLessThanOrEqual(0.01);
  },
);

test('who lacks a middle name is marked, and who has every word is not', async () => {
  const [recording] = RECORDED as [(typeof RECORDED)[number]];
  const person = (people.get(recording) ?? []).find(({ name, lastName }) =>
    [name, lastName].every((text) => /^[A-Za-z]{4,}$/.test(text ?? '')),
  ) as Named;
  const { found } = await answerToName(registry.url, `${person.name} Quetzalcoatl ${person.lastName}`, recording);
  expect(found).toContainEqual(expect.objectContaining({ id: person.id, nameMatch: 'near' }));
  const whole = await answerToName(registry.url, `${person.name} ${person.lastName}`, recording);
  expect(whole.found.find(({ id }) => id === person.id)).not.toHaveProperty('nameMatch');
});
