/** How long a search takes reveals nothing of people whom the asker may not read. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { parseUserQuery } from '../../../src/domain/query/user-query.ts';
import type { Viewer } from '../../../src/domain/record/model.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { deviationsBetween, medianOf, shuffled } from '../../support/machine/two-samples.ts';
import { aGene, aUser, HUMAN, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { type SeededRandom, seededRandom } from '../../tools/bench/invented/seeded-random.ts';

/** What hidden people of the one registry are called, write about and work on, and those of the other. */
const WORDS = ['quendory', 'xylander'] as const;
const GENES = [6001, 6002] as const;
const CALLS_PER_SAMPLE = 2000;
const CALLS_TO_WARM_UP = 600;
/** Of two samples of this size that differ in nothing, one call in 3.5 million of this test goes beyond. */
const MOST_DEVIATIONS = 5;

/** A researcher without anything of their own; the public is answered from what was found for others before. */
const MEMBER: Viewer = { kind: 'member', userId: undefined, hasAdminRole: false, hasServiceRole: false };

/** Some people whom everybody reads, and three whom nobody does, who alone have the word and the gene. */
function withHidden(word: string, geneId: number): Snapshot {
  const shown = Array.from({ length: 60 }, (_, index) =>
    aUser(index + 1, { name: 'Ada', lastName: `Merrow ${index}`, description: `On the heart, ${index}.` }),
  );
  const hidden = [71, 72, 73].map((id) =>
    aUser(id, {
      privacyLevel: 0,
      name: 'Bo',
      lastName: `${word} ${id}`,
      description: `About ${word}.`,
      genes: [{ geneId, tier: 'TIER1', privacyLevel: null }],
    }),
  );
  return smallSnapshot({
    genes: [aGene(GENES[0], WORDS[0]), aGene(GENES[1], WORDS[1])],
    orthologs: [],
    users: [...shown, ...hidden],
  });
}

let registries: readonly TestRegistry[];
beforeAll(async () => {
  registries = await Promise.all(
    WORDS.map((word, at) => startTestRegistry({ snapshot: withHidden(word, GENES[at] ?? 0) })),
  );
});
afterAll(() => Promise.all(registries.map((registry) => registry[Symbol.asyncDispose]())));

type Ask = (registry: Context['registry'], word: string) => Promise<{ total: number }>;

const people =
  (query: (word: string) => string): Ask =>
  (registry, word) =>
    registry.searchUsers(MEMBER, parseUserQuery(new URLSearchParams(query(word))), true);

test.each<[string, Ask]>([
  ['the beginning of a last name', people((word) => `nameLike=${word.slice(0, 4)}&prefix=true`)],
  ['a part of a name', people((word) => `nameLike=${word.slice(1, 6)}&prefix=false`)],
  ['two letters of a name', people((word) => `nameLike=${word.slice(0, 2)}&prefix=false`)],
  ['a word of a description', people((word) => `descriptionLike=${word}`)],
  ['two letters of a description', people((word) => `descriptionLike=${word.slice(0, 2)}`)],
  ['a name and a description', people((word) => `nameLike=${word}&prefix=true&descriptionLike=${word}`)],
  [
    'a gene',
    (registry, word) => {
      return registry.searchGenes(MEMBER, parseGeneQuery(new URLSearchParams(`symbol=${word}&taxonId=${HUMAN}`)));
    },
  ],
])('a search by %s takes as long where only hidden people have it as where nobody has', async (_, ask) => {
  const { ofHidden, ofNobody } = await timesOf(ask, seededRandom(22));
  expect([ofHidden.length, ofNobody.length]).toEqual([CALLS_PER_SAMPLE, CALLS_PER_SAMPLE]);
  const deviations = deviationsBetween(ofHidden, ofNobody);
  expect(Math.abs(deviations), `${medianOf(ofHidden)} and ${medianOf(ofNobody)} ns`).toBeLessThan(MOST_DEVIATIONS);
});

/**
 * Each word in each registry, in turn at random: in the one it is that of hidden people, in the other of nobody, so that
 * neither the word nor the registry makes a difference between the samples.
 */
async function timesOf(ask: Ask, random: SeededRandom): Promise<{ ofHidden: number[]; ofNobody: number[] }> {
  const cases = registries.flatMap(({ context }, registryAt) =>
    WORDS.map((word, wordAt) => ({ registry: context.registry, word, isHidden: registryAt === wordAt })),
  );
  for (let call = 0; call < CALLS_TO_WARM_UP; call++) {
    for (const { registry, word } of cases) expect((await ask(registry, word)).total).toBe(0);
  }
  const samples = { ofHidden: [] as number[], ofNobody: [] as number[] };
  for (let round = 0; round < (2 * CALLS_PER_SAMPLE) / cases.length; round++) {
    for (const { registry, word, isHidden } of shuffled(cases, random)) {
      const began = process.hrtime.bigint();
      await ask(registry, word);
      const took = Number(process.hrtime.bigint() - began);
      (isHidden ? samples.ofHidden : samples.ofNobody).push(took);
    }
  }
  return samples;
}
