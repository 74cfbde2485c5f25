/** Who seems to stand in several registries, and by what. It proves nothing, so nobody is joined. */

import { fold } from '../folding.ts';
import type { DistinctPeople } from './distinct-people.ts';

/** What of a person is compared. */
export type ComparedPerson = {
  /** By which a reader can say that somebody else is meant; undefined for whoever cannot be known again. */
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

/** By what two records seem to be one person, the weakest first. */
export const EVIDENCE = ['name', 'name-and-organisation', 'orcid'] as const;
export type Evidence = (typeof EVIDENCE)[number];
/** Somebody in a registry, by the best evidence; `isDenied` where the reader said of everybody there that it is somebody else. */
export type LikelySame = { originKey: string; registry: string; evidence: Evidence; isDenied?: true };

/** A person as compared: folded texts, empty where there is nothing to compare. */
export type Traits = { person: ComparedPerson; name: string; organisation: string; orcid: string; ror: string };

/**
 * By what two records seem to be one person; undefined where nothing says so. The same ORCID iD says it, also in one
 * registry; two ORCID iDs do not say the contrary, as people have several. The same first and last name says it of two
 * registries; letter case, accents and blanks do not count. Whoever is withheld, or gives half a name, is nobody's namesake.
 */
export function evidenceOf(a: ComparedPerson, b: ComparedPerson): Evidence | undefined {
  return evidenceOfTraits(traitsOf(a), traitsOf(b));
}

/** The same as {@link evidenceOf}, of people whose texts are folded already. */
export function evidenceOfTraits(a: Traits, b: Traits): Evidence | undefined {
  if (a.orcid !== '' && a.orcid === b.orcid) return 'orcid';
  if (a.person.originKey === b.person.originKey || a.name === '' || a.name !== b.name) return undefined;
  const isSamePlace = (a.organisation !== '' && a.organisation === b.organisation) || (a.ror !== '' && a.ror === b.ror);
  return isSamePlace ? 'name-and-organisation' : 'name';
}

/** For each of these people, in their order, the registries in which somebody else seems to be them, by the best evidence there. */
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

/** Everybody of one name or ORCID iD in one registry, of whom there may be as many as it has people. */
type Alike = { registry: string; people: Traits[]; organisations: Set<string>; rors: Set<string> };
type ByRegistry = ReadonlyMap<string, Alike>;

const NOWHERE: ByRegistry = new Map();
export const NOBODY_DISTINCT: DistinctPeople = new Map();

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

/** Person by person, as the reader has spoken of some. */
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

/** Whether two of them can seem to be one: where there is one registry and no ORCID iD, no name needs to be folded. */
export function mayRepeat(people: readonly ComparedPerson[]): boolean {
  return people.some(({ originKey, orcid }) => orcid || originKey !== people[0]?.originKey);
}

/** The keys of those of whom the reader said that they are not this person. */
export function deniedOf({ person: { key } }: Traits, distinct: DistinctPeople): ReadonlySet<string> {
  return (key === undefined ? undefined : distinct.get(key)) ?? NO_KEYS;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** What of a person is compared; nothing of whoever is withheld. */
export function traitsOf(person: ComparedPerson): Traits {
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
