/** Makes of a registry its twin: another one that is the same to whoever asks. */

import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import { ADMIN_ID, GENE_IDS, inventedGene, inventedPerson, REMOTE_IDS } from './invented-people.ts';
import { type Asker, type Setting, seenOf, shownByFilters } from './seen-by.ts';

/** Two registries with the same setting, and who must not be able to distinguish them. */
export type Twins = { asker: Asker; anonymises: boolean; one: Snapshot; other: Snapshot };

export type TwinOptions = {
  asker: Asker;
  /** Under each of them the asker sees the same of both; they have the first. */
  settings: readonly [Setting, ...Setting[]];
  /** Whether the twins also have the same people, and the same behind what filters look at: then no exception counts. */
  isStrict: boolean;
};

const CHANGES_TRIED = 120;
const NEW_IDS = Array.from({ length: 150 }, (_, index) => index + 2);
const CHANGES = ['add', 'remove', ...Array.from({ length: 8 }, () => 'change')];

/** All that the asker may know of one person, as a text: two people with the same text are the same to them. */
export function lookOf({ asker, settings, isStrict }: TwinOptions): (user: SnapshotUser) => string | undefined {
  const look = (user: SnapshotUser, setting: Setting) => {
    const shown = seenOf(user, { asker, ...setting });
    return shown !== undefined && isStrict ? shown + shownByFilters(user, { asker, ...setting }) : shown;
  };
  return (user) => {
    const looks = settings.map((setting) => look(user, setting));
    return looks.every((one) => one === undefined) ? undefined : JSON.stringify(looks);
  };
}

/** The twins with another setting. */
export function withSetting(twins: Twins, { anonymises, remoteSearchUserId }: Setting): Twins {
  const [one, other] = [
    { ...twins.one, remoteSearchUserId },
    { ...twins.other, remoteSearchUserId },
  ];
  return { ...twins, anonymises, one, other };
}

/** Tries changes at random and keeps those that the asker may not see. */
export function twinOf(one: Snapshot, random: SeededRandom, options: TwinOptions): Twins {
  const { asker, settings, isStrict } = options;
  const seen = lookOf(options);
  const people = new Map(one.users.map((user) => [user, seen(user)]));

  for (let tries = 0; tries < CHANGES_TRIED; tries += 1) {
    const way = isStrict ? 'change' : random.pick(CHANGES);
    const [user, shown] = random.pick([...people]);
    if (way === 'add') {
      const person = inventedPerson(random.pick(NEW_IDS), random);
      const isTaken = [...people.keys()].some(({ id }) => id === person.id);
      if (!isTaken && seen(person) === undefined) people.set(person, undefined);
    } else if (way === 'remove') {
      if (shown === undefined && !isAccount(user, asker)) people.delete(user);
    } else {
      const changed = keepsAccount(changedPerson(user, random), user, asker);
      if (seen(changed) !== shown) continue;
      people.delete(user);
      people.set(changed, shown);
    }
  }
  const users = [...people.keys()].toSorted((a, b) => a.id - b.id);
  const { anonymises } = settings[0];
  return withSetting({ asker, anonymises, one, other: { ...one, users } }, settings[0]);
}

const CHANGED_PEOPLE = 4;

/** The registry some time later, whoever sees it: people came, left, and changed; those with accounts are the same. */
export function changedRegistry(registry: Snapshot, random: SeededRandom): Snapshot {
  const isKept = ({ id }: SnapshotUser) => id <= ADMIN_ID;
  const others = registry.users.filter((user) => !isKept(user));
  const left = random.sample(others, Math.max(0, others.length - random.below(CHANGED_PEOPLE)));
  const people = left.map((user) => (random.chance(0.3) ? changedPerson(user, random) : user));
  const ids = NEW_IDS.filter((id) => id > ADMIN_ID && !people.some((user) => user.id === id));
  const came = random.sample(ids, random.below(CHANGED_PEOPLE)).map((id) => inventedPerson(id, random));
  const users = [...registry.users.filter(isKept), ...people, ...came];
  return { ...registry, users: users.toSorted((a, b) => a.id - b.id) };
}

/** Somebody whose account must stay, for with it the asker asks, or partners do. */
function isAccount({ id }: SnapshotUser, asker: Asker): boolean {
  return REMOTE_IDS.includes(id) || id === asker.id;
}

/** The asker's own account stays as it is in what an account is needed for. */
function keepsAccount(changed: SnapshotUser, before: SnapshotUser, asker: Asker): SnapshotUser {
  if (!isAccount(before, asker)) return changed;
  const { roles, enabled, accessTokens } = before;
  return { ...changed, roles, accessTokens, enabled: REMOTE_IDS.includes(before.id) ? changed.enabled : enabled };
}

/**
 * The person with one member or several taken from somebody else, what filters of gene searches look at more often than the
 * rest, or with a gene more, less or other.
 */
function changedPerson(user: SnapshotUser, random: SeededRandom): SnapshotUser {
  const somebody = inventedPerson(user.id, random);
  const { researcherPosition, ontologyTerms } = somebody;
  if (random.chance(0.1)) return { ...user, researcherPosition, ontologyTerms };
  const members = Object.keys(somebody).filter((member) => member !== 'id' && member !== 'accessTokens');
  if (random.chance(0.1)) return { ...somebody, accessTokens: user.accessTokens };
  if (random.chance(0.4)) return { ...user, genes: changedGenes(user, random) };
  const taken = random.sample(members, random.chance(0.7) ? 1 : 4);
  const changes = taken.map((member) => [member, somebody[member as keyof SnapshotUser]]);
  return { ...user, ...Object.fromEntries(changes) };
}

function changedGenes({ genes }: SnapshotUser, random: SeededRandom): SnapshotUser['genes'] {
  const geneId = random.pick(GENE_IDS);
  const others = genes.filter((gene) => gene.geneId !== geneId);
  if (others.length < genes.length && random.chance(0.5)) return others;
  const at = random.below(others.length + 1);
  return others.toSpliced(at, 0, inventedGene(geneId, random));
}
