/** What questions about twins ask for: of the people of both, of what is hidden and what is not, whole or guessed in part. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { anonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import { sealedId } from '../../support/registry/sealed-ids.ts';
import { HUMAN, MOUSE } from '../../support/registry/small-snapshot.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import { GENE_IDS, ORGAN_IDS, SYMBOLS, TERM_IDS } from './invented-people.ts';
import type { Twins } from './twin-of.ts';
import { KEY } from './twin-registries.ts';

export type Parameter = readonly [name: string, value: string];
export type Parameters = () => readonly Parameter[];

/** Each answers another value, or other parameters, every time. */
export type QueryValues = {
  userId(): number;
  /** An id that some registry with this key has given out, of anybody with anything, or none that ever was. */
  anonymousId(): string;
  gene: Parameters;
  typedGene: Parameters;
  person: Parameters;
  filters: Parameters;
  page: Parameters;
  sort: Parameters;
  /** The registry of a record: that which is asked, or its partner. */
  origin: Parameters;
  /** Which registries are asked; all, mostly. */
  origins: Parameters;
  format: Parameters;
};

const TAXA = [HUMAN, HUMAN, MOUSE].map(String);
const CATEGORIES = ['IN_SILICO', 'IN_VIVO,OTHER', 'IN_VITRO_CELLS,IN_VITRO_STRUCTURAL', ''];
const SIZES = ['1', '2', '3', '5', '20', '2000'];
const TIERS = ['TIER1', 'TIER2', 'TIER1,TIER3', ''];
const ID_OF_NOBODY = 7777;
const NEVER_SEALED = '00000000-0000-4000-8000-000000000000';

export function queryValues({ one, other }: Twins, random: SeededRandom): QueryValues {
  const texts = [...new Set([...textsIn(one), ...textsIn(other)])];
  const ids = [...new Set([...one.users, ...other.users].map(({ id }) => id)), ID_OF_NOBODY];
  const sealing = anonymousIds({ key: Buffer.from(KEY, 'hex'), lifetimeMinutes: 60, now: () => new Date() });
  const maybe = (chance: number, ...parameters: Parameter[]) => (random.chance(chance) ? parameters : []);
  const piece = () => pieceOf(random.pick(texts), random);
  const taxon = (): Parameter => ['taxonId', random.pick(TAXA)];

  function filters(): readonly Parameter[] {
    const kinds: Parameter[][] = [
      [['researcherPositions', 'PRINCIPAL_INVESTIGATOR']],
      termFilter(random.pick(TERM_IDS)),
      [['researcherCategories', random.pick(CATEGORIES)]],
      [['organUberonIds', random.pick(ORGAN_IDS)]],
    ];
    return random.sample(kinds, random.pick([0, 0, 1, 1, 1, 2])).flat();
  }

  return {
    userId: () => random.pick(ids),
    anonymousId() {
      const [userId, geneId] = [random.pick(ids), random.pick(GENE_IDS)];
      const kind = random.pick(['user', 'gene', 'owner', 'none'] as const);
      if (kind === 'none') return NEVER_SEALED;
      return kind === 'user' ? sealedId(sealing, { kind, userId }) : sealedId(sealing, { kind, userId, geneId });
    },
    gene: () => [
      ['symbol', random.pick(SYMBOLS)],
      taxon(),
      ...maybe(0.5, ['orthologTaxonId', random.pick([...TAXA, ''])]),
      ...maybe(0.2, ['tiers', random.pick(TIERS)]),
    ],
    typedGene: () => [['q', pieceOf(random.pick(SYMBOLS), random)], taxon()],
    person() {
      const name: Parameter[] = [
        ['nameLike', piece()],
        ['prefix', random.pick(['true', 'false'])],
      ];
      const description: Parameter[] = [['descriptionLike', piece()]];
      return random.pick([name, description, description, [...name, ...description]]);
    },
    filters,
    page: () => [...maybe(0.5, ['page', String(random.below(4))]), ...maybe(0.5, ['size', random.pick(SIZES)])],
    sort: () => maybe(0.5, ['sort', random.pick(['id', 'id,desc', 'id,asc'])]),
    origin: () => [['origin', random.pick(['local', 'twin'])]],
    origins: () => maybe(0.2, ['origins', random.pick(['local', 'twin', 'nobody'])]),
    format: () => [['format', random.pick(['csv', 'tsv', 'json'])]],
  };
}

export function termFilter(termId: string): Parameter[] {
  return [
    ['ontologyNames', 'hp'],
    ['ontologyTermIds', termId],
  ];
}

/** Every text about the people of a registry, hidden or not. */
function textsIn({ users }: Snapshot): string[] {
  const texts = users.flatMap((user) => [
    ...[user.name, user.lastName, user.description, user.organization, user.department, user.email, user.contactEmail],
    ...[user.phone, user.website, ...Object.values(user.taxonDescriptions)],
    ...[...user.publications.map(({ title }) => title), ...user.ontologyTerms.map(({ name }) => name)],
  ]);
  return [...texts.filter((text) => text !== null), 'brain', 'heart', 'eye', 'Registry User', 'nobody'];
}

/** The text, or what somebody has guessed of it so far. */
function pieceOf(text: string, random: SeededRandom): string {
  if (random.chance(0.4)) return text;
  const from = random.below(text.length + 1);
  return text.slice(from, from + 1 + random.below(6)).toWellFormed();
}
