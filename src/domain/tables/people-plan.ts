/** Plans what a file changes in a registry: new, changed, unchanged and missing people. */

import { accountRole, type MoreVisible, moreVisible, withAccountRole } from '../record/permissions.ts';
import { emptyUser, type SnapshotUser, type SnapshotUserGene } from '../record/snapshot.ts';
import { HEADING_OF } from './columns.ts';
import { type FaultList, quoted } from './faults.ts';
import { termKey } from './read-people.ts';
import { emailKey, type FileGene, type FileMembers, type FilePerson } from './values.ts';

/** The members of an account that decide whether a file may remove it, and whether somebody new is in fact there already. */
type KnownAccount = Pick<SnapshotUser, 'id' | 'email' | 'roles' | 'orcid'>;

export type PeoplePlan = {
  added: readonly SnapshotUser[];
  changed: readonly { user: SnapshotUser; what: readonly string[] }[];
  unchanged: readonly SnapshotUser[];
  /** Accounts that the file does not name and may remove. */
  missing: readonly KnownAccount[];
  /** Accounts that the file does not name and can never remove. */
  permanent: readonly KnownAccount[];
  /** Whom of the added and changed people more readers see, or see more of. */
  moreVisible: readonly MoreVisible[];
};

export type Known = {
  accounts: readonly KnownAccount[];
  user(id: number): SnapshotUser;
  /** The first id that was never given to anybody, and the highest possible id. */
  ids: { next: number; highest: number };
  /** The account for administrators of partners. */
  remoteSearchUserId: number | undefined;
};

/** Plans the changes. Faults are new people without a name or without a free id, and people with several possible accounts. */
export function planPeople(people: readonly FilePerson[], known: Known, faults: FaultList): PeoplePlan {
  const accounts = Map.groupBy(known.accounts, ({ email }) => emailKey(email));
  const holders = emailsByOrcid(known.accounts, people);
  const named = new Set<number>();
  const added: SnapshotUser[] = [];
  const changed: { user: SnapshotUser; what: readonly string[] }[] = [];
  const unchanged: SnapshotUser[] = [];
  const wider: MoreVisible[] = [];
  for (const person of people) {
    const account = accountOf(person, accounts.get(emailKey(person.email)) ?? [], faults);
    if (account === undefined) {
      refuseNameless(person, faults);
      refuseKnown(person, holders, faults);
      const id = known.ids.next + added.length;
      if (id > known.ids.highest) refuseNumber(person, known.ids.highest, faults);
      added.push(withMembers(emptyUser(id, person.email), person).user);
      continue;
    }
    named.add(account.id);
    const before = known.user(account.id);
    const { user, what } = withMembers(before, person);
    if (what.length === 0) unchanged.push(before);
    else changed.push({ user, what });
    wider.push(...moreVisible(before, user));
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
    moreVisible: [...added.flatMap((user) => moreVisible(undefined, user)), ...wider],
  };
}

/** Returns the account of a person. Of several that differ in letter case only, it is the one written as in the file. */
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

/** Refuses a person when all ids are used up, as an id is never given to a second person. */
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

/** Returns the address of whoever has each ORCID iD: in the registry, or else in the first row of the file. */
function emailsByOrcid(accounts: readonly KnownAccount[], people: readonly FilePerson[]): Map<string, string> {
  const holders = [...people.map(({ email, members }) => ({ email, orcid: members.orcid })).toReversed(), ...accounts];
  return new Map(holders.flatMap(({ email, orcid }) => (orcid ? [[orcid, email] as const] : [])));
}

/** Refuses a new person who has another address already: what the one account says of levels would not hold for the other. */
function refuseKnown(
  { email, place, members: { orcid } }: FilePerson,
  holders: ReadonlyMap<string, string>,
  faults: FaultList,
): void {
  const holder = orcid ? holders.get(orcid) : undefined;
  if (holder === undefined || emailKey(holder) === emailKey(email)) return;
  const found = `${quoted(email)} is nobody's yet, and has the ORCID iD ${orcid} of ${holder}`;
  faults.add(place, found, `${holder}, or to give that account the new address first (isearch-proxy account rename)`);
}

/** Returns the user with the members of the file, and the headings of the columns that changed. */
function withMembers(before: SnapshotUser, person: FilePerson): { user: SnapshotUser; what: string[] } {
  const { genes: listed, ...stated } = person.members;
  const roles = stated.roles && { roles: withAccountRole(before.roles, accountRole(stated.roles)) };
  // Nobody reads a profile without a level, so an empty cell must not give it one.
  const level = person.isLevelEmpty && before.privacyLevel === null && { privacyLevel: null };
  const genes = listed && withLevels(before.genes, listed);
  const members = { ...stated, ...roles, ...level, ...listsInOrder(before, { ...stated, genes }) };
  const names = (Object.keys(members) as (keyof FileMembers)[]).filter((name) => {
    return JSON.stringify(members[name]) !== JSON.stringify(before[name] ?? null);
  });
  const what = names.map(
    (name) => HEADING_OF.get(name) + (name === 'genes' ? geneCounts(before.genes, genes ?? []) : ''),
  );
  return { user: { ...before, ...members }, what };
}

/** Returns the genes of a file with the levels that they have, where the file says nothing of them; new ones have none of their own. */
function withLevels(before: readonly SnapshotUserGene[], listed: readonly FileGene[]): SnapshotUserGene[] {
  const held = new Map(before.map(({ geneId, privacyLevel }) => [geneId, privacyLevel]));
  return listed.map(({ geneId, tier, privacyLevel }) => {
    return { geneId, tier, privacyLevel: privacyLevel ?? held.get(geneId) ?? null };
  });
}

type Lists = {
  [Name in 'researcherCategories' | 'organs' | 'ontologyTerms' | 'genes']?: SnapshotUser[Name] | undefined;
};

/** Returns lists in the order that they had, with new values at the end. */
function listsInOrder(before: SnapshotUser, stated: Lists): Partial<SnapshotUser> {
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

/** Writes the numbers of changed genes, such as ` (+2, −1, 3 changed)`. */
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
