/** The name of what the public may see: it moves with that and with nothing else, and is equal wherever the same is shown. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PrivacyLevel, Tier } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { users } from '../../../src/registry/people/users.ts';
import { publicViewName } from '../../../src/registry/record/public-view.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { narrowAccounts } from '../../support/registry/narrow-accounts.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const REMOTE_ACCOUNT = 4;
const gene = (geneId: number, privacyLevel: PrivacyLevel | null = null, tier: Tier | null = 'TIER1') => ({
  ...{ geneId, tier, privacyLevel },
});
const PEOPLE = [
  aUser(1, { genes: [gene(672), gene(7157, 0)] }),
  aUser(2, { privacyLevel: 0, genes: [gene(672)] }),
  aUser(3, { privacyLevel: 1, genes: [] }),
  aUser(REMOTE_ACCOUNT, { genes: [gene(672)] }),
  aUser(6, { genes: [gene(672, null, null)] }),
];

function namesOf(store: Store, anonymises: boolean, key = 7) {
  const name = publicViewName({
    ...{ store, anonymises, key: Buffer.alloc(32, key) },
    remoteSearchUserId: () => REMOTE_ACCOUNT,
  });
  return (): string => {
    for (;;) {
      const whole = store.read(name);
      if (whole !== undefined) return whole;
    }
  };
}

function openPeople(people: readonly SnapshotUser[] = PEOPLE) {
  const temporary = openTemporaryStore(smallSnapshot({ users: [...people] }));
  const { store } = temporary;
  const writer = users(store);
  return {
    store,
    put: (user: SnapshotUser) => store.write((tx) => writer.put(tx, [user], new Date())),
    remove: (id: number) => store.write((tx) => writer.remove(tx, [id])),
    all: () => store.read((tx) => [...writer.all(tx)]),
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
  };
}

const ADA = PEOPLE[0] as SnapshotUser;
const BO = PEOPLE[1] as SnapshotUser;
const REMOTE = PEOPLE[3] as SnapshotUser;
const UNTIERED = PEOPLE[4] as SnapshotUser;

test.each<[what: string, isSeen: { plain: boolean; anonymising: boolean }, to: SnapshotUser]>([
  ['a profile turns private', { plain: true, anonymising: true }, { ...ADA, privacyLevel: 0 }],
  ['an account is closed', { plain: true, anonymising: true }, { ...ADA, enabled: false }],
  ['a gene is withdrawn', { plain: true, anonymising: true }, { ...ADA, genes: [gene(672, 0), gene(7157, 0)] }],
  ['a tier changes', { plain: true, anonymising: true }, { ...ADA, genes: [gene(672, null, 'TIER2'), gene(7157, 0)] }],
  ['a list of genes is hidden', { plain: true, anonymising: true }, { ...ADA, hideGenelist: true }],
  ['a hidden account is closed', { plain: false, anonymising: true }, { ...BO, enabled: false }],
  ['a hidden gene is removed', { plain: false, anonymising: true }, { ...BO, genes: [] }],
  ['a hidden profile is shared with members', { plain: false, anonymising: false }, { ...BO, privacyLevel: 1 }],
  ['consent for partners', { plain: false, anonymising: false }, { ...ADA, shared: !ADA.shared }],
  ['a role', { plain: false, anonymising: false }, { ...ADA, roles: ['ROLE_USER', 'ROLE_ADMIN'] }],
  ['a hidden list of a hidden profile', { plain: false, anonymising: false }, { ...BO, hideGenelist: true }],
  [
    'a tier that is shown as tier 3 either way',
    { plain: false, anonymising: false },
    { ...UNTIERED, genes: [gene(672, null, 'TIER3')] },
  ],
  ['a text', { plain: false, anonymising: false }, { ...BO, description: 'Something else' }],
  ['the account of partners', { plain: false, anonymising: false }, { ...REMOTE, genes: [gene(7157)] }],
])('%s: the name moves where the public sees it, and comes back with it', (_, isSeen, to) => {
  using people = openPeople();
  const names = { plain: namesOf(people.store, false), anonymising: namesOf(people.store, true) };
  const before = { plain: names.plain(), anonymising: names.anonymising() };
  people.put(to);
  expect(names.plain() !== before.plain).toBe(isSeen.plain);
  expect(names.anonymising() !== before.anonymising).toBe(isSeen.anonymising);
  people.put(PEOPLE.find(({ id }) => id === to.id) as SnapshotUser);
  expect({ plain: names.plain(), anonymising: names.anonymising() }).toEqual(before);
});

test('of whom nothing is shown but a gene without its person, another may have it as well', () => {
  using people = openPeople([...PEOPLE, aUser(5, { privacyLevel: 0, genes: [] })]);
  const name = namesOf(people.store, true);
  const before = name();
  people.put({ ...BO, genes: [] });
  expect(name()).not.toBe(before);
  people.put(aUser(5, { privacyLevel: 0, genes: [gene(672)] }));
  expect(name()).toBe(before);
});

test('a permission that is written before its record counts at once', () => {
  using people = openPeople();
  const name = namesOf(people.store, false);
  const before = name();
  narrowAccounts(people.store, new Map([[1, { ...ADA, privacyLevel: 0 }]]));
  const narrowed = name();
  expect(narrowed).not.toBe(before);
  people.put({ ...ADA, privacyLevel: 0 });
  expect(name()).toBe(narrowed);
});

test('many people are read in slices, and what changes between two of them counts', () => {
  const many = Array.from({ length: 250 }, (_, index) => aUser(index + 1, { genes: [gene(672)] }));
  using people = openPeople(many);
  const { store, put, remove } = people;
  const options = { store, anonymises: true, key: Buffer.alloc(32, 7), remoteSearchUserId: () => REMOTE_ACCOUNT };
  const advance = publicViewName(options);
  expect(store.read(advance)).toBeUndefined();
  for (const id of [3, 240]) put(aUser(id, { privacyLevel: 0, genes: [gene(7157)] }));
  remove(5);
  remove(239);
  put(aUser(400, { genes: [] }));
  let name: string | undefined;
  let slices = 1;
  for (; name === undefined; slices++) name = store.read(advance);
  expect(slices).toBeGreaterThan(3);
  expect(name).toBe(namesOf(store, true)());
});

test('a person with the number 0, which an RDP may give, counts like any other', () => {
  const zero = aUser(0, { genes: [gene(672)] });
  using people = openPeople([zero]);
  const name = namesOf(people.store, false);
  const before = name();
  people.put({ ...zero, privacyLevel: 0 });
  expect(name()).not.toBe(before);
  people.put(zero);
  expect(name()).toBe(namesOf(people.store, false)());
});

test('it is another name under another key', () => {
  using people = openPeople();
  expect(namesOf(people.store, true, 1)()).not.toBe(namesOf(people.store, true, 2)());
});

const level = fc.constantFrom<PrivacyLevel | null>(0, 1, 2, null);
const genes = fc.uniqueArray(
  fc.record({
    geneId: fc.constantFrom(672, 7157),
    tier: fc.constantFrom<Tier | null>('TIER1', null),
    privacyLevel: level,
  }),
  { selector: ({ geneId }) => geneId },
);
const person = fc
  .record({
    ...{
      id: fc.integer({ min: 0, max: 6 }),
      enabled: fc.boolean(),
      privacyLevel: level,
      hideGenelist: fc.boolean(),
      genes,
    },
  })
  .map(({ id, ...more }) => aUser(id, more));
const step = fc.oneof(
  person.map((user) => ({ put: user })),
  fc.integer({ min: 0, max: 6 }).map((id) => ({ remove: id })),
);

test('after any changes the name is that of the same data read at once, from another file too', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, anonymises) => {
      using people = openPeople();
      using other = openPeople([]);
      const name = namesOf(people.store, anonymises);
      name();
      for (const one of steps) {
        if ('put' in one) people.put(one.put);
        else people.remove(one.remove);
        expect(name()).toBe(namesOf(people.store, anonymises)());
      }
      importInto(other.store, smallSnapshot({ users: people.all() }));
      expect(namesOf(other.store, anonymises)()).toBe(name());
    }),
    { numRuns: sampledCount(5, 15) },
  );
});
