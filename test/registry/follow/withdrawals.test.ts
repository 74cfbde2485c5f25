/** The law of what is withdrawn, over whatever happens in a followed database and here: behind a look nobody is more open here. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PrivacyLevel, PUBLIC } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { peopleMemory } from '../../../src/registry/follow/checksums.ts';
import { heldBack } from '../../../src/registry/follow/held.ts';
import { type Withdrawals, withdrawals } from '../../../src/registry/follow/withdrawals.ts';
import { users } from '../../../src/registry/people/users.ts';
import { PERSON_TABLES } from '../../../src/registry/rdp-database/changes.ts';
import type { AccountPermissions, PermissionsOfAll } from '../../../src/registry/rdp-database/read-permissions.ts';
import { dropWithdrawnGenes } from '../../../src/registry/store/withdrawn.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const IDS = [1, 2];
const GENE = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const GENES = [672, 7157, 12189];
/** Everything can be written here. */
const withhold = (ids: ReadonlySet<number>) => expect([...ids]).toEqual([]);
const NOT_HELD = { isHeld: () => false, people: () => new Set<number>() };

type Person = Pick<SnapshotUser, 'id' | 'enabled' | 'hideGenelist' | 'privacyLevel'> & {
  isGone: boolean;
  /** Of each of the genes; undefined for one that is not registered. */
  levels: readonly (PrivacyLevel | null | undefined)[];
};

const OPEN = { isGone: false, enabled: true, hideGenelist: false, privacyLevel: 2, levels: [null, 2, null] } as const;
/** Few, so that people come back to what they were. */
const STATES: readonly Omit<Person, 'id'>[] = [
  OPEN,
  { ...OPEN, privacyLevel: 1, levels: [0, null, null] },
  { ...OPEN, hideGenelist: true, levels: [undefined, 1, null] },
  { ...OPEN, enabled: false, privacyLevel: null, levels: [1, undefined, undefined] },
  { ...OPEN, isGone: true },
];
const aPerson = fc.record({ id: fc.constantFrom(...IDS), state: fc.constantFrom(...STATES) });

const aStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('changed' as const), person: aPerson }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('looked' as const),
      at: fc.constantFrom('accounts' as const, 'genes' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('taken over' as const, 'loaded' as const),
      id: fc.constantFrom(...IDS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('started again' as const) }) },
);

/** Withdrawn, given again with a record that is taken over before the next look, and withdrawn as before. */
function backAgain(at: 'accounts' | 'genes', state: number) {
  const changed = (to: number) => ({ kind: 'changed' as const, person: { id: 1, state: STATES[to] ?? OPEN } });
  const looked = { kind: 'looked' as const, at };
  return [changed(state), looked, changed(0), { kind: 'taken over' as const, id: 1 }, changed(state), looked];
}

const openness = (level: PrivacyLevel | null) => level ?? PUBLIC;

function permissionsOf({
  enabled,
  privacyLevel,
  shared,
  hideGenelist,
  roles,
  email,
}: SnapshotUser): AccountPermissions {
  return { enabled, privacyLevel, shared, hideGenelist, roles, email, accessTokens: [] };
}

test('nobody is more open here after any changes, looks, records, loads and starts', async () => {
  using temporary = openTemporaryStore();
  const { store } = temporary;
  const people = users(store);
  const memory = peopleMemory(new Map(PERSON_TABLES.map((table) => [table, new Map(IDS.map((id) => [id, 'x']))])));
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 40 }), async (steps) => {
      const start = () => withdrawals({ store, memory, held: NOT_HELD, withhold });
      const genes = GENES.map((geneId) => ({ geneId, tier: 'TIER1', privacyLevel: null }) as const);
      const database = new Map(IDS.map((id) => [id, aUser(id, { genes: [...genes] })]));
      importInto(store, smallSnapshot({ users: [...database.values()] }));
      let running: Withdrawals = start();
      const look = {
        accounts: () =>
          running.write({ accounts: new Map([...database].map(([id, one]) => [id, permissionsOf(one)])) }),
        genes: () =>
          running.write({
            genes: new Map(
              [...database].map(([id, one]) => [
                id,
                one.genes.map(({ geneId, privacyLevel }) => `${geneId} ${privacyLevel ?? ''}`).join(),
              ]),
            ),
          }),
      };
      const found = (id: number) => store.read((tx) => people.find(tx, id));
      for (const step of steps) {
        if (step.kind === 'changed') change(database, { ...step.person.state, id: step.person.id });
        if (step.kind === 'started again') running = start();
        if (step.kind === 'loaded') store.write((tx) => people.refresh(tx, [step.id], new Date()));
        if (step.kind === 'taken over') takeOver(step.id);
        if (step.kind === 'looked') {
          await look[step.at]();
          for (const id of IDS) expectNoMoreOpen(step.at, found(id), database.get(id));
        }
      }
      await look.accounts();
      await look.genes();
      for (const at of ['accounts', 'genes']) for (const id of IDS) expectNoMoreOpen(at, found(id), database.get(id));

      function takeOver(id: number): void {
        const now = database.get(id);
        store.write((tx) => {
          dropWithdrawnGenes(tx, [id]);
          people.remove(tx, now === undefined ? [id] : []);
          people.put(tx, now === undefined ? [] : [now], new Date());
        });
        running.forget([id]);
        expect(found(id)?.genes).toEqual(now?.genes);
      }
    }),
    { numRuns: sampledCount(25, 100), examples: [[backAgain('genes', 1)], [backAgain('accounts', 2)]] },
  );
});

test('of a table that has lost most people nothing counts but what it says of the others', async () => {
  const everybody = Array.from({ length: 40 }, (_, at) => aUser(at + 1, { roles: ['ROLE_USER'], genes: [GENE] }));
  using temporary = openTemporaryStore(smallSnapshot({ users: everybody }));
  const { store } = temporary;
  const ids = everybody.map(({ id }) => id);
  const memory = peopleMemory(new Map(PERSON_TABLES.map((table) => [table, new Map(ids.map((id) => [id, 'x']))])));
  const held = heldBack([]);
  const { notePresence, write } = withdrawals({ store, memory, held, withhold });
  const look = async (permissions: PermissionsOfAll) => {
    notePresence(permissions);
    held.update(memory, undefined);
    await write(permissions);
  };
  const accountsOf = (some: readonly SnapshotUser[]) => new Map(some.map((one) => [one.id, permissionsOf(one)]));
  const [first, ...others] = everybody as [SnapshotUser, ...SnapshotUser[]];
  const shown = () => store.read((tx) => [...users(store).all(tx)]);
  await look({ accounts: accountsOf([{ ...first, privacyLevel: 0 }]), roleHolders: new Set(ids) });
  expect(shown().map(({ privacyLevel }) => privacyLevel)).toEqual([0, ...others.map(() => 2)]);
  await look({ accounts: accountsOf(everybody.map((one) => ({ ...one, roles: [] }))), roleHolders: new Set() });
  await look({ genes: new Map([[first.id, `${GENE.geneId} 0`]]) });
  const levels = shown().map(({ roles, genes }) => [roles, genes[0]?.privacyLevel]);
  expect(levels).toEqual([[['ROLE_USER'], 0], ...others.map(() => [['ROLE_USER'], null])]);
});

test('of a few people who are missing nothing is withdrawn but what it says', async () => {
  const [one, other] = IDS.map((id) => aUser(id, { genes: [GENE] })) as [SnapshotUser, SnapshotUser];
  using temporary = openTemporaryStore(smallSnapshot({ users: [one, other] }));
  const { store } = temporary;
  const memory = peopleMemory(new Map(PERSON_TABLES.map((table) => [table, new Map(IDS.map((id) => [id, 'x']))])));
  const held = heldBack([]);
  const { notePresence, write } = withdrawals({ store, memory, held, withhold });
  const look = async (permissions: PermissionsOfAll) => {
    notePresence(permissions);
    held.update(memory, undefined);
    await write(permissions);
  };
  const genes = () => store.read((tx) => [...users(store).all(tx)].map((user) => user.genes.length));
  await look({ accounts: new Map(), roleHolders: new Set(), genes: new Map() });
  expect([held.isHeld('user'), genes()]).toEqual([true, [1, 1]]);
  const back = new Map([one, other].map((user) => [user.id, permissionsOf(user)]));
  await look({ accounts: back, roleHolders: new Set(IDS), genes: new Map([[one.id, `${GENE.geneId} `]]) });
  expect([held.isHeld('user'), genes()]).toEqual([false, [1, 0]]);
});

function change(database: Map<number, SnapshotUser>, { id, isGone, levels, ...account }: Person): void {
  const genes = levels.flatMap((privacyLevel, at) => {
    const geneId = GENES[at] as number;
    return privacyLevel === undefined ? [] : [{ geneId, tier: 'TIER1', privacyLevel } as const];
  });
  if (isGone) database.delete(id);
  else database.set(id, aUser(id, { ...account, genes }));
}

function expectNoMoreOpen(at: string, here: SnapshotUser | undefined, there: SnapshotUser | undefined): void {
  if (here === undefined) return;
  if (at === 'accounts') {
    expect(here.enabled && there?.enabled !== true).toBe(false);
    expect(here.enabled && (here.privacyLevel ?? -1) > (there?.privacyLevel ?? -1)).toBe(false);
    expect(here.enabled && !here.hideGenelist && there?.hideGenelist === true).toBe(false);
    return;
  }
  for (const { geneId, privacyLevel } of here.genes) {
    const now = there?.genes.find((gene) => gene.geneId === geneId);
    expect(now).toBeDefined();
    expect(openness(privacyLevel)).toBeLessThanOrEqual(openness(now?.privacyLevel ?? null));
  }
}
