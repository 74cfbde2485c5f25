/** Two genes of one symbol: whoever chooses one is shown its people, and those of its orthologs, and nobody else. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { channelSnapshot } from '../support/registry/channel-snapshot.ts';
import { aGene, aUser, MOUSE } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';

const [HEMOGLOBIN, LOCUS, MOUSE_GENE] = [3045, 100187828, 15130];
const SEARCH = '/search?symbol=HBD&taxonId=9606';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: snapshot() });
});
afterAll(() => registry[Symbol.asyncDispose]());

function snapshot(): Snapshot {
  const base = channelSnapshot();
  const researcher = (id: number, name: string, geneId: number) =>
    aUser(id, { name, lastName: 'Example', genes: [{ geneId, tier: 'TIER1', privacyLevel: null }] });
  return {
    ...base,
    genes: [...base.genes, { ...aGene(MOUSE_GENE, 'Hbb-bt'), taxonId: MOUSE }],
    orthologs: [...base.orthologs, [HEMOGLOBIN, MOUSE_GENE]],
    users: [researcher(1, 'Blood', HEMOGLOBIN), researcher(2, 'Bone', LOCUS), researcher(3, 'Mouse', MOUSE_GENE)],
  };
}

async function open(path: string) {
  const response = await registry.get(path, { redirect: 'manual' });
  return { location: response.headers.get('location'), html: await response.text() };
}

async function peopleOf(path: string): Promise<string[]> {
  const { html } = await open(path);
  return ['Blood', 'Bone', 'Mouse'].filter((name) => html.includes(`${name} Example`));
}

test('without a choice everybody is there, and each gene can be chosen', async () => {
  expect(await peopleOf(`${SEARCH}&render=server`)).toEqual(['Blood', 'Bone', 'Mouse']);
});

test.each([
  [HEMOGLOBIN, ['Blood', 'Mouse']],
  [LOCUS, ['Bone']],
])('the people of gene %d are left, on the page and on its sheet', async (geneId, people) => {
  expect(await peopleOf(`${SEARCH}&render=server&only-gene=${geneId}`)).toEqual(people);
  expect(await peopleOf(`${SEARCH}&only-gene=${geneId}&view=sheet`)).toEqual(people);
});

test('the choice can be taken back, and the sheet and the way back from it have it too', async () => {
  const { html } = await open(`${SEARCH}&render=server&only-gene=${LOCUS}`);
  const page = readHtml(html);
  const href = (id: string) => elementWithId(page, id)?.attributes.get('href');
  expect(href('facets-clear')).toBe('./search?symbol=HBD&taxonId=9606&render=server');
  expect(href('view-sheet')).toBe(`./search?symbol=HBD&taxonId=9606&only-gene=${LOCUS}&view=sheet`);
  const { html: sheet } = await open(`${SEARCH}&only-gene=${LOCUS}&view=sheet`);
  const links = elementsOf(readHtml(sheet), 'a').map(({ attributes }) => attributes.get('href'));
  expect(links).toContain(`./search?symbol=HBD&taxonId=9606&only-gene=${LOCUS}`);
  expect(sheet).toContain('hypophosphatemic bone disease');
  expect(elementsOf(page, 'label').map(({ text }) => text.trim())).toContainEqual(
    expect.stringContaining(`HBD (NCBI ${LOCUS})`),
  );
});

test('an identifier leads to its own gene, and the page says that the text was understood as it', async () => {
  const { location } = await open(`/search?text=NCBIGene:${LOCUS}`);
  expect(location).toBe(`./search?symbol=HBD&taxonId=9606&only-gene=${LOCUS}&as=identifier&called=${LOCUS}`);
  const { html } = await open(`${SEARCH}&only-gene=${LOCUS}&as=identifier`);
  expect(html).toContain(`Understood as HBD, human (NCBI ${LOCUS})`);
});

test('the genes that a symbol may mean lead each to its own people', async () => {
  const { location } = await open('/search?text=HBD');
  expect(location).toBe(`./search?symbol=HBD&taxonId=9606&only-gene=${HEMOGLOBIN}&as=symbol`);
  const { html } = await open(`${location?.slice(1)}`);
  const links = elementsOf(readHtml(html), 'a').map(({ attributes }) => attributes.get('href'));
  expect(links).toContain(`./search?symbol=HBD&taxonId=9606&only-gene=${LOCUS}&as=symbol`);
});
