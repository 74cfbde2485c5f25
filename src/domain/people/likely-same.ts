/**
 * Finds people who seem to be in several registries, with the evidence, and counts how many different people an answer has
 * at least. As that is no proof, their records are never merged.
 */

import { EVIDENCE, type Evidence } from '../../api/words.ts';
import { fold } from '../folding.ts';
import type { DistinctPeople } from './distinct-people.ts';

/** The data of a person that are compared. */
export type ComparedPerson = {
  /** The key by which a reader can say that this is somebody else; undefined for a person without a stable id. */
  key: string | undefined;
  originKey: string;
  /** The name of the registry. */
  registry: string;
  isWithheld: boolean;
  name: string | null | undefined;
  lastName: string | null | undefined;
  organization: string | null | undefined;
  orcid: string | null | undefined;
  ror: string | null | undefined;
};

export { EVIDENCE, type Evidence };
/** A registry with a similar person, and the best evidence; `isDenied` if the reader says that all such people there are others. */
export type LikelySame = { originKey: string; registry: string; evidence: Evidence; isDenied?: true };

/** The compared data of a person: folded texts, empty where there is nothing to compare. */
type Traits = { person: ComparedPerson; name: string; organisation: string; orcid: string; ror: string };

/**
 * Returns the evidence that two records are of one person; undefined where there is none. An equal ORCID iD is evidence,
 * also within one registry; different ORCID iDs prove nothing, as some people have several. Equal first and last names
 * are evidence between two registries, without regard to letter case, accents and blanks. Withheld people, and people with
 * only a first or last name, have no namesakes.
 */
export function evidenceOf(a: ComparedPerson, b: ComparedPerson): Evidence | undefined {
  return evidenceOfTraits(traitsOf(a), traitsOf(b));
}

/** Does the same as {@link evidenceOf}, for people whose texts are already folded. */
function evidenceOfTraits(a: Traits, b: Traits): Evidence | undefined {
  if (a.orcid !== '' && a.orcid === b.orcid) return 'orcid';
  if (a.person.originKey === b.person.originKey || a.name === '' || a.name !== b.name) return undefined;
  const isSamePlace = (a.organisation !== '' && a.organisation === b.organisation) || (a.ror !== '' && a.ror === b.ror);
  return isSamePlace ? 'name-and-organisation' : 'name';
}

/** Returns for each person, in the given order, the registries with a similar person, and the best evidence in each. */
export function likelySame(
  people: readonly ComparedPerson[],
  distinct: DistinctPeople = NOBODY_DISTINCT,
): readonly (readonly LikelySame[])[] {
  if (!mayRepeat(people)) return people.map(() => []);
  const traits = people.map(traitsOf);
  const byName = registriesBy(traits, ({ name }) => name);
  const byOrcid = registriesBy(traits, ({ orcid }) => orcid);
  return traits.map((one) => {
    const denied = deniedOf(one, distinct);
    const { originKey } = one.person;
    const named = byName.get(one.name) ?? NOWHERE;
    const identified = byOrcid.get(one.orcid) ?? NOWHERE;
    const keys = new Set([...named.keys(), ...identified.keys()]);
    return [...keys].flatMap((key): LikelySame[] => {
      const others = { sameName: key === originKey ? undefined : named.get(key), sameOrcid: identified.get(key) };
      const best = denied.size > 0 ? bestLeft(one, others, denied) : bestEvidence(one, others);
      const registry = (others.sameName ?? others.sameOrcid)?.registry;
      return best === undefined || registry === undefined ? [] : [{ originKey: key, registry, ...best }];
    });
  });
}

/** Another record that seems to be of the same person. */
export type LikelyRecord = { person: ComparedPerson; evidence: Evidence };

/** The largest number of records that one is said to be like. */
const MOST_ALIKE = 10;
const PEOPLE_A_STEP = 50;

/**
 * Returns for each of the wanted people the records of others that seem to be theirs, the best evidence first, in steps
 * between which other work can run. Withheld people, and people without a stable id, are like nobody.
 */
export function* likelyRecordsInSteps(
  people: readonly ComparedPerson[],
  wanted: ReadonlySet<ComparedPerson>,
): Generator<undefined, ReadonlyMap<ComparedPerson, readonly LikelyRecord[]>> {
  const likely = new Map<ComparedPerson, readonly LikelyRecord[]>();
  if (!mayRepeat(people)) return likely;
  const traits = people.map(traitsOf).filter(({ person }) => person.key !== undefined);
  yield;
  const byName = Map.groupBy(traits, ({ name }) => name);
  const byOrcid = Map.groupBy(traits, ({ orcid }) => orcid);
  for (const [at, one] of traits.entries()) {
    if (at % PEOPLE_A_STEP === 0) yield;
    if (!wanted.has(one.person)) continue;
    const named = one.name === '' ? [] : (byName.get(one.name) ?? []);
    const identified = one.orcid === '' ? [] : (byOrcid.get(one.orcid) ?? []);
    const alike = [...new Set([...identified, ...named])].flatMap((other) => {
      const evidence = other === one ? undefined : evidenceOfTraits(one, other);
      return evidence === undefined ? [] : [{ person: other.person, evidence }];
    });
    const best = alike.toSorted((a, b) => EVIDENCE.indexOf(b.evidence) - EVIDENCE.indexOf(a.evidence));
    if (best.length > 0) likely.set(one.person, best.slice(0, MOST_ALIKE));
  }
  return likely;
}

/** All people with one name or ORCID iD in one registry. */
type Alike = { registry: string; people: Traits[]; organisations: Set<string>; rors: Set<string> };
type ByRegistry = ReadonlyMap<string, Alike>;

const NOWHERE: ByRegistry = new Map();
const NOBODY_DISTINCT: DistinctPeople = new Map();

type Others = { sameName: Alike | undefined; sameOrcid: Alike | undefined };
type Best = Pick<LikelySame, 'evidence' | 'isDenied'>;

function bestEvidence(one: Traits, { sameName, sameOrcid }: Others): Best | undefined {
  if (sameOrcid?.people.some((other) => other !== one)) return { evidence: 'orcid' };
  if (sameName === undefined) return undefined;
  const isSamePlace =
    (one.organisation !== '' && sameName.organisations.has(one.organisation)) ||
    (one.ror !== '' && sameName.rors.has(one.ror));
  return { evidence: isSamePlace ? 'name-and-organisation' : 'name' };
}

/** Returns the best evidence among people whom the reader has not denied; it compares them one by one. */
function bestLeft(one: Traits, { sameName, sameOrcid }: Others, denied: ReadonlySet<string>): Best | undefined {
  const all = [sameOrcid, sameName].flatMap((alike) => alike?.people ?? []).filter((other) => other !== one);
  const left = all.filter(({ person }) => person.key === undefined || !denied.has(person.key));
  const kinds = (left.length > 0 ? left : all).map((other) => evidenceOfTraits(one, other));
  const evidence = EVIDENCE.findLast((kind) => kinds.includes(kind));
  return evidence && { evidence, ...(left.length > 0 ? {} : { isDenied: true }) };
}

function registriesBy(traits: readonly Traits[], traitOf: (one: Traits) => string): ReadonlyMap<string, ByRegistry> {
  const all = new Map<string, Map<string, Alike>>();
  for (const one of traits) {
    const trait = traitOf(one);
    if (trait === '') continue;
    const { originKey, registry } = one.person;
    const registries = all.get(trait) ?? new Map<string, Alike>();
    const there = registries.get(originKey) ?? { registry, people: [], organisations: new Set(), rors: new Set() };
    there.people.push(one);
    there.organisations.add(one.organisation);
    there.rors.add(one.ror);
    all.set(trait, registries.set(originKey, there));
  }
  return all;
}

/** Whether two of these people can seem to be one. With one registry and no ORCID iD, no name has to be folded. */
function mayRepeat(people: readonly ComparedPerson[]): boolean {
  return people.some(({ originKey, orcid }) => orcid || originKey !== people[0]?.originKey);
}

/** Returns the keys of the people whom the reader has said not to be this person. */
function deniedOf({ person: { key } }: Traits, distinct: DistinctPeople): ReadonlySet<string> {
  return (key === undefined ? undefined : distinct.get(key)) ?? NO_KEYS;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns the compared data of a person; empty for a withheld person. */
function traitsOf(person: ComparedPerson): Traits {
  const { isWithheld, name, lastName, organization, orcid, ror } = person;
  if (isWithheld) return { person, name: '', organisation: '', orcid: '', ror: '' };
  const isWhole = name?.trim() && lastName?.trim();
  return {
    person,
    name: isWhole ? `${compared(lastName)}, ${compared(name)}` : '',
    organisation: compared(organization),
    orcid: orcid ?? '',
    ror: ror ?? '',
  };
}

function compared(text: string | null | undefined): string {
  return fold(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the smallest possible number of people: the size of a set in which no two seem to be one person. Of a name in
 * several registries, the set has the people of the registry with most of them, each ORCID iD once. Similarity is not
 * transitive: two people who both seem to be a third count as two. A withheld person may be one of the others. The largest
 * possible number is that of the records, as they may all be different people.
 */
export function fewestPeople(people: readonly ComparedPerson[], distinct: DistinctPeople = NOBODY_DISTINCT): number {
  const shown = people.filter(({ isWithheld }) => !isWithheld);
  // Withheld people may all be the same person.
  const least = Math.min(people.length, 1);
  return Math.max(mayRepeat(shown) ? peopleApart(shown.map(traitsOf), distinct).length : shown.length, least);
}

function peopleApart(people: readonly Traits[], distinct: DistinctPeople): readonly Traits[] {
  const named = Map.groupBy(people, ({ name }) => name);
  const nameless = named.get('') ?? [];
  named.delete('');
  const byRegistry = [...named].map(([name, all]) => ({ name, registries: registriesOf(all) }));
  // Names of one registry come first, as the people of other registries may have the ORCID iDs of these.
  byRegistry.sort((a, b) => a.registries.length - b.registries.length || (a.name < b.name ? -1 : 1));
  const apart: Traits[] = [];
  const orcids = new Set<string>();
  for (const { registries } of [...byRegistry, { registries: [['', nameless] as const] }]) {
    const others = registries.map(([, all]) => othersIn(all, orcids));
    const most = others.reduce((one, other) => (other.length > one.length ? other : one));
    for (const one of most) orcids.add(one.orcid);
    apart.push(...most);
  }
  // A person is one more if nobody in the set seems to be that person, or the reader says it is somebody else.
  for (const one of people) {
    const denied = deniedOf(one, distinct);
    if (denied.size === 0 || apart.includes(one)) continue;
    const isOneMore = apart.every((other) => {
      return evidenceOfTraits(one, other) === undefined || denied.has(other.person.key ?? '');
    });
    if (isOneMore) apart.push(one);
  }
  return apart;
}

/** Groups people by registry, in the order of the keys. */
function registriesOf(people: readonly Traits[]): [key: string, people: Traits[]][] {
  return [...Map.groupBy(people, ({ person }) => person.originKey)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns one person for each ORCID iD that is not in `orcids`, and everybody without an ORCID iD. */
function othersIn(people: readonly Traits[], orcids: ReadonlySet<string>): Traits[] {
  const own = new Set<string>();
  return people.filter(({ orcid }) => orcid === '' || (!orcids.has(orcid) && !own.has(orcid) && own.add(orcid)));
}
