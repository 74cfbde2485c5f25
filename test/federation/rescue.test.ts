/** Gene searches that a 1.5 partner fails on are asked again in pieces: nothing lost quietly, nothing doubled. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneQuery, parseGeneQuery } from '../../src/domain/gene-query.ts';
import type { Tier } from '../../src/domain/model.ts';
import { dialectFor } from '../../src/federation/dialects.ts';
import { type Call, gather } from '../../src/federation/gather.ts';
import { type NamedTaxon, rescue } from '../../src/federation/rescue.ts';
import { ADMINISTRATOR, type GeneRecord, PUBLIC, recordedPartner, type Who } from '../support/recorded-partner.ts';
import { questionOf } from './recorded-questions.ts';

const DIALECT = dialectFor('1.5.10');
const SEVEN: readonly NamedTaxon[] = [
  { id: 9606, commonName: 'human' },
  { id: 10090, commonName: 'mouse' },
  { id: 10116, commonName: 'rat' },
  { id: 7955, commonName: 'zebrafish' },
  { id: 7227, commonName: 'fruit fly' },
  { id: 6239, commonName: 'roundworm' },
  { id: 559292, commonName: 'budding yeast' },
];
/** The partner has it too, but switched off: its statistics leave it out (contract 1.11). */
const FROG: NamedTaxon = { id: 8364, commonName: 'frog' };
const EIGHT = [...SEVEN, FROG];

function queryOf(parameters: string): GeneQuery {
  return parseGeneQuery(new URLSearchParams(`taxonId=9606&${parameters}`));
}

/** What the question brings as a whole, and in pieces where the whole fails. */
async function askFor(query: GeneQuery, call: Call, taxa: readonly NamedTaxon[]) {
  const failed = await gather(DIALECT, { kind: 'genes-search', query }, call);
  return { failed, rescued: await rescue(DIALECT, query, call, failed, taxa) };
}

/** Who stands for what in an answer; anonymised people are all the same, and counted. */
function identities(records: readonly unknown[] | undefined): string[] {
  const genes = (records ?? []) as GeneRecord[];
  return genes
    .map(({ taxon, tier, geneId, remoteUser }) => `${taxon.commonName} ${tier} ${geneId} ${remoteUser.id ?? 'hidden'}`)
    .sort();
}

async function plainAnswer(query: GeneQuery, who: Who): Promise<string[]> {
  const plain = recordedPartner({ recording: '1.5.10-plain', who });
  return identities((await gather(DIALECT, { kind: 'genes-search', query }, plain.call)).records);
}

const FAILING = ['symbol=TP53', 'symbol=TP53&tiers=TIER1', 'symbol=MECP2', 'symbol=MECP2&tiers=TIER1'];
const FILTERED = 'symbol=MECP2&tiers=TIER1&researcherCategories=IN_VIVO';

describe.each<Who>([PUBLIC, ADMINISTRATOR])('what 1.5.10 answers with 500 (%s)', (who) => {
  test.each([...FAILING, FILTERED])(
    '%s is found whole in pieces, as among the same people without terms',
    async (q) => {
      const partner = recordedPartner({ recording: '1.5.10', who });
      const { failed, rescued } = await askFor(queryOf(q), partner.call, EIGHT);
      expect(failed.trouble?.about).toBe('server-error');
      expect(identities(rescued.records)).toEqual(await plainAnswer(queryOf(q), who));
      expect(rescued.trouble).toBeUndefined();
      expect(rescued.limits.join()).not.toContain('cannot answer');
    },
  );

  test.each(FAILING)('%s loses nobody quietly, though its statistics leave out an organism', async (q) => {
    const partner = recordedPartner({ recording: '1.5.10', who });
    const { rescued } = await askFor(queryOf(q), partner.call, SEVEN);
    const all = await plainAnswer(queryOf(q), who);
    const found = identities(rescued.records);
    expect(all).toEqual(expect.arrayContaining(found));
    if (found.length < all.length) expect(rescued.limits).not.toEqual([]);
  });
});

describe('the pieces', () => {
  test('are those of the question, by organism and tier, the own organism first, and none is asked twice', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10' });
    await askFor(queryOf('symbol=TP53'), call, EIGHT);
    const paths = asked.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const [whole, stats, ...pieces] = asked;
    expect(whole).toMatchObject({
      path: '/api/genes/search?symbol=TP53&taxonId=9606&tiers=TIER1&tiers=TIER2',
      status: 500,
    });
    expect(stats?.path).toBe('/api/stats');
    expect(
      pieces.slice(0, 4).map(({ path }) => path.slice('/api/genes/search?symbol=TP53&taxonId=9606&'.length)),
    ).toEqual([
      'orthologTaxonId=9606&tiers=TIER1',
      'orthologTaxonId=9606&tiers=TIER2',
      'orthologTaxonId=10090&tiers=TIER1',
      'orthologTaxonId=10090&tiers=TIER2',
    ]);
    // No orthologs in mice is one that was recorded; the others are derived from the plain recording.
    expect(asked.filter(({ from }) => from === 'recording').map(({ path }) => path)).toEqual([
      whole?.path,
      '/api/stats',
      '/api/genes/search?symbol=TP53&taxonId=9606&orthologTaxonId=10090&tiers=TIER1',
    ]);
  });

  test('keep the filters that were asked for', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10' });
    await askFor(queryOf(FILTERED), call, EIGHT);
    const searches = asked.filter(({ path }) => path.startsWith('/api/genes/search'));
    expect(searches).toHaveLength(1 + EIGHT.length);
    for (const { path } of searches) expect(path).toMatch(/tiers=TIER1&researcherCategories=IN_VIVO$/);
  });

  test('of one organism are its tiers', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/tiers=TIER1&tiers=TIER2/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090'), call, EIGHT);
    expect(asked.map(({ path }) => path.replace('/api/genes/search?symbol=MECP2&taxonId=9606&', ''))).toEqual([
      'orthologTaxonId=10090&tiers=TIER1&tiers=TIER2',
      '/api/stats',
      'orthologTaxonId=10090&tiers=TIER1',
      'orthologTaxonId=10090&tiers=TIER2',
    ]);
    expect(identities(rescued.records)).toEqual([...Array(3).fill('mouse TIER1 17257 hidden'), 'mouse TIER2 17257 20']);
    expect(rescued.limits).toEqual([]);
  });

  test('of one organism and tier cannot be made, so the question is not put again', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/search/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090&tiers=TIER1'), call, EIGHT);
    expect(rescued.trouble).toMatchObject({ state: 'failed', status: 500 });
    expect(asked.filter(({ path }) => path !== '/api/stats')).toHaveLength(1);
  });
});

describe('what fails in pieces too', () => {
  test('is told by the names of the organisms, and the rest is there', async () => {
    const { call } = recordedPartner({
      recording: '1.5.10',
      instead: failOn(/orthologTaxonId=(?:10116|7955)&tiers=TIER1/),
    });
    const { rescued } = await askFor(queryOf('symbol=MECP2'), call, EIGHT);
    expect(rescued.limits).toContain('cannot answer for rat and zebrafish');
    const all = await plainAnswer(queryOf('symbol=MECP2'), PUBLIC);
    expect(identities(rescued.records)).toEqual(all.filter((one) => !/^(?:rat|zebrafish) TIER1/.test(one)));
  });

  test('is told by the tier where one organism was asked for', async () => {
    const { call } = recordedPartner({ recording: '1.5.10', instead: failOn(/tiers=TIER1/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090'), call, EIGHT);
    expect(rescued.limits).toEqual(['cannot answer for tier1']);
    expect(identities(rescued.records)).toEqual(['mouse TIER2 17257 20']);
  });

  test('as a whole, such as the colliding Dl and dl of the fly, leaves the first failure', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/symbol=Dl/) });
    const query = parseGeneQuery(new URLSearchParams('symbol=Dl&taxonId=7227'));
    const { failed, rescued } = await askFor(query, call, EIGHT);
    expect(rescued).toMatchObject({ records: undefined, trouble: { state: 'failed', title: failed.trouble?.title } });
    expect(asked.every(({ path, status }) => status === 500 || path === '/api/stats')).toBe(true);
  });

  test.each([
    ['this question alone, when the partner answers something else', /symbol=Dl/, 'this-question'],
    ['the partner, when it answers nothing at all', /./, 'server-error'],
  ])('as a whole is trouble with %s', async (_, failing, about) => {
    const { call } = recordedPartner({ recording: '1.5.10', instead: failOn(failing) });
    const query = parseGeneQuery(new URLSearchParams('symbol=Dl&taxonId=7227'));
    expect((await askFor(query, call, EIGHT)).rescued.trouble?.about).toBe(about);
  });

  test('is told when even the organisms cannot be had, and then ours are asked for', async () => {
    const { asked, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/stats/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2'), call, EIGHT);
    expect(rescued.limits).toContain('does not tell which organisms it has researchers in');
    expect(asked.filter(({ path }) => path.includes('ortholog'))).toHaveLength(2 * EIGHT.length);
  });
});

test('an organism the partner alone has is asked for too, and named by its number when it fails', async () => {
  const instead = failOn(/orthologTaxonId=10116/);
  const { asked, call } = recordedPartner({ recording: '1.5.10', instead });
  const { rescued } = await askFor(queryOf('symbol=MECP2'), call, [{ id: 9606, commonName: 'human' }, FROG]);
  expect(rescued.limits).toContain('cannot answer for taxon 10116');
  expect(asked.some(({ path }) => path.includes('orthologTaxonId=7955'))).toBe(true);
});

function failOn(paths: RegExp) {
  return (path: string) => (paths.test(path) ? { status: 500, body: '{"status":500}' } : undefined);
}

// A registry of a few people with genes in a few organisms, which fails as 1.5 does.

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

function json(value: unknown, status = 200) {
  const reply = { status, contentType: 'application/json', retryAfterSeconds: undefined, isCut: false };
  return { reply: { ...reply, body: JSON.stringify(value) } };
}

test('whatever a registry holds, nobody is doubled or made up, and who is missing is told of', async () => {
  const organisms = fc.subarray([...EIGHT], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(rows, organisms, async (drawn, taxa) => {
      const all = drawn.map(toRow);
      const truth = identities(all.map(toRecord));
      const { failed, rescued } = await askFor(queryOf('symbol=TP53'), registryOf(all), taxa);
      fc.pre(failed.trouble !== undefined);
      const found = identities(rescued.records);
      const missing = withoutThose(truth, found);
      expect(found.length + missing.length).toBe(truth.length);
      if (missing.length > 0) expect([...rescued.limits, rescued.trouble?.title].join()).toMatch(/cannot answer|error/);
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
