/** Partners whose answers arrive whole and are not to be believed: what is shown of them, and what is said of the rest. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anonymousGeneRecord, geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import * as does from '../../../src/demo/partner-behaviours.ts';
import type { ScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { passTime } from '../../support/machine/pass-time.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import {
  askBeside,
  expectAnswer,
  GENE_SEARCH,
  GENES,
  learned,
  ROUTES,
  type Route,
  startOdd,
} from '../../support/network/network-of-partners.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

const WHOLE = 'All 4 registries answered.';

async function answerTo({ partnerPath, path, body }: Route, records: readonly unknown[]) {
  await using odd = await startOdd({ [partnerPath]: does.json(body(records)) });
  return await askBeside(neighbours, { url: odd.url }, { path, knownAs: '1.5.10' });
}

describe('a partner that calls its version', () => {
  const IN_ONE_CALL = ['symbol=BRCA1&taxonId=9606&tiers=TIER1&tiers=TIER2'];
  const BY_TIER = ['TIER1', 'TIER2'].map((tier) => `symbol=BRCA1&taxonId=9606&orthologTaxonId=-99&tier=${tier}`);
  const questions = (odd: ScriptedPartner) => odd.requestsTo(GENES.partnerPath).map(({ params }) => String(params));
  afterEach(() => void vi.useRealTimers());

  const NUMBERS = ['2024.1.0', 'v1.5.0', '1.5.10-SNAPSHOT', '1.5.0-SNAPSHOT-MOMAT', '1.5', '1.6.0-beta'];
  test.each(sampleOf(NUMBERS, 2))('%s is asked as one of that number, and answers', async (number) => {
    await using odd = await startOdd({ '/api': does.version(number) });
    const answer = await askBeside(neighbours, { url: odd.url }, { knownAs: number });
    expectAnswer(answer, { state: 'answered', count: 3, summary: WHOLE });
    expect(answer.origin.version).toBe(number);
    expect(questions(odd)).toEqual([...IN_ONE_CALL, ...IN_ONE_CALL]);
  });

  const OF_NO_NUMBER: [string, ReturnType<typeof does.status>, string | null][] = [
    ['Jubilee, which is no number,', does.version('Jubilee'), 'Jubilee'],
    ['nothing at all in an otherwise good document', does.json({ openapi: '3.0.1', info: { title: 'Odd' } }), null],
    ['on a page for people', does.htmlPage(), null],
    ['by an error', does.status(500), null],
    ['by resetting the connection', does.resetBefore(), null],
    ['never', does.hang(), null],
  ];
  test.each(sampleOf(OF_NO_NUMBER, 2))(
    '%s is asked as the oldest are, without delay, and answers',
    async (_, document, version) => {
      const inTierOne = does.dependingOn(({ params }) =>
        does.json(params.get('tier') === 'TIER1' ? [geneRecord(1)] : []),
      );
      await using odd = await startOdd({ '/api': document, [GENES.partnerPath]: inTierOne });
      const answer = await askBeside(neighbours, { url: odd.url }, version === null ? {} : { knownAs: version });
      expectAnswer(answer, { state: 'answered', count: 1, summary: WHOLE });
      expect(answer.origin.version).toBe(version);
      expect(answer.unhinderedMs).toBeLessThan(1000);
      expect(questions(odd).toSorted()).toEqual([...BY_TIER, ...BY_TIER].toSorted());
    },
  );

  test('1.5.0-SNAPSHOT-MOMAT and has no listings: the answer says so', async () => {
    const noEndpoint = does.status(404, { status: 404, error: 'Not Found' });
    const script = { '/api': does.version('1.5.0-SNAPSHOT-MOMAT'), '/api/genes': noEndpoint, '/api/users': noEndpoint };
    await using odd = await startOdd(script);
    for (const { path } of ROUTES.slice(2)) {
      expectAnswer(await askBeside(neighbours, { url: odd.url }, { path, knownAs: '1.5.0-SNAPSHOT-MOMAT' }), {
        ...{ state: 'unsupported', status: 404 },
        summary: '3 of 4 registries answered; OddNet cannot be asked this.',
      });
    }
  });

  test('otherwise than before is asked as before until that is known, and then as it says now', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using odd = await startOdd();
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    const looks = odd.requestsTo('/api').length;
    odd.play({ '/api': does.afterMs(50, does.oldVersion('1.0.0')) });
    passTime(11 * 60_000);
    expect(await askPlain(registry, GENE_SEARCH)).toMatchObject({ complete: true, summary: WHOLE });
    // An earlier version is believed when it is read twice, half a minute apart.
    await expect.poll(() => odd.requestsTo('/api').length).toBe(looks + 1);
    await sleep(100);
    passTime(31_000);
    await learned(registry, 'odd', '1.0.0');
    expect(await askPlain(registry, `${GENE_SEARCH}&size=7`)).toMatchObject({ complete: true, summary: WHOLE });
    expect(questions(odd)).toEqual([...IN_ONE_CALL, ...BY_TIER]);
    expect(await askPlain(registry, '/api/federated/genes?page=0')).toMatchObject({
      complete: false,
      summary: '3 of 4 registries answered; OddNet is too old to be asked this (version 1.0.0).',
    });
    expect(odd.requestsTo('/api/genes')).toEqual([]);
  });
});

describe.each(sampleOf(ROUTES, 1))('in $name, a partner that', (route) => {
  const { record } = route;

  test('sends bad records among good ones has the good ones shown and the others counted', async () => {
    const wrong = [{ privacyLevel: 'all' }, { privacyLevel: 9 }].map((changes) => record(4, changes));
    const answer = await answerTo(route, [record(1), null, 7, 'a gene', [], {}, ...wrong, record(2)]);
    expectAnswer(answer, {
      ...{ state: 'limited', count: 2 },
      summary: 'All 4 registries answered; OddNet gave 7 records that cannot be read.',
    });
    expect(answer.origin.dropped).toBe(7);
  });

  test('sends nothing but bad records has no certified zero', async () => {
    // Of a listing this is one page of many, and the next one goes on behind it.
    const isPage = route.name.includes('listing');
    expectAnswer(await answerTo(route, [null]), {
      ...(isPage ? { state: 'limited' } : { state: 'failed', error: 'http_protocol_error' }),
      summary: `${isPage ? 'All' : '3 of'} 4 registries answered; OddNet gave a record that cannot be read.`,
    });
  });

  test('signs as its neighbour and links to a script has its own name put there, and no link', async () => {
    const signature = { origin: 'NorthNet', originUrl: neighbours.north.url };
    const person = userRecord(1, { ...signature, website: 'javascript:alert(1)' });
    const answer = await answerTo(route, [record === userRecord ? person : geneRecord(1, { remoteUser: person })]);
    expectAnswer(answer, { state: 'answered', count: 1, summary: WHOLE });
    const shown = answer.records[0].remoteUser ?? answer.records[0];
    const { origin, originUrl } = answer.origin;
    expect(shown).toMatchObject({ origin, originUrl, website: null });
  });

  test('sends somebody twice has them shown once', async () => {
    expectAnswer(await answerTo(route, [record(1), record(2), record(1)]), {
      state: 'answered',
      count: 2,
      summary: WHOLE,
    });
  });
});

test.each([
  ['search for researchers', 1, userRecord(1), userRecord(1, { description: 'Another text.' })],
  ['gene search', 0, geneRecord(1), geneRecord(1, { tier: 'TIER2' })],
])(
  'a partner that gives somebody twice in a %s with differing texts is shown so, and says so',
  async (_, at, ...both) => {
    expectAnswer(await answerTo(ROUTES[at] as Route, both), {
      ...{ state: 'limited', count: 2 },
      summary: 'All 4 registries answered; OddNet gave the same researcher more than once, with records that differ.',
    });
  },
);

test('a partner that gives several genes without id of one person is not doubted for that', async () => {
  const genes = [geneRecord(1, { geneId: null }), geneRecord(1, { geneId: null, tier: 'TIER2' })];
  expectAnswer(await answerTo(GENES, genes), { state: 'answered', count: 2, summary: WHOLE });
});

test('a partner that gives one anonymous id twice has it counted once, and other hidden people stay', async () => {
  const hidden = anonymousGeneRecord();
  const answer = await answerTo(GENES, [hidden, anonymousGeneRecord(), hidden, anonymousGeneRecord()]);
  expectAnswer(answer, { state: 'answered', count: 3, summary: WHOLE });
  expect(answer.origin.anonymized).toBe(3);
});

test('of a partner that sends genes without their owners, or of tier 3, only the others are shown', async () => {
  const unowned = [geneRecord(2, { remoteUser: null }), geneRecord(3, { remoteUser: undefined })];
  const answer = await answerTo(GENES, [geneRecord(1), ...unowned, geneRecord(4, { tier: 'TIER3' })]);
  expectAnswer(answer, {
    ...{ state: 'limited', count: 1 },
    summary:
      'All 4 registries answered; OddNet gave 2 records that cannot be read and gave a record that nobody asked for.',
  });
  expect(answer.origin.dropped).toBe(3);
});

test('a partner that ignores the tiers or the organism has only those shown that were asked for, and is not exact', async () => {
  const mouse = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };
  const genes = [geneRecord(1), geneRecord(2, { tier: 'TIER2' }), geneRecord(3, { taxon: mouse })];
  for (const [query, owner] of [
    ['tiers=TIER2', 2],
    ['orthologTaxonId=10090', 3],
  ]) {
    const { origin, records } = await answerTo({ ...GENES, path: `${GENE_SEARCH}&${query}` }, genes);
    const problem = { title: expect.stringMatching(/^gave 2 records that nobody asked for/) };
    expect(origin).toMatchObject({ state: 'limited', count: 1, exact: false, dropped: 2, problem });
    expect(records[0].remoteUser.id).toBe(owner);
  }
});

describe('a partner that ignores the question', () => {
  const MOUSE = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };
  const mouseGene = (id: number, geneId: number | null, symbol: string) =>
    geneRecord(id, { geneId, symbol, taxon: MOUSE, aliases: null });
  const TP53 = { geneId: 7157, symbol: 'TP53', aliases: 'P53' };

  test('has another gene that is known here left out, and what nobody here knows shown as unchecked', async () => {
    const genes = [
      geneRecord(1),
      geneRecord(2, TP53),
      mouseGene(3, 99, 'Xyz'),
      geneRecord(4, { geneId: 5, symbol: 'NEW1' }),
    ];
    const answer = await answerTo(GENES, genes);
    expectAnswer(answer, {
      ...{ state: 'limited', count: 3 },
      summary:
        'All 4 registries answered; OddNet gave a record that nobody asked for ' +
        'and gave 2 records that cannot be checked here.',
    });
    expect([answer.origin.dropped, answer.records.map(({ symbol }) => symbol).toSorted()]).toEqual([
      1,
      ['BRCA1', 'NEW1', 'Xyz'],
    ]);
  });

  test('but the gene in another writing, without an id, hidden, or as its ortholog has none of them doubted', async () => {
    const genes = [
      geneRecord(1, { symbol: 'brca1 ', geneId: null }),
      geneRecord(2, { symbol: 'OLDNAME' }),
      mouseGene(3, 12189, 'Brca1'),
    ];
    expectAnswer(await answerTo(GENES, genes), { state: 'answered', count: 3, summary: WHOLE });
  });

  const NAMES: [
    why: string,
    query: string,
    person: Record<string, unknown>,
    verdict: 'right' | 'unchecked' | 'wrong',
  ][] = [
    ['has the name', 'nameLike=xam&prefix=false', {}, 'right'],
    ['has it without its accents', 'nameLike=mull&prefix=true', { lastName: 'Müller' }, 'right'],
    ['has it as first name', 'nameLike=obi&prefix=false', {}, 'right'],
    ['has it otherwise than from the beginning', 'nameLike=xam&prefix=true', {}, 'wrong'],
    ['has it as first name alone', 'nameLike=rob&prefix=true', {}, 'wrong'],
    ['has another name', 'nameLike=zzz&prefix=false', {}, 'wrong'],
    ['may have it by another collation', 'nameLike=mueller&prefix=true', { lastName: 'Müller' }, 'unchecked'],
    ['may have it by a wildcard', 'nameLike=E%25e&prefix=true', {}, 'unchecked'],
    ['gives no last name', 'nameLike=a&prefix=true', { lastName: undefined }, 'unchecked'],
  ];
  test.each(sampleOf(NAMES, 3))(
    'and finds a researcher who %s (%s) is not believed blindly',
    async (_, query, person, verdict) => {
      const route = { ...ROUTES[1], path: `/api/federated/users/search?${query}` } as Route;
      await using odd = await startOdd({ [route.partnerPath]: does.json([userRecord(7, person)]) });
      await using registry = await neighbours.open({ url: odd.url });
      await learned(registry, 'odd', '1.5.10');
      const { origins } = await askPlain(registry, `${route.path}&origins=odd`);
      const expected = {
        right: { state: 'answered', count: 1, exact: true, problem: null },
        unchecked: { state: 'limited', count: 1, problem: { title: 'gave a record that cannot be checked here' } },
        wrong: { state: 'failed', count: 0, dropped: 1, problem: { title: 'gave a record that nobody asked for' } },
      };
      expect(origins.find(({ key }) => key === 'odd')).toMatchObject(expected[verdict]);
    },
  );
});

test('a partner that answers for one researcher with another has given no record', async () => {
  await using odd = await startOdd({
    '/api/users/7': does.json(userRecord(7)),
    '/api/users/8': does.json(userRecord(7)),
  });
  await using registry = await neighbours.open({ url: odd.url });
  await learned(registry, 'odd', '1.5.10');
  expect(await registry.json('/api/federated/users/7?origin=odd')).toMatchObject({ id: 7, origin: 'OddNet' });
  const wrong = await registry.get('/api/federated/users/8?origin=odd');
  expect([wrong.status, (await wrong.json()).detail]).toEqual([
    502,
    expect.stringContaining('gave a record that nobody asked for'),
  ]);
});

describe('a partner that ignores the filter', () => {
  const brain = { 'UBERON:0000955': { uberonId: 'UBERON:0000955', name: 'brain', description: null } };
  const seizure = { ontology: { name: 'hp' }, termId: 'HP:0001250', name: 'Seizure' };
  const FILTERS: [name: string, query: string, fitting: Record<string, unknown>][] = [
    ['researcherCategories', 'researcherCategories=IN_SILICO', { researcherCategories: ['IN_SILICO'] }],
    [
      'researcherPositions',
      'researcherPositions=PRINCIPAL_INVESTIGATOR',
      { researcherPosition: 'PRINCIPAL_INVESTIGATOR' },
    ],
    ['organUberonIds', 'organUberonIds=UBERON:0000955', { userOrgans: brain }],
    ['ontologyTermIds', 'ontologyNames=hp&ontologyTermIds=HP:0001250', { userOntologyTerms: [seizure] }],
  ];
  const members = FILTERS.flatMap(([, , fitting]) => Object.keys(fitting));

  async function peopleIn(query: string, people: Record<string, unknown>[]) {
    const records = people.map((remoteUser) => geneRecord(0, { remoteUser }));
    return await answerTo({ ...GENES, path: `${GENE_SEARCH}&${query}` }, records);
  }

  test.each(sampleOf(FILTERS, 1))('%s has it applied here, and the answer says so', async (filter, query, fitting) => {
    const answer = await peopleIn(query, [userRecord(1), userRecord(2, fitting), userRecord(3)]);
    expectAnswer(answer, { state: 'answered', count: 1, summary: WHOLE });
    expect(answer.records[0].remoteUser.id).toBe(2);
    expect(answer.origin.filters).toEqual([{ filter, applied: 're-applied-here' }]);
  });

  test.each(sampleOf(FILTERS, 1))(
    '%s and does not show what it is about has no complete answer',
    async (filter, query) => {
      const shown = Object.entries(userRecord(1)).filter(([name]) => !members.includes(name));
      const answer = await peopleIn(query, [Object.fromEntries(shown)]);
      expectAnswer(answer, {
        ...{ state: 'limited', count: 1 },
        summary: 'All 4 registries answered; OddNet could not be checked for every filter.',
      });
      expect(answer.origin.filters).toEqual([{ filter, applied: 'not-checkable' }]);
    },
  );
});
