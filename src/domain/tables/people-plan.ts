/** What a file changes in a registry: who is new, who changes and in what, who stays as they are, and who is missing. */

import { accountRole, withAccountRole } from '../record/account-roles.ts';
import type { SnapshotUser, SnapshotUserGene } from '../record/snapshot.ts';
import { COLUMNS } from './columns.ts';
import { type FaultList, quoted } from './faults.ts';
import type { FileMembers, FilePerson } from './file-person.ts';
import { termKey } from './read-people.ts';
import { emailKey } from './values.ts';

/** An account of the registry, as much of it as decides whether a file may remove it. */
type KnownAccount = Pick<SnapshotUser, 'id' | 'email' | 'roles'>;

export type PeoplePlan = {
  added: readonly SnapshotUser[];
  changed: readonly { user: SnapshotUser; what: readonly string[] }[];
  unchanged: readonly SnapshotUser[];
  /** Accounts that the file does not name, ... */
  missing: readonly KnownAccount[];
  /** ... and those of them that it could never remove. */
  permanent: readonly KnownAccount[];
};

export type Known = {
  accounts: readonly KnownAccount[];
  user(id: number): SnapshotUser;
  /** The first id that nobody has or had, and the highest that there can be. */
  ids: { next: number; highest: number };
  /** The account that administrators of partners act as. */
  remoteSearchUserId: number | undefined;
};

/** Plans the changes. To `faults` goes who is new and has no name or gets no number, and who might be
 * several accounts. */
export function planPeople(people: readonly FilePerson[], known: Known, faults: FaultList): PeoplePlan {
  const accounts = Map.groupBy(known.accounts, ({ email }) => emailKey(email));
  const named = new Set<number>();
  const added: SnapshotUser[] = [];
  const changed: { user: SnapshotUser; what: readonly string[] }[] = [];
  const unchanged: SnapshotUser[] = [];
  for (const person of people) {
    const account = accountOf(person, accounts.get(emailKey(person.email)) ?? [], faults);
    if (account === undefined) {
      refuseNameless(person, faults);
      const id = known.ids.next + added.length;
      if (id > known.ids.highest) refuseNumber(person, known.ids.highest, faults);
      added.push({ ...newUser(id, person.email), ...person.members });
      continue;
    }
    named.add(account.id);
    const before = known.user(account.id);
    const { user, what } = withMembers(before, person.members);
    if (what.length === 0) unchanged.push(before);
    else changed.push({ user, what });
  }
  const missing = known.accounts.filter(({ id }) => !named.has(id));
  const isPermanent = ({ id, roles }: KnownAccount) => {
    return roles.some((role) => role !== 'ROLE_USER') || id === known.remoteSearchUserId;
  };
  return {
    added,
    changed,
    unchanged,
    missing: missing.filter((one) => !isPermanent(one)),
    permanent: missing.filter(isPermanent),
  };
}

/** Of accounts whose addresses differ in letter case alone, the one that is written as in the file. */
function accountOf(
  { email, place }: FilePerson,
  accounts: readonly KnownAccount[],
  faults: FaultList,
): KnownAccount | undefined {
  const [first, second] = accounts;
  const exact = accounts.find((account) => account.email === email);
  if (exact === undefined && second !== undefined) {
    faults.add(place, `${quoted(email)} may mean several accounts`, accounts.map((one) => one.email).join(', '));
  }
  return exact ?? first;
}

/** A number that was given once is given to nobody else, so they can be used up. */
function refuseNumber({ email, place }: FilePerson, highest: number, faults: FaultList): void {
  faults.add(place, `${quoted(email)} would need a number above ${highest}`, 'addresses of the registry alone');
}

function refuseNameless({ email, place, members }: FilePerson, faults: FaultList): void {
  if (members.name || members.lastName) return;
  faults.add(
    place,
    `${quoted(email)} is nobody's yet, and has no name`,
    'an address of the registry, or a name beside it',
  );
}

/** Somebody who may be found once they allow it, and has stated nothing else yet. */
export function newUser(id: number, email: string): SnapshotUser {
  return {
    id,
    email,
    enabled: true,
    roles: ['ROLE_USER'],
    privacyLevel: 0,
    shared: false,
    hideGenelist: false,
    contactEmail: null,
    contactEmailVerified: false,
    name: null,
    lastName: null,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    researcherPosition: null,
    researcherCategories: [],
    publications: [],
    taxonDescriptions: {},
    genes: [],
    organs: [],
    ontologyTerms: [],
    goTerms: [],
    accessTokens: [],
  };
}

const HEADINGS: Readonly<Record<keyof FileMembers, string>> = {
  name: COLUMNS.name.heading,
  lastName: COLUMNS.lastName.heading,
  organization: COLUMNS.organization.heading,
  department: COLUMNS.department.heading,
  description: COLUMNS.description.heading,
  phone: COLUMNS.phone.heading,
  website: COLUMNS.website.heading,
  orcid: COLUMNS.orcid.heading,
  ror: COLUMNS.ror.heading,
  privacyLevel: COLUMNS.level.heading,
  shared: COLUMNS.shared.heading,
  hideGenelist: COLUMNS.hideGenelist.heading,
  roles: COLUMNS.role.heading,
  researcherPosition: COLUMNS.position.heading,
  researcherCategories: COLUMNS.categories.heading,
  organs: COLUMNS.organs.heading,
  ontologyTerms: COLUMNS.terms.heading,
  genes: COLUMNS.gene.heading,
};

/** The user with what the file states, and the columns that change them. */
function withMembers(before: SnapshotUser, stated: Partial<FileMembers>): { user: SnapshotUser; what: string[] } {
  const roles = stated.roles && { roles: withAccountRole(before.roles, accountRole(stated.roles)) };
  const members = { ...stated, ...roles, ...listsInOrder(before, stated) };
  const names = (Object.keys(members) as (keyof FileMembers)[]).filter((name) => {
    return JSON.stringify(members[name]) !== JSON.stringify(before[name] ?? null);
  });
  const what = names.map(
    (name) => HEADINGS[name] + (name === 'genes' ? geneCounts(before.genes, stated.genes ?? []) : ''),
  );
  return { user: { ...before, ...members }, what };
}

/** Lists keep the order they had; what is new comes behind. */
function listsInOrder(before: SnapshotUser, stated: Partial<FileMembers>): Partial<FileMembers> {
  const { researcherCategories: categories, organs, ontologyTerms: terms, genes } = stated;
  return {
    ...(categories && { researcherCategories: inOrder(before.researcherCategories, categories, String) }),
    ...(organs && { organs: inOrder(before.organs, organs, (organ) => organ.toLowerCase()) }),
    ...(terms && { ontologyTerms: inOrder(before.ontologyTerms, terms, termKey) }),
    ...(genes && { genes: inOrder(before.genes, genes, ({ geneId }) => String(geneId)) }),
  };
}

function inOrder<T>(before: readonly T[], after: readonly T[], keyOf: (value: T) => string): T[] {
  const places = new Map(before.map((value, place) => [keyOf(value), place]));
  const placeOf = (value: T) => places.get(keyOf(value)) ?? before.length;
  return after.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function geneKey({ geneId, tier, privacyLevel }: SnapshotUserGene): string {
  return `${geneId} ${tier} ${privacyLevel}`;
}

/** ` (+2, −1, 3 changed)`. */
function geneCounts(before: readonly SnapshotUserGene[], after: readonly SnapshotUserGene[]): string {
  const idsBefore = new Set(before.map(({ geneId }) => geneId));
  const idsAfter = new Set(after.map(({ geneId }) => geneId));
  const keysBefore = new Set(before.map(geneKey));
  const added = after.filter(({ geneId }) => !idsBefore.has(geneId)).length;
  const removed = before.filter(({ geneId }) => !idsAfter.has(geneId)).length;
  const changed = after.filter((gene) => idsBefore.has(gene.geneId) && !keysBefore.has(geneKey(gene))).length;
  const counts = [
    ...(added ? [`+${added}`] : []),
    ...(removed ? [`−${removed}`] : []),
    ...(changed ? [`${changed} changed`] : []),
  ];
  return ` (${counts.join(', ')})`;
}
