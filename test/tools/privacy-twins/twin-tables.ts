/** Makes of twins other twins by a table of people for each, as an import takes it over. */

import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import { inventedPerson, MEMBER_ID } from './invented-people.ts';
import {
  inventedForm,
  type SaidGene,
  type SaidPerson,
  statedMembers,
  type TableForm,
  tableFile,
} from './table-files.ts';
import { lookOf, type TwinOptions, type Twins } from './twin-of.ts';

export type TableFile = ReturnType<typeof tableFile>;
export type TwinTables = {
  /** What the twins are when each has taken over its table. */
  after: Twins;
  tables: readonly [TableFile, TableFile];
  form: TableForm;
};

const ROWS_TRIED = 60;
/** How often a change withdraws somebody, whatever else it says of them. */
const WITHDRAWN = 0.3;

/** Tries rows at random and keeps those after which the asker sees the same of both. */
export function tablesFor(twins: Twins, random: SeededRandom, options: TwinOptions): TwinTables {
  const form = inventedForm(random);
  const look = lookOf(options);
  const rows = [new Map<number, SaidPerson>(), new Map<number, SaidPerson>()] as const;
  const registries = [twins.one, twins.other].map(({ users }) => new Map(users.map((user) => [user.id, user])));
  const ids = [...new Set(registries.flatMap((users) => [...users.keys()]))];

  function propose(users: ReadonlyMap<number, SnapshotUser> | undefined, id: number, said: SnapshotUser | undefined) {
    const before = users?.get(id);
    return before && said && saidOf(form, before, said);
  }

  function lookAfter(at: number, id: number, change: SaidPerson | undefined): string | undefined {
    const user = change?.user ?? rows[at]?.get(id)?.user ?? registries[at]?.get(id);
    return user && look(user);
  }

  function keepIfAlike(id: number, said: readonly [SnapshotUser | undefined, SnapshotUser | undefined]): void {
    const changes = said.map((user, at) => propose(registries[at], id, user));
    if (lookAfter(0, id, changes[0]) !== lookAfter(1, id, changes[1])) return;
    for (const [at, change] of changes.entries()) if (change !== undefined) rows[at]?.set(id, change);
  }

  for (let tries = 0; tries < ROWS_TRIED; tries += 1) {
    const id = random.pick(ids);
    const invented = () => (random.chance(0.2) ? undefined : changed(inventedPerson(id, random), random));
    const said = invented();
    keepIfAlike(id, random.chance(0.4) ? [said, said] : [said, invented()]);
  }
  // A table that changes nothing leaves the ETag, which may tell that something changed: so each changes this account.
  const description = `As of table ${random.below(1_000_000)}`;
  for (const [at, users] of registries.entries()) {
    const member = rows[at]?.get(MEMBER_ID)?.user ?? users.get(MEMBER_ID);
    const change = propose(users, MEMBER_ID, member && { ...member, description });
    if (change !== undefined) rows[at]?.set(MEMBER_ID, change);
  }
  if (lookAfter(0, MEMBER_ID, undefined) !== lookAfter(1, MEMBER_ID, undefined)) {
    throw new Error('The account that both tables change looks different in them.');
  }
  const after = (registry: Snapshot, at: 0 | 1): Snapshot => {
    return { ...registry, users: registry.users.map((user) => rows[at].get(user.id)?.user ?? user) };
  };
  const fileOf = (at: 0 | 1) => tableFile(form, [...rows[at].values()], random);
  return {
    after: { ...twins, one: after(twins.one, 0), other: after(twins.other, 1) },
    tables: [fileOf(0), fileOf(1)],
    form,
  };
}

function changed(user: SnapshotUser, random: SeededRandom): SnapshotUser {
  return random.chance(WITHDRAWN) ? { ...user, privacyLevel: 0, shared: false, hideGenelist: true } : user;
}

/** What the rows of a table say of somebody, and who that is then. A gene without a level keeps that which it has. */
function saidOf(form: TableForm, before: SnapshotUser, wanted: SnapshotUser): SaidPerson {
  const stated = statedMembers(form, wanted);
  // An empty cell is private, and no level where there was none.
  const level: Partial<SnapshotUser> =
    stated.privacyLevel === null ? { privacyLevel: before.privacyLevel === null ? null : 0 } : {};
  const user = { ...before, ...stated, ...level };
  if (!form.hasGenes) return { user, genes: [] };
  const genes = wanted.genes.map(({ geneId, tier, privacyLevel }): SaidGene => {
    return { geneId, tier: tier ?? 'TIER3', privacyLevel: form.saysGeneLevels ? privacyLevel : null };
  });
  const held = new Map(before.genes.map((gene, place) => [gene.geneId, { ...gene, place }]));
  const placeOf = ({ geneId }: SaidGene) => held.get(geneId)?.place ?? before.genes.length;
  // Genes that somebody has stay in their order, which is that of the answers.
  const after = genes
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((gene) => ({ ...gene, privacyLevel: gene.privacyLevel ?? held.get(gene.geneId)?.privacyLevel ?? null }));
  return { user: { ...user, genes: after }, genes };
}
