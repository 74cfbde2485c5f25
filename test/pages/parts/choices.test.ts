/** What organisms, organs and ontologies are called in the language of the page. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SEEDED_TAXA } from '../../../src/domain/record/seeded-data.ts';
import { ontologyTitle, ownNamesOf, taxonName } from '../../../src/pages/parts/choices.ts';
import { organLabel, taxonLabel, withOwnNames } from '../../../src/pages/parts/labels.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';

test.each([
  ['mondo', 'Diseases (MONDO)', 'Maladies (MONDO)'],
  ['HP', 'Human phenotypes (HPO)', 'Phénotypes humains (HPO)'],
  ['techniques', 'Techniques', 'Techniques'],
  ['lab', 'lab', 'lab'],
  ['constructor', 'constructor', 'constructor'],
])('the ontology %s has a title in both languages, or keeps its name', (name, english, french) => {
  expect([ontologyTitle(en, name), ontologyTitle(fr, name)]).toEqual([english, french]);
});

test('every organism that registries begin with has a French name', () => {
  expect(
    SEEDED_TAXA.filter(({ id, commonName }) => taxonLabel(fr, { id, commonName: `${commonName}!` }).endsWith('!')),
  ).toEqual([]);
});

test.each([
  [{ id: 9606, commonName: 'people' }, 'people', 'humain'],
  [{ id: 9031, commonName: 'chicken' }, 'chicken', 'chicken'],
  [{ id: 9031, commonName: null, scientificName: 'Gallus gallus' }, 'Gallus gallus', 'Gallus gallus'],
  [{ id: 9031 }, '9031', '9031'],
  [{}, '', ''],
])('%j is called %j in English and %j in French', (taxon, english, french) => {
  expect([taxonLabel(en, taxon), taxonLabel(fr, taxon)]).toEqual([english, french]);
});

test('an organism that is no choice is shown by what the address says', () => {
  expect(taxonName(fr, [], '<9606>')).toBe('<9606>');
});

test('every organ system that has an icon has a French name, and others keep the one of the data', () => {
  const sprite = readFileSync(new URL('../../../src/pages/icons/organs.svg', import.meta.url), 'utf8');
  const drawn = [...sprite.matchAll(/<symbol id="UBERON_(\d+)"/g)].map(([, id]) => `UBERON:${id}`);
  expect(drawn).toHaveLength(13);
  expect(drawn.filter((id) => organLabel(fr, id, 'x') === 'x')).toEqual([]);
  expect([organLabel(en, 'UBERON:0001016', 'Nervous System'), organLabel(fr, 'UBERON:1', 'Tail')]).toEqual([
    'Nervous System',
    'Tail',
  ]);
  expect(organLabel(fr, 'UBERON:1', '')).toBe('UBERON:1');
});

test.each([
  [en, 'frog', 'Mouse of ours'],
  [fr, 'xénope', 'souris'],
])('an organism that this registry lacks has a name in the language of the page', (words, frog, mouse) => {
  const names = ownNamesOf({ taxa: [{ id: 10090, commonName: 'Mouse of ours' }], organs: [] });
  const { taxa } = withOwnNames(words, names);
  expect([taxa[8364], taxa[10090]]).toEqual([frog, mouse]);
});
