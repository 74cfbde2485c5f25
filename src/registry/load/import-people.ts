/** Takes the people of a file over into a registry, in one transaction: all of it, or nothing. */

import type { Role } from '../../domain/record/model.ts';
import { LARGEST_INT } from '../../domain/record/model.ts';
import { type Fault, faultList } from '../../domain/tables/faults.ts';
import { type Known, type PeoplePlan, planPeople } from '../../domain/tables/people-plan.ts';
import { readPeople } from '../../domain/tables/read-people.ts';
import type { Sheet } from '../../domain/tables/table.ts';
import { type Users, users } from '../people/users.ts';
import { givenIds } from '../store/given-ids.ts';
import { meta } from '../store/meta.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { peopleReference } from './people-reference.ts';

type ImportPeopleOptions = {
  store: Store;
  sheets: readonly Sheet[];
  /** Whether people whom the file does not name are removed. Accounts with other roles than a user's never are. */
  removesMissing: boolean;
  /** The account that administrators of partners act as, where the configuration names it. */
  remoteSearchUserId: number | undefined;
  now: Date;
};

type PeopleImport =
  /** Nothing was changed. The first of the faults are listed. */
  | { outcome: 'refused'; faults: readonly Fault[]; faultCount: number }
  /** Nothing was changed, as the registry holds nothing that people could be described with. */
  | { outcome: 'registry-empty' }
  | { outcome: 'imported'; plan: PeoplePlan; removed: boolean; notes: readonly string[] };

const MOST_FAULTS = 20;

/** Where the file says what the registry holds already, nothing is written and what is kept of the data stays. */
export function importPeople(options: ImportPeopleOptions): PeopleImport {
  const { store, sheets, removesMissing, now } = options;
  const people = users(store);
  return store.write((tx): PeopleImport => {
    if (meta(store).isEmpty(tx)) return { outcome: 'registry-empty' };
    const faults = faultList(MOST_FAULTS);
    const { people: inFile, notes } = readPeople(sheets, peopleReference(tx, store), faults);
    const plan = planPeople(inFile, known(tx, options, people), faults);
    if (faults.count() > 0) return { outcome: 'refused', faults: faults.first(), faultCount: faults.count() };
    const changed = [...plan.added, ...plan.changed.map(({ user }) => user)];
    if (changed.length > 0) people.put(tx, changed, now);
    if (plan.added.length > 0) givenIds(store).keep(tx);
    if (removesMissing && plan.missing.length > 0) {
      people.remove(
        tx,
        plan.missing.map(({ id }) => id),
      );
    }
    return { outcome: 'imported', plan, removed: removesMissing, notes: [...notes, ...notesOnDisabled(plan)] };
  });
}

function notesOnDisabled({ changed, unchanged }: PeoplePlan): string[] {
  const there = [...changed.map(({ user }) => user), ...unchanged];
  return there.filter(({ enabled }) => !enabled).map(({ email }) => `${email}: the account is disabled, and stays so.`);
}

function known(tx: ReadTransaction, { store, remoteSearchUserId }: ImportPeopleOptions, people: Users): Known {
  const accounts = store.query<[number, string, string]>('SELECT id, email, roles FROM user ORDER BY id').all(tx);
  return {
    accounts: accounts.map(([id, email, roles]) => ({ id, email, roles: JSON.parse(roles) as Role[] })),
    user(id: number) {
      const user = people.find(tx, id);
      if (user === undefined) throw new Error(`The database holds no user ${id}, though it lists one.`);
      return user;
    },
    ids: { next: givenIds(store).highest(tx) + 1, highest: LARGEST_INT },
    remoteSearchUserId: remoteSearchUserId ?? meta(store).remoteSearchUserId(tx),
  };
}
