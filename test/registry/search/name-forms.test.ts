/** The forms of names that no index has are kept with the people who have them now, and computed again for those who changed. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { joinedSpellings } from '../../../src/domain/spelling.ts';
import { users } from '../../../src/registry/people/users.ts';
import { formsOfNames } from '../../../src/registry/search/search-users.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const PEOPLE = ['O’Brien', 'Ødegård', 'Łukasik', 'Ben-Harush'].map((lastName, index) => aUser(index + 1, { lastName }));
const [BRIEN, ODEGARD] = PEOPLE as [SnapshotUser, SnapshotUser];

function openForms() {
  const { store, ...temporary } = openTemporaryStore(smallSnapshot({ users: PEOPLE }));
  const writer = users(store);
  let names = 0;
  const counting: Store = {
    ...store,
    query(sql) {
      const query = store.query(sql) as ReturnType<typeof store.query>;
      const all: typeof query.all = (...given) => {
        const rows = query.all(...given);
        if (/last_name/.test(sql)) names += rows.length;
        return rows;
      };
      return { ...query, all } as never;
    },
  };
  const find = formsOfNames(counting);
  return {
    put: (user: SnapshotUser) => store.write((tx) => writer.put(tx, [user], new Date())),
    import: (...people: SnapshotUser[]) => importInto(store, smallSnapshot({ users: people })),
    remove: (id: number) => store.write((tx) => writer.remove(tx, [id])),
    find: (like: string, prefix = false) => store.read((tx) => find(tx, PUBLIC_VIEWER, joinedSpellings(like), prefix)),
    /** How many names were read since the last call. */
    namesRead() {
      const count = names;
      names = 0;
      return count;
    },
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
  };
}

test('a change of one person reads one name again, however many there are', () => {
  using forms = openForms();
  expect(forms.find('Obrien')).toEqual([BRIEN.id]);
  expect(forms.namesRead()).toBe(PEOPLE.length);
  forms.put({ ...ODEGARD, lastName: 'Sørensen' });
  expect([forms.find('Sorensen'), forms.find('Odegard')]).toEqual([[ODEGARD.id], []]);
  expect(forms.namesRead()).toBe(1);
  expect(forms.find('Obrien')).toEqual([BRIEN.id]);
  expect(forms.namesRead()).toBe(0);
});

test('with a beginning, only last names that begin so are found', () => {
  using forms = openForms();
  expect([forms.find('brien'), forms.find('obri', true), forms.find('brien', true)]).toEqual([
    [BRIEN.id],
    [BRIEN.id],
    [],
  ]);
  expect(forms.find('benha', true)).toEqual(forms.find('Benharush'));
  expect(forms.find('Benharush')).toHaveLength(1);
});

test('an import brings its own names, and those from before find nobody', () => {
  using forms = openForms();
  expect(forms.find('Obrien')).toEqual([BRIEN.id]);
  forms.import({ ...BRIEN, lastName: 'Brian' }, { ...ODEGARD, lastName: 'Sørensen' });
  expect([forms.find('Sorensen'), forms.find('Obrien')]).toEqual([[ODEGARD.id], []]);
});

test('whoever turns private, or leaves, is in no list at once, and comes back', () => {
  using forms = openForms();
  expect([forms.find('Obrien'), forms.find('Odegard')]).toEqual([[BRIEN.id], [ODEGARD.id]]);
  forms.put({ ...BRIEN, privacyLevel: 0 });
  forms.remove(ODEGARD.id);
  expect([forms.find('Obrien'), forms.find('Odegard')]).toEqual([[], []]);
  forms.put(BRIEN);
  expect(forms.find('Obrien')).toEqual([BRIEN.id]);
});
