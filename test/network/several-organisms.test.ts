/** Counterparts in several organisms: partners take one or all, so the others are left out here, and nothing else is. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aGene, aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const GENES = [672, 12189, 360254, 36560];
const TAXA = [9606, 10090, 10116, 7227];
const QUESTION = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&size=200';
const MOUSE_AND_RAT = 'orthologTaxonId=10090&orthologTaxonId=10116';

let network: Network;
beforeAll(async () => {
  const snapshot = (genesOf: (index: number) => number[]) =>
    smallSnapshot({
      taxa: TAXA.map((id, ordering) => ({
        ...{ id, ordering, active: true },
        ...{ commonName: `organism ${id}`, scientificName: null },
      })),
      genes: GENES.map((geneId, index) => aGene(geneId, 'BRCA1', { taxonId: TAXA[index] ?? 0 })),
      orthologs: GENES.slice(1).map((geneId) => [672, geneId]),
      users: Array.from({ length: 8 }, (_, index) =>
        aUser(index + 1, {
          privacyLevel: index === 3 ? 0 : 2,
          genes: genesOf(index).map((geneId) => ({ geneId, tier: 'TIER1', privacyLevel: null })),
        }),
      ),
    });
  const settings = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' };
  network = await startNetwork([
    { key: 'a', snapshot: snapshot(() => GENES), settings },
    { key: 'b', asks: [], snapshot: snapshot((index) => [GENES[index % 4] ?? 0]), settings },
    { key: 'c', asks: [], snapshot: snapshot(() => [672, 36560]), settings },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

const ask = (more: string): Promise<Json> => network.at('a').json(`${QUESTION}&${more}`);
const keyOf = ({ taxon, remoteUser: { origin, id } }: Json) => [taxon.id, origin, id];
const originsIn = (answer: Json) =>
  answer.origins.map(({ key, state, count, exact }: Json) => [key, state, count, exact]);

test('of all that is there, those of the organisms asked for are answered, in the same order, and counted', async () => {
  const [all, some] = [await ask(''), await ask(MOUSE_AND_RAT)];
  const wanted = all.content.filter(({ taxon }: Json) => [10090, 10116].includes(taxon.id));
  expect(some.content.map(keyOf)).toEqual(wanted.map(keyOf));
  expect(some.totalElements).toBe(wanted.length);
  expect(originsIn(some)).toEqual([
    ['local', 'answered', 16, true],
    ['b', 'answered', 4, true],
    ['c', 'empty', 0, true],
  ]);
  expect(some.summary).toBe(all.summary);
});

test('a partner is asked once for all organisms, and what it answered serves every choice of them', async () => {
  const questions = () => network.line('a', 'b').questions();
  const before = questions().length;
  await ask(`${MOUSE_AND_RAT}&orthologTaxonId=7227`);
  await ask(MOUSE_AND_RAT);
  expect(questions().length - before).toBeLessThanOrEqual(1);
  expect(questions().filter(({ params }) => params.has('orthologTaxonId'))).toEqual([]);
});

test('the organism of the gene may be among them', async () => {
  const { content } = await ask('orthologTaxonId=9606&orthologTaxonId=7227');
  expect(new Set(content.map(({ taxon }: Json) => taxon.id))).toEqual(new Set([9606, 7227]));
});

test('one organism is asked for as ever, however often it is named, and all where all are among them', async () => {
  const once = await ask('orthologTaxonId=10090');
  const twice = await ask('orthologTaxonId=10090&orthologTaxonId=10090&orthologTaxonId=');
  expect(twice.content.map(keyOf)).toEqual(once.content.map(keyOf));
  const every = await ask('orthologTaxonId=10090&orthologTaxonId=-99');
  expect(every.totalElements).toBe((await ask('')).totalElements);
});

test('pages go on with a cursor of this choice alone', async () => {
  const question = `/api/federated/genes/search?symbol=BRCA1&taxonId=9606&${MOUSE_AND_RAT}`;
  const whole = await ask(MOUSE_AND_RAT);
  const first = await network.at('a').json(`${question}&size=9`);
  const second = await network.at('a').json(`${question}&cursor=${first.cursor}`);
  const third = await network.at('a').json(`${question}&cursor=${second.cursor}`);
  const shown = [first, second, third].flatMap(({ content }) => content).map(keyOf);
  expect(shown).toEqual(whole.content.map(keyOf));
  const other = await network.at('a').get(`${question}&orthologTaxonId=7227&cursor=${first.cursor}`);
  expect([other.status, ((await other.json()) as Json).code]).toEqual([400, 'cursor-of-another-question']);
});

test('a file holds the same, and has the address of the whole choice', async () => {
  const response = await network.at('a').get(`/export?format=json&symbol=BRCA1&taxonId=9606&${MOUSE_AND_RAT}`);
  const file = (await response.json()) as Json;
  expect(file.content.map(keyOf)).toEqual((await ask(MOUSE_AND_RAT)).content.map(keyOf));
  expect(new URL(file.search).searchParams.getAll('orthologTaxonId')).toEqual(['10090', '10116']);
});

test('a stream states the choice as it was understood, and narrows rows too', async () => {
  const path = `/api/federated/genes/search?symbol=BRCA1&taxonId=9606&${MOUSE_AND_RAT}&fields=row`;
  const response = await network.at('a').get(path, { headers: { Accept: 'application/x-ndjson' } });
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0].query).toMatchObject({ orthologTaxonId: ['10090', '10116'] });
  const taxa = lines.slice(1, -1).flatMap(({ content }) => content.map(({ taxon }: Json) => taxon.id));
  expect(new Set(taxa)).toEqual(new Set([10090, 10116]));
});

test.each(['orthologTaxonId=31337', 'orthologTaxonId=31337&orthologTaxonId=31338'])(
  'an organism that no registry knows finds nobody, and that is no certified zero: %s',
  async (taxa) => {
    const answer = await ask(taxa);
    expect([answer.content, answer.totalElements, answer.complete]).toEqual([[], 0, false]);
    const [local] = answer.origins;
    expect(local).toMatchObject({ state: 'unknown-term', count: 0, exact: false });
    expect(local.problem.title).toBe('does not know the taxon 31337');
    const response = await network.at('a').get(`/api/genes/search?symbol=BRCA1&taxonId=9606&${taxa.split('&')[0]}`);
    expect(((await response.json()) as Json).length).toBe(32);
  },
);

test('beside one that is known, an unknown organism adds nobody, and is named', async () => {
  const [one, two] = [await ask('orthologTaxonId=10090'), await ask('orthologTaxonId=10090&orthologTaxonId=31337')];
  expect(two.content.map(keyOf)).toEqual(one.content.map(keyOf));
  expect([one.origins[0].state, two.origins[0].state, two.complete]).toEqual(['answered', 'limited', false]);
  expect(two.origins[0].problem.title).toBe('does not know the taxon 31337');
});

test('an organism that is no number is refused wherever it stands', async () => {
  const response = await network.at('a').get(`${QUESTION}&orthologTaxonId=10090&orthologTaxonId=mouse`);
  expect([response.status, ((await response.json()) as Json).code]).toEqual([400, 'parameter-invalid']);
});
