/** Full names put to partners of 1.3 to 1.5: the people whom these were recorded with, in five ways of writing each. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '../../src/domain/folding.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/mock-partner/scripted-partner.ts';
import { askedBy, type Recording, recordedAnswers } from '../federation/dialect/recorded-questions.ts';
import { versionsLearned } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const PARTNERS: readonly Recording[] = ['1.3.4', '1.4.11', '1.5.10-plain'];
type Person = { id: number; name: string | null; lastName: string | null };
type Named = { id: number; name: string; lastName: string };

const resources = new AsyncDisposableStack();
const people = new Map(PARTNERS.map((recording) => [recording, peopleOf(recording)] as const));
let registry: TestRegistry;

beforeAll(async () => {
  const scripted = await Promise.all(PARTNERS.map(async (recording) => resources.use(await replay(recording))));
  registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ users: [] }),
      partners: PARTNERS.map((key, at) => ({ key, name: key, url: scripted[at]?.url ?? '' })),
      settings: { LIMITS_REQUESTS_PER_MINUTE: '0' },
    }),
  );
  await versionsLearned(registry);
});
afterAll(() => resources.disposeAsync());

/** Everybody whom the public was shown by name. */
function peopleOf(recording: Recording): Person[] {
  const found = new Map<number, Person>();
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, lastName, name } = value as Partial<Person>;
    if (typeof id === 'number' && lastName !== undefined && name !== undefined) found.set(id, value as Person);
    for (const one of Object.values(value)) gather(one);
  };
  for (const { who, status, contentType, body } of recordedAnswers(recording)) {
    if (who === 'anonymous' && status === 200 && contentType?.includes('json')) gather(JSON.parse(body));
  }
  return [...found.values()];
}

/** As RDP looks for a name: one text in the first name or in the last, accents and letter case aside. */
function replay(recording: Recording): Promise<ScriptedPartner> {
  const answer = recordedAnswers(recording).find(
    ({ who, path }) => who === 'anonymous' && askedBy(path).kind === 'version',
  );
  const isCalled = ({ name, lastName }: Person, like: string) =>
    [name, lastName].some((text) => fold(text ?? '').includes(fold(like)));
  type Behaviour = Parameters<ScriptedPartner['play']>[0][string];
  const search: Behaviour = async ({ asked, response }) => {
    const like = new URL(asked.path, 'http://x').searchParams.get('nameLike') ?? '';
    const found = (people.get(recording) ?? []).filter((person) => isCalled(person, like));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  };
  const version: Behaviour = async ({ response }) => {
    const { status = 404, contentType = null, body = '' } = answer ?? {};
    response.writeHead(status, { 'Content-Type': contentType ?? 'text/plain' }).end(body);
  };
  return startScriptedPartner({ '/api': version, '/api/users/search': search });
}

const WAYS: readonly ((person: Named) => string)[] = [
  ({ name, lastName }) => `${name} ${lastName}`,
  ({ name, lastName }) => `${lastName}, ${name}`,
  ({ name, lastName }) => `Dr. ${name} ${lastName}`,
  ({ name, lastName }) => `${[...name][0]}. ${lastName}`,
  ({ name, lastName }) => fold(`${name} ${lastName}`),
];

type Answer = { content: Named[]; origins: { key: string; state: string }[] };

async function asked(like: string, recording: Recording): Promise<{ found: Named[]; state: string | undefined }> {
  const params = new URLSearchParams({ nameLike: like, prefix: 'false', origins: recording, size: '200' });
  const { content, origins } = (await registry.json(`/api/federated/users/search?${params}`)) as Answer;
  return { found: content, state: origins.find(({ key }) => key === recording)?.state };
}

test.each(PARTNERS)(
  'of %s, 99 of 100 are found however they are written, and no zero is said to be certain',
  async (recording) => {
    const named = (people.get(recording) ?? []).filter(
      (person): person is Named => Boolean(person.name?.trim()) && Boolean(person.lastName?.trim()),
    );
    expect(named.length).toBeGreaterThan(20);
    const missed: string[] = [];
    const falseZeros: string[] = [];
    let count = 0;
    for (const person of named) {
      for (const way of WAYS) {
        const like = way(person);
        const { found, state } = await asked(like, recording);
        count += 1;
        if (found.some(({ id }) => id === person.id)) continue;
        missed.push(like);
        if (state === 'empty') falseZeros.push(like);
      }
    }
    expect(falseZeros).toEqual([]);
    expect(missed.length / count, JSON.stringify(missed)).toBeLessThanOrEqual(0.01);
  },
);

test('who lacks a middle name is marked, and who has every word is not', async () => {
  const [recording] = PARTNERS as [Recording];
  const person = (people.get(recording) ?? []).find(({ name, lastName }) =>
    [name, lastName].every((text) => /^[A-Za-z]{4,}$/.test(text ?? '')),
  ) as Named;
  const { found } = await asked(`${person.name} Quetzalcoatl ${person.lastName}`, recording);
  expect(found).toContainEqual(expect.objectContaining({ id: person.id, nameMatch: 'near' }));
  const whole = await asked(`${person.name} ${person.lastName}`, recording);
  expect(whole.found.find(({ id }) => id === person.id)).not.toHaveProperty('nameMatch');
});
