/** Terms on the page without scripts: typed by name or id, and marked where a registry does not know them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, status, version } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { ontologyTitle } from '../../src/pages/parts/choices.ts';
import { en } from '../../src/pages/words/en.ts';
import { fr } from '../../src/pages/words/fr.ts';
import { learned } from '../support/network/network-of-partners.ts';
import { genes } from '../support/partners/behaviours.ts';
import { anOntology, aTerm, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';

const NAMES: Record<string, { name: string; synonyms?: string[] }> = {
  'HP:0001250': { name: 'Seizure', synonyms: ['Epileptic fit'] },
  'HP:0002069': { name: 'Tonic seizure', synonyms: ['Fit'] },
  'HP:0002121': { name: 'Absence seizure', synonyms: ['Fit'] },
  'HP:0000717': { name: 'Autism' },
  'HP:0000256': { name: 'Head, large' },
};
/** So many that they are typed, not ticked. */
const OTHERS = Array.from({ length: 20 }, (_, at) => aTerm(`HP:90000${at + 10}`));
/** More than are offered begin as a synonym of another one is called. */
const ALIKE = [
  ...Array.from({ length: 30 }, (_, at) => aTerm(`HP:80000${at + 10}`, { name: `Tremor of kind ${at + 10}` })),
  aTerm('HP:0001337', { name: 'Zitterbewegung', synonyms: ['Tremor'] }),
];
const HP = [...Object.entries(NAMES).map(([id, about]) => aTerm(id, about)), ...OTHERS, ...ALIKE];

let resources: AsyncDisposableStack;
let fresh: ScriptedPartner;
let registry: TestRegistry;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const searched = { '/api/genes/search': genes(1) };
  fresh = resources.use(await startScriptedPartner({ ...searched, '/api/ontologies/*': json([]) }));
  const old = resources.use(await startScriptedPartner({ ...searched, '/api': version('1.4.11') }));
  const odd = resources.use(await startScriptedPartner({ ...searched, '/api/ontologies/*': status(500) }));
  registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({
        ontologies: [anOntology('hp', HP), anOntology('lab', [aTerm('LAB 1'), aTerm('lab2')])],
      }),
      settings: { APP_SITE_SHORTNAME: 'HomeNet' },
      partners: [
        { key: 'fresh', name: 'FreshNet', url: fresh.url },
        { key: 'old', name: 'OldNet', url: old.url },
        { key: 'odd', name: 'OddNet', url: odd.url },
      ],
    }),
  );
  await learned(registry, 'old', '1.4.11');
  await learned(registry, 'fresh', '1.5.10');
  await learned(registry, 'odd', '1.5.10');
});
afterAll(() => resources.disposeAsync());

async function open(query: Record<string, string> | string) {
  const response = await registry.get(`/search?${new URLSearchParams(query)}`, { redirect: 'manual' });
  const page = readHtml(await response.text());
  expect(page.mistakes).toEqual([]);
  return { ...page, status: response.status, location: response.headers.get('location') };
}

type Page = Awaited<ReturnType<typeof open>>;

describe('the whole page', () => {
  const BY = (name: string, id: string) =>
    `symbol=BRCA1&taxonId=9606&ontologyNames=${name}&ontologyTermIds=${id}&render=server`;
  const notesIn = ({ elements }: Page) => {
    const list = elements.findIndex(({ attributes }) => attributes.get('id') === 'unknown-terms');
    const items = elements.slice(list + 1).filter(({ name }) => name === 'li' || name === 'p');
    const end = items.findIndex(({ attributes }) => attributes.get('id') === 'live');
    return items.slice(1, end).map(({ text }) => text);
  };

  test('says which registry does not know a chosen term, cannot be asked, or did not say', async () => {
    expect(notesIn(await open(BY('hp', 'HP:0000717')))).toEqual([
      'FreshNet does not know “Autism” (HP:0000717).',
      'OldNet cannot search by terms (version 1.4.11).',
      expect.stringMatching(/^OddNet may not know every term: it /),
    ]);
  });

  test('says nothing of terms where none is chosen, and asks nobody', async () => {
    const before = fresh.requests.length;
    const page = await open('symbol=TP53&taxonId=9606&render=server');
    expect(elementWithId(page, 'unknown-terms')?.text).toBe('');
    const paths = fresh.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('ontologies'))).toEqual([]);
  });
});

describe('in the field of a large ontology', () => {
  const typed = (text: string) => open({ symbol: 'TP53', taxonId: '10090', 'terms-of-hp': text });
  const idsIn = ({ location }: Page) =>
    new URL(location ?? '', 'http://x.example.org').searchParams.getAll('ontologyTermIds');

  test.each([
    ['seizure', ['HP:0001250']],
    ['EPILEPTIC FIT', ['HP:0001250']],
    ['tremor', ['HP:0001337']],
    ['Autism; Seizure', ['HP:0000717', 'HP:0001250']],
    ['Autism\r\nTonic seizure', ['HP:0000717', 'HP:0002069']],
    ['Autism, Seizure', ['HP:0000717', 'HP:0001250']],
    ['Head, large', ['HP:0000256']],
    ['HP:0000717, hp:0001250 HP:4711', ['HP:0000717', 'HP:0001250', 'HP:0004711']],
    ['HP:0000717; Absence seizure', ['HP:0000717', 'HP:0002121']],
  ])('%j leads to the address with the ids', async (text, ids) => {
    const page = await typed(text);
    expect(page.status).toBe(302);
    expect(idsIn(page)).toEqual(ids);
    expect(page.location).toMatch(/^\.\/search\?symbol=TP53&taxonId=10090&ontologyNames=hp&/);
  });

  test('a name of several terms comes back with them as boxes, and nothing else of the form is lost', async () => {
    const page = await open({
      symbol: 'TP53',
      taxonId: '10090',
      researcherCategories: 'IN_VIVO',
      'terms-of-hp': 'fit; Autism',
    });
    expect(page.status).toBe(400);
    expect(elementsOf(page, 'p', 'role', 'alert')[0]?.text).toBe(
      `“fit” is not the name of exactly one term of “${ontologyTitle(en, 'hp')}”. ` +
        'Choose one from the list at the filter.',
    );
    const values = elementsOf(page, 'input', 'name', 'terms-of-hp').map(({ attributes }) => attributes.get('value'));
    // Those called just so come first. The field of the other form is as it was.
    expect(values).toEqual(['HP:0000717', 'HP:0002069', 'HP:0002121', 'HP:0001250', '']);
    expect(elementWithId(page, 'symbol')?.attributes.get('value')).toBe('TP53');
    expect(elementsOf(page, 'option', 'selected')[0]?.attributes.get('value')).toBe('10090');
    const ticked = elementsOf(page, 'input', 'checked').map(({ attributes }) => attributes.get('value'));
    expect(ticked).toContain('IN_VIVO');
    expect(elementsOf(page, 'details', 'class', 'filters').map(({ attributes }) => attributes.has('open'))).toEqual([
      true,
      false,
    ]);
    const chosen = new URLSearchParams({ symbol: 'TP53', taxonId: '10090', 'terms-of-hp': 'HP:0000717' });
    chosen.append('terms-of-hp', 'HP:0002121');
    expect(idsIn(await open(chosen.toString()))).toEqual(['HP:0000717', 'HP:0002121']);
  });

  test('what no term is called stays there, as it was typed, under a sentence in the language of the page', async () => {
    const page = await open({ nameLike: 'a', 'terms-of-hp': 'Seizure; <b>nothing', lang: 'fr' });
    expect(page.status).toBe(400);
    expect(elementsOf(page, 'p', 'role', 'alert')[0]?.text).toBe(
      fr.termsNoneMatch('<b>nothing', ontologyTitle(fr, 'hp')),
    );
    const fields = elementsOf(page, 'input', 'name', 'terms-of-hp').map(({ attributes }) => attributes.get('value'));
    expect(fields).toEqual(['', 'HP:0001250; <b>nothing']);
  });

  test('more names than anybody types are refused', async () => {
    const refusal = "cannot be '101 names'. Allowed: at most 100 names.";
    for (const separator of [';', ',']) {
      const page = await typed(Array.from({ length: 101 }, (_, at) => `n${at}`).join(separator));
      expect(page.status).toBe(400);
      expect(elementWithId(page, 'content')?.text).toContain(refusal);
    }
  });
});

test('boxes of a small ontology are ids, whatever they look like', async () => {
  const page = await open('symbol=TP53&terms-of-lab=LAB+1&terms-of-lab=lab2');
  expect(page.location).toContain('ontologyNames=lab&ontologyTermIds=LAB+1&ontologyNames=lab&ontologyTermIds=lab2');
});

test('what only a partner may know is passed on as ids', async () => {
  const page = await open('symbol=TP53&terms-of-elsewhere=x1,y2');
  expect(page.location).toContain('ontologyTermIds=x1&ontologyNames=elsewhere&ontologyTermIds=y2');
});
