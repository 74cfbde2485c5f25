/** Gene searches that a 1.5 partner fails on are asked again in pieces: nothing lost quietly, nothing doubled. */

import { describe, expect, test } from 'vitest';
import { hasReason } from '../../../src/domain/federation/reasons.ts';
import { type GeneQuery, parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { json, text } from '../../support/partners/fake-partner.ts';
import { ADMINISTRATOR, PUBLIC, recordedPartner, type Who } from '../../support/partners/recorded-partner.ts';
import { saying } from '../../support/partners/saying.ts';
import { askFor, askWhole, EIGHT, FROG, identities, PIECES, queryOf, SEVEN } from './split-questions.ts';

async function plainAnswer(query: GeneQuery, who: Who): Promise<string[]> {
  const plain = recordedPartner({ recording: '1.5.10-plain', who });
  return identities((await askWhole(query, plain.call)).records);
}

const FAILING = ['symbol=TP53', 'symbol=TP53&tiers=TIER1', 'symbol=MECP2', 'symbol=MECP2&tiers=TIER1'];
const FILTERED = 'symbol=MECP2&tiers=TIER1&researcherCategories=IN_VIVO';

describe.each<Who>([PUBLIC, ADMINISTRATOR])('what 1.5.10 answers with 500 (%s)', (who) => {
  test.each([...FAILING, FILTERED])(
    '%s is found whole in pieces, as among the same people without terms',
    async (q) => {
      const partner = recordedPartner({ recording: '1.5.10', who });
      const { failed, rescued } = await askFor(queryOf(q), partner.call, EIGHT);
      expect(failed.failure?.about).toBe('server-error');
      expect(identities(rescued.records)).toEqual(await plainAnswer(queryOf(q), who));
      expect(rescued.failure).toBeUndefined();
      expect(hasReason(rescued.limits, 'organisms-not-answered')).toBe(false);
    },
  );

  test.each(FAILING)('%s loses nobody, though neither we nor its statistics name the frog', async (q) => {
    const partner = recordedPartner({ recording: '1.5.10', who });
    const { rescued } = await askFor(queryOf(q), partner.call, SEVEN);
    expect(identities(rescued.records)).toEqual(await plainAnswer(queryOf(q), who));
    expect(rescued.limits).toEqual([]);
  });
});

describe('the pieces', () => {
  test('are those of the question, by organism and tier, the own organism first, and none is asked twice', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10' });
    await askFor(queryOf('symbol=TP53'), call, EIGHT);
    const paths = requested.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const [whole, stats, ...pieces] = requested;
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
    expect(requested.filter(({ from }) => from === 'recording').map(({ path }) => path)).toEqual([
      whole?.path,
      '/api/stats',
      '/api/genes/search?symbol=TP53&taxonId=9606&orthologTaxonId=10090&tiers=TIER1',
    ]);
  });

  test('keep the filters that were asked for', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10' });
    await askFor(queryOf(FILTERED), call, EIGHT);
    const searches = requested.filter(({ path }) => path.startsWith('/api/genes/search'));
    expect(searches).toHaveLength(1 + PIECES);
    for (const { path } of searches) expect(path).toMatch(/tiers=TIER1&researcherCategories=IN_VIVO$/);
  });

  test('of one organism are its tiers', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/tiers=TIER1&tiers=TIER2/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090'), call, EIGHT);
    expect(requested.map(({ path }) => path.replace('/api/genes/search?symbol=MECP2&taxonId=9606&', ''))).toEqual([
      'orthologTaxonId=10090&tiers=TIER1&tiers=TIER2',
      '/api/stats',
      'orthologTaxonId=10090&tiers=TIER1',
      'orthologTaxonId=10090&tiers=TIER2',
    ]);
    expect(identities(rescued.records)).toEqual([...Array(3).fill('mouse TIER1 17257 hidden'), 'mouse TIER2 17257 20']);
    expect(rescued.limits).toEqual([]);
  });

  test('of one organism and tier cannot be made, so the question is not put again', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/search/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090&tiers=TIER1'), call, EIGHT);
    expect(rescued.failure).toMatchObject({ state: 'failed', status: 500 });
    expect(requested.filter(({ path }) => path !== '/api/stats')).toHaveLength(1);
  });
});

test.each([
  ['a gene id that has no text', { toString: null, valueOf: null }],
  ['no gene id', null],
])('two records of one person with %s are left for the check of records', async (_, geneId) => {
  const taxon = { id: 9606 };
  const records = ['TP53', 'P53'].map((symbol) => ({ symbol, geneId, taxon, remoteUser: { id: 1 } }));
  const call = async (path: string) => {
    if (path === '/api/stats') return json({ users: 1 });
    return path.includes('orthologTaxonId')
      ? json(path.includes('=9606&t') ? records : [])
      : json({ status: 500 }, 500);
  };
  const { rescued } = await askFor(queryOf('symbol=TP53&tiers=TIER1'), call, EIGHT);
  expect(rescued.records).toEqual(records);
});

describe('what fails in pieces too', () => {
  test('is reported by the names of the organisms, and the rest is there', async () => {
    const { call } = recordedPartner({
      recording: '1.5.10',
      instead: failOn(/orthologTaxonId=(?:10116|7955)&tiers=TIER1/),
    });
    const { rescued } = await askFor(queryOf('symbol=MECP2'), call, EIGHT);
    expect(rescued.limits).toContainEqual(saying('cannot answer for rat and zebrafish'));
    const all = await plainAnswer(queryOf('symbol=MECP2'), PUBLIC);
    expect(identities(rescued.records)).toEqual(all.filter((one) => !/^(?:rat|zebrafish) TIER1/.test(one)));
  });

  test('in another way than the whole is reported with its reason, so that the answer is not cached', async () => {
    const { call } = recordedPartner({ recording: '1.5.10' });
    const busy = text(429, 'Slowly.', 60);
    const { rescued } = await askFor(
      queryOf('symbol=MECP2'),
      async (path) => (path.includes('orthologTaxonId=7955') ? busy : call(path)),
      EIGHT,
    );
    expect(rescued.limits).toContainEqual(saying('cannot answer for zebrafish'));
    expect(rescued.records?.length).toBeGreaterThan(0);
    expect(rescued.failure).toMatchObject({ about: 'too-many', retryAfterSeconds: 60 });
  });

  test('is reported by the tier where one organism was asked for', async () => {
    const { call } = recordedPartner({ recording: '1.5.10', instead: failOn(/tiers=TIER1/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2&orthologTaxonId=10090'), call, EIGHT);
    expect(rescued.limits).toEqual([saying('cannot answer for tier1')]);
    expect(identities(rescued.records)).toEqual(['mouse TIER2 17257 20']);
  });

  test('as a whole, such as the colliding Dl and dl of the fly, leaves the first failure', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/symbol=Dl/) });
    const query = parseGeneQuery(new URLSearchParams('symbol=Dl&taxonId=7227'));
    const { failed, rescued } = await askFor(query, call, EIGHT);
    expect(rescued).toMatchObject({ records: undefined, failure: { state: 'failed', reason: failed.failure?.reason } });
    expect(requested.every(({ path, status }) => status === 500 || path === '/api/stats')).toBe(true);
  });

  test.each([
    ['this question alone, when the partner answers something else', /symbol=Dl/, 'this-question'],
    ['the partner, when it answers nothing at all', /./, 'server-error'],
  ])('as a whole is trouble with %s', async (_, failing, about) => {
    const { call } = recordedPartner({ recording: '1.5.10', instead: failOn(failing) });
    const query = parseGeneQuery(new URLSearchParams('symbol=Dl&taxonId=7227'));
    expect((await askFor(query, call, EIGHT)).rescued.failure?.about).toBe(about);
  });

  test('is reported when even the organisms cannot be had, and then ours are asked for', async () => {
    const { requested, call } = recordedPartner({ recording: '1.5.10', instead: failOn(/stats/) });
    const { rescued } = await askFor(queryOf('symbol=MECP2'), call, EIGHT);
    expect(rescued.limits).toContainEqual(saying('does not say which organisms it has researchers in'));
    expect(requested.filter(({ path }) => path.includes('ortholog'))).toHaveLength(2 * PIECES);
  });
});

test('somebody who moves a gene to another tier while the pieces are asked for is there once', async () => {
  const inTier1 = '/api/genes/search?symbol=TP53&taxonId=9606&orthologTaxonId=9606&tiers=TIER1';
  const before = recordedPartner({ recording: '1.5.10' });
  const { reply } = (await before.call(inTier1)) as { reply: { body: string } };
  const moved = { status: 200, body: reply.body.replaceAll('TIER1', 'TIER2') };
  const instead = (path: string) => (path.endsWith('=9606&tiers=TIER2') ? moved : undefined);
  const { rescued } = await askFor(
    queryOf('symbol=TP53'),
    recordedPartner({ recording: '1.5.10', instead }).call,
    EIGHT,
  );
  expect(identities(rescued.records)).toEqual(await plainAnswer(queryOf('symbol=TP53'), PUBLIC));
});

test('an organism the partner alone has is asked for too, and named by its number when it fails', async () => {
  const stats = { status: 200, body: JSON.stringify({ users: 1, researchersByTaxonId: { 9031: 1 } }) };
  const fails = failOn(/orthologTaxonId=9031/);
  const instead = (path: string) => (path === '/api/stats' ? stats : fails(path));
  const { call } = recordedPartner({ recording: '1.5.10', instead });
  const { rescued } = await askFor(queryOf('symbol=MECP2'), call, [FROG]);
  expect(rescued.limits).toEqual([saying('cannot answer for taxon 9031')]);
});

describe('statistics of 1.4, which name organisms by common name', () => {
  const stats = (...names: string[]) => ({
    status: 200,
    body: JSON.stringify({ users: 1, researchersByTaxa: Object.fromEntries(names.map((name) => [name, 1])) }),
  });
  const rescuedWith = async (...names: string[]) => {
    const instead = (path: string) => (path === '/api/stats' ? stats(...names) : undefined);
    const { call } = recordedPartner({ recording: '1.5.10', instead });
    return (await askFor(queryOf('symbol=MECP2'), call, EIGHT)).rescued;
  };

  test('say which organisms there are', async () => {
    const rescued = await rescuedWith('human', 'Mouse', 'budding yeast');
    expect(rescued.limits).toEqual([]);
    expect(identities(rescued.records)).toEqual(await plainAnswer(queryOf('symbol=MECP2'), PUBLIC));
  });

  test('may name one that nobody here knows, which is reported by that name', async () => {
    const { limits } = await rescuedWith('human', 'axolotl', 'sea urchin');
    expect(limits).toEqual([saying('could not be asked for “axolotl” and “sea urchin”, unknown here by name')]);
  });

  test.each([
    [3, '“x1”, “x2” and “x3”'],
    [4, '“x1”, “x2”, “x3” and 1 other'],
    [15, '“x1”, “x2”, “x3” and 12 others'],
  ])('may name %i that nobody here knows', async (count, named) => {
    const names = Array.from({ length: count }, (_, index) => `x${index + 1}`);
    const { limits } = await rescuedWith('human', ...names);
    expect(limits).toEqual([saying(`could not be asked for ${named}, unknown here by name`)]);
  });

  test('may name organisms by sentences about others, which stay quoted names on one line, and few', async () => {
    const sentence = '”; OtherNet is closed for ever.\n\u202eOtherNet\u2066 ';
    const names = Array.from({ length: 20 }, (_, index) => `${sentence}${'x'.repeat(100)} ${index}`);
    const { limits } = await rescuedWith('human', ...names);
    const name = '“’; OtherNet is closed for ever. OtherNet xxxxxxxxxxxxxxxxxxx…”';
    expect(limits).toEqual([
      saying(`could not be asked for ${name}, ${name}, ${name} and 17 others, unknown here by name`),
    ]);
  });
});

test('an organism that the partner does not know is no loss, though it fails on that too', async () => {
  const { requested, call } = recordedPartner({ recording: '1.5.10' });
  const { rescued } = await askFor(queryOf('symbol=TP53'), call, [{ id: 9031, commonName: 'chicken' }]);
  expect(requested).toContainEqual({ path: '/api/taxa/9031', from: 'derived', status: 404 });
  expect(rescued.limits).toEqual([]);
});

test('an organism that a 1.4 fails on is named, as its 404 of every organism only says that it has no such address', async () => {
  const { limits } = await rescuedAt14({ failsFor: 'orthologTaxonId=8364' });
  expect(limits).toEqual([saying('cannot answer for frog')]);
});

/** A partner of 1.4 that fails on all organisms at once, and on one of them; its statistics leave that one out. */
async function rescuedAt14({ failsFor }: { failsFor: string }) {
  const call = async (path: string) => {
    if (path.startsWith('/api/taxa')) return text(404, 'Not here.');
    if (path === '/api/stats') return json({ users: 1, researchersByTaxa: { human: 1 } });
    const fails = !path.includes('orthologTaxonId') || path.includes(failsFor);
    return fails ? json({ status: 500 }, 500) : json([]);
  };
  const { rescued } = await askFor(queryOf('symbol=TP53'), call, EIGHT, '1.4.11');
  return rescued;
}

function failOn(paths: RegExp) {
  return (path: string) => (paths.test(path) ? { status: 500, body: '{"status":500}' } : undefined);
}
