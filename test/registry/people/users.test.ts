/** Users changed one by one leave the tables as an import of the same people would, and what is kept of others. */

import { expect, test } from 'vitest';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { users } from '../../../src/registry/people/users.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { NAME_INDEXES, nameIndexOf, TEXT_INDEXES, textIndexOf } from '../../../src/registry/store/text-indexes.ts';
import { dropOutdated } from '../../../src/registry/store/versions.ts';
import { aGene, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

/** Every table in which something other than a running number distinguishes users, or what is made of them. */
const CONTENT = {
  user: 'SELECT * FROM user ORDER BY id',
  genes: 'SELECT * FROM user_gene ORDER BY id',
  owners: 'SELECT gene_id, readers, taxon_id, symbol, hex(owners) FROM gene_owners ORDER BY gene_id, readers',
  search: 'SELECT * FROM user_search ORDER BY user_id',
  record: 'SELECT * FROM user_record ORDER BY user_id',
  texts: 'SELECT readers, user_id, folded FROM user_text JOIN text ON text.id = text_id ORDER BY 1, 2, 3',
  allTexts: 'SELECT folded FROM text ORDER BY folded',
  ...Object.fromEntries(NAME_INDEXES.map((one) => [nameIndexOf(one), foundIn(nameIndexOf(one), 'name')])),
  ...Object.fromEntries(TEXT_INDEXES.map((one) => [textIndexOf(one), textsFoundIn(textIndexOf(one), 'descr')])),
  ...Object.fromEntries(
    TEXT_INDEXES.map((one) => [`${textIndexOf(one)}, organs`, textsFoundIn(textIndexOf(one), 'brain')]),
  ),
  tokens: 'SELECT user_id, hex(hash), label FROM access_token ORDER BY hash',
  stats: "SELECT value FROM meta WHERE key = 'stats'",
};

function foundIn(index: string, word: string): string {
  return `SELECT rowid FROM ${index} WHERE ${index} MATCH '${word}' ORDER BY rowid`;
}

function textsFoundIn(index: string, word: string): string {
  return `SELECT folded FROM (${foundIn(index, word)}) AS found LEFT JOIN text ON text.id = found.rowid ORDER BY folded`;
}

function contentOf(store: Store): Record<string, unknown[]> {
  const queries = Object.entries(CONTENT).map(([name, sql]) => [name, store.query(sql)] as const);
  return store.read((tx) => Object.fromEntries(queries.map(([name, query]) => [name, query.all(tx)])));
}

function person(id: number, changes: Partial<SnapshotUser> = {}): SnapshotUser {
  return aUser(id, {
    name: `Name ${id}`,
    lastName: 'Shared',
    description: `description ${id % 3}`,
    organs: id % 2 === 0 ? ['UBERON:0000955'] : [],
    genes: [672, 675].slice(id % 2).map((geneId) => ({ geneId, tier: 'TIER1', privacyLevel: null })),
    ...changes,
  });
}

function registryOf(people: SnapshotUser[]): Snapshot {
  return smallSnapshot({ genes: [aGene(672, 'BRCA1'), aGene(675, 'BRCA2'), aGene(3785, 'KCNQ2')], users: people });
}

const steps: [string, SnapshotUser[], number[]][] = [
  ['a new user', [person(9)], []],
  ['another name, and genes in another order', [person(2, { name: 'Zoë', genes: person(2).genes.toReversed() })], []],
  ['a gene more and one less', [person(3, { genes: [{ geneId: 3785, tier: 'TIER2', privacyLevel: 0 }] })], []],
  ['a text that only this user had', [person(4, { description: 'description of its own' })], []],
  ['that text gone again', [person(4)], []],
  ['a lowered level', [person(1, { privacyLevel: 0 })], []],
  ['a level that nobody reads', [person(2, { privacyLevel: null })], []],
  ['accounts that are disabled', [person(4, { enabled: false }), person(6, { enabled: false, privacyLevel: 1 })], []],
  ['consent, with the account back', [person(4, { shared: true, privacyLevel: 1 }), person(6)], []],
  ['a user who goes', [], [2]],
  [
    'several at once, who exchange their e-mail addresses',
    [person(3, { email: person(4).email }), person(4, { email: person(3).email })],
    [],
  ],
  ['a user with a token', [person(5, { accessTokens: [{ token: 'a-token', expiresAt: '2099-01-01T00:00:00Z' }] })], []],
  ['the last owner of a gene', [person(3, { email: person(4).email, genes: [] })], []],
  ['everybody', [], [1, 3, 4, 5, 6, 9]],
];

test('users changed one by one leave what an import of the same people leaves', () => {
  using registry = openTemporaryStore(registryOf([1, 2, 3, 4, 5, 6].map((id) => person(id))));
  const people = users(registry.store);
  for (const [what, changed, gone] of steps) {
    registry.store.write((tx) => {
      people.put(tx, changed, NOW);
      people.remove(tx, gone);
    });
    using fresh = openTemporaryStore({ ...exported(registry.store) });
    const { tokens, ...content } = contentOf(registry.store);
    const { tokens: _, ...expected } = contentOf(fresh.store);
    expect([what, content]).toEqual([what, expected]);
    const owners = new Set((content.user as [number][]).map(([id]) => id));
    expect((tokens as [number][]).filter(([id]) => !owners.has(id))).toEqual([]);
  }
});

test('a user keeps the access tokens that are there, and gets those that are given', () => {
  const withToken = person(1, { accessTokens: [{ token: 'first', expiresAt: '2099-01-01T00:00:00Z' }] });
  using registry = openTemporaryStore(registryOf([withToken, person(2)]));
  const people = users(registry.store);
  const before = contentOf(registry.store).tokens as unknown[];
  registry.store.write((tx) => {
    people.put(tx, [person(1, { name: 'Other', accessTokens: [{ token: 'second', expiresAt: '2099-01-01' }] })], NOW);
  });
  const after = contentOf(registry.store).tokens as unknown[];
  expect(after).toHaveLength(2);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('users are made ready again when a gene of theirs has another symbol', () => {
  using registry = openTemporaryStore(registryOf([person(1), person(2)]));
  const people = users(registry.store);
  registry.store.write((tx) => {
    tx.run("UPDATE gene SET symbol = 'NEW1', symbol_folded = 'new1' WHERE id = 675");
    people.refresh(tx, [1, 2], NOW);
  });
  const { record, owners } = contentOf(registry.store);
  expect(JSON.stringify(record)).toContain('NEW1');
  expect(JSON.stringify(record)).not.toContain('BRCA2');
  expect(JSON.stringify(owners)).toContain('NEW1');
});

test('what is cached of users who did not change stays, also when another process changes somebody', () => {
  using registry = openTemporaryStore(registryOf([person(1), person(2)]));
  const dropped: (number | 'all')[] = [];
  const look = dropOutdated(registry.store, { clear: () => dropped.push('all'), dropUser: (id) => dropped.push(id) });
  const lookNow = () => {
    dropped.length = 0;
    registry.store.holdMoment()[Symbol.dispose]();
    registry.store.read(look);
    return [...dropped];
  };
  const other = registry.openAgain();
  const change = (id: number) => other.write((tx) => users(other).put(tx, [person(id, { phone: '1' })], NOW));
  expect(lookNow()).toEqual(['all']);
  expect(lookNow()).toEqual([]);
  change(2);
  expect(lookNow()).toEqual([2]);
  change(1);
  change(2);
  expect(lookNow().toSorted()).toEqual([1, 2]);
  importInto(other, registryOf([person(1)]));
  expect(lookNow()).toEqual(['all']);
});

test('a change that takes its time is seen by others when it is whole, and not at all when it fails', async () => {
  using registry = openTemporaryStore(registryOf([person(1)]));
  const other = registry.openAgain();
  const people = users(other);
  const namesSeen = () => {
    registry.store.holdMoment()[Symbol.dispose]();
    return (contentOf(registry.store).user as unknown[][]).length;
  };
  await other.writeOverTime(async (tx) => {
    people.put(tx, [person(2)], NOW);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(namesSeen()).toBe(1);
    await expect(other.writeOverTime(async () => {})).rejects.toThrow('under way');
  });
  expect(namesSeen()).toBe(2);
  const failing = other.writeOverTime(async (tx) => {
    people.remove(tx, [1, 2]);
    await new Promise((resolve) => setTimeout(resolve, 1));
    throw new Error('the source has gone');
  });
  await expect(failing).rejects.toThrow('the source has gone');
  expect(namesSeen()).toBe(2);
});
