/** Whatever a registry that fails as 1.5 does holds, asking it in pieces doubles nobody and hides nobody. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import type { Tier } from '../../../src/domain/record/model.ts';
import { json } from '../../support/partners/fake-partner.ts';
import { titleIn } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';
import { askFor, type Call, EIGHT, identities, queryOf } from './split-questions.ts';

type Row = { person: number; hasTerms: boolean; geneId: number; taxonId: number; tier: Tier };
const TAXON_IDS = EIGHT.map(({ id }) => id).slice(0, 4);

const rows = fc.uniqueArray(
  fc.record({
    person: fc.integer({ min: 0, max: 4 }),
    taxonId: fc.constantFrom(...TAXON_IDS),
    paralog: fc.constantFrom(0, 1),
    tier: fc.constantFrom<Tier>('TIER1', 'TIER2'),
  }),
  { minLength: 2, maxLength: 12, selector: ({ person, taxonId, paralog }) => `${person} ${taxonId} ${paralog}` },
);

/** Person 0 stands for all who are hidden; the odd ones have no ontology terms, and do no harm. */
function toRow({
  person,
  taxonId,
  paralog,
  tier,
}: {
  person: number;
  taxonId: number;
  paralog: number;
  tier: Tier;
}): Row {
  return { person, hasTerms: person > 0 && person % 2 === 0, geneId: taxonId * 2 + paralog, taxonId, tier };
}

function registryOf(all: readonly Row[]): Call {
  return async (path) => {
    const asked = /^\/api\/taxa\/(\d+)$/.exec(path)?.[1];
    if (asked !== undefined) return json({ id: Number(asked) }, TAXON_IDS.includes(Number(asked)) ? 200 : 404);
    const question = questionOf(path);
    if (question.kind !== 'genes-search') {
      return json({ users: 5, researchersByTaxonId: Object.fromEntries(TAXON_IDS.map((id) => [id, 1])) });
    }
    const { orthologTaxonId, tiers } = question.query;
    const isEverywhere = orthologTaxonId === undefined || !TAXON_IDS.includes(orthologTaxonId);
    const found = all.filter(({ taxonId, tier }) => tiers.has(tier) && (isEverywhere || taxonId === orthologTaxonId));
    const owners = found.filter(({ hasTerms }) => hasTerms).map(({ person }) => person);
    if (new Set(owners).size < owners.length) return json({ status: 500 }, 500);
    return json(found.map(toRecord));
  };
}

function toRecord({ person, geneId, taxonId, tier }: Row) {
  const remoteUser = person === 0 ? { anonymousId: crypto.randomUUID() } : { id: person };
  return { geneId, tier, taxon: { id: taxonId, commonName: `taxon ${taxonId}` }, remoteUser };
}

test('whatever a registry holds, nobody is doubled or made up, and the answer says who is missing', async () => {
  const organisms = fc.subarray([...EIGHT], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(rows, organisms, async (drawn, taxa) => {
      const all = drawn.map(toRow);
      const truth = identities(all.map(toRecord));
      const { failed, rescued } = await askFor(queryOf('symbol=TP53'), registryOf(all), taxa);
      fc.pre(failed.failure !== undefined);
      const found = identities(rescued.records);
      const missing = withoutThose(truth, found);
      expect(found.length + missing.length).toBe(truth.length);
      if (missing.length > 0)
        expect([...rescued.limits.map(titleOf), titleIn(rescued.failure)].join()).toMatch(/cannot answer|error/);
    }),
    { numRuns: 200 },
  );
});

function withoutThose(all: readonly string[], those: readonly string[]): string[] {
  const left = [...all];
  for (const one of those) {
    const at = left.indexOf(one);
    if (at < 0) throw new Error(`${one} is there once too often.`);
    left.splice(at, 1);
  }
  return left;
}
