/** Icons are drawn for every organ system of RDP, kind of research and organism, and an id that somebody else sends never becomes an address. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RESEARCHER_CATEGORIES } from '../../../src/domain/record/model.ts';
import { html } from '../../../src/pages/parts/html.ts';
import { icon, researchIcon } from '../../../src/pages/parts/icons.ts';
import { layout } from '../../../src/pages/parts/layout.ts';
import { organismIcon } from '../../../src/pages/parts/organism-chip.ts';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { personCard } from '../../../src/pages/people/person-card.ts';
import { profilePage } from '../../../src/pages/people/profile-page.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { ADA, HOSTILE, rowsOfAnswer, viewIn } from './example-records.ts';

const setOf = (name: string) => readFileSync(new URL(`../../../src/pages/icons/${name}.svg`, import.meta.url), 'utf8');
const sprite = setOf('organs');
/** In the order of RDP. */
const ORGANS = [
  ...['0000026', '0004535', '0000970', '0000033', '0001015', '0001016', '0001004', '0004755', '0000178', '0000949'],
  ...['0002199', '0001007', '0004122'],
].map((number) => `UBERON:${number}`);
const heart = { 'UBERON:0004535': { uberonId: 'UBERON:0004535', name: 'Cardiovascular' } };
const ada = {
  ...ADA,
  userOrgans: { ...heart, 'UBERON:1': { name: 'Something' } },
  userOntologyTerms: [{ termId: 'MONDO:0000001', name: 'disease', ontology: { name: 'mondo' } }],
};

describe('the drawn icons', () => {
  test('are one for each organ system, in the colour of the text', () => {
    const symbols = [...sprite.matchAll(/<symbol id="(\w+)"([^>]*)>/g)];
    expect(symbols.map(([, id]) => id)).toEqual(ORGANS.map((id) => id.replace(':', '_')));
    expect(symbols.filter(([, , attributes = '']) => !attributes.includes('stroke="currentColor"'))).toEqual([]);
    for (const id of ORGANS) expect(icon(viewIn(), id)?.html).toContain(`organs.svg#${id.replace(':', '_')}"`);
  });

  test('are one for each kind of research that records may have', () => {
    const symbols = [...setOf('research').matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(symbols).toEqual(RESEARCHER_CATEGORIES);
    for (const kind of RESEARCHER_CATEGORIES) {
      expect(researchIcon(viewIn(), kind)?.html).toContain(`research.svg#${kind}"`);
    }
    expect(researchIcon(viewIn(), '"><script>')).toBeUndefined();
  });

  test('are one for each organism that has a colour, and no other organism has one', () => {
    const symbols = [...setOf('organisms').matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id);
    const taxa = [9606, 10090, 10116, 7955, 8364, 7227, 6239, 559292, 4896, 511145];
    const drawnNames = taxa.map((id) => /#([\w-]+)"/.exec(organismIcon(viewIn(), id)?.html ?? '')?.[1]);
    expect(drawnNames).toEqual(symbols);
    expect(organismIcon(viewIn(), '__proto__')).toBeUndefined();
    expect(organismIcon(viewIn(), 3702)).toBeUndefined();
  });

  test.each([
    ['organs', 2500],
    ['organisms', 1800],
    ['research', 1000],
  ])('of %s weigh no more than %i bytes over the wire', (name, most) => {
    expect(gzipSync(setOf(name), { level: 9 }).length).toBeLessThan(most);
  });

  test('stand in a profile before the name of the organ, where there is one, and in no card', () => {
    const [person] = foundPeople(rowsOfAnswer([ada]));
    if (person === undefined) throw new Error('Nobody was found.');
    const row = readHtml(html`<ol>${personCard(person, viewIn(), { namesakes: [], origin: undefined })}</ol>`.html);
    const profile = readHtml(profilePage(viewIn(), { user: ada, origin: 'local' }));
    const organs = (page: typeof row) =>
      elementsOf(page, 'use').flatMap(({ attributes }) => attributes.get('href')?.match(/organs\.svg.*/)?.[0] ?? []);
    expect(organs(profile)).toEqual(['organs.svg#UBERON_0004535']);
    expect(organs(row)).toEqual([]);
    for (const page of [row, profile]) {
      expect(page.mistakes).toEqual([]);
      const badges = elementsOf(page, 'li').map(({ text }) => text.trim());
      expect(badges).toEqual(expect.arrayContaining(['“Cardiovascular”', '“Something”']));
    }
  });
});

describe('the icons of the operator', () => {
  const view = { ...viewIn(), icons: new Set(['MONDO_0000001.svg', 'UBERON_1.png']) };

  test('stand in profiles before terms and organs', () => {
    const profile = readHtml(profilePage(view, { user: ada, origin: 'fjordnet' }));
    expect(elementsOf(profile, 'img').map(({ attributes }) => attributes.get('src'))).toEqual([
      './icons/UBERON_1.png',
      './icons/MONDO_0000001.svg',
    ]);
  });

  test('are given to the scripts, which make rows, and no page mentions them where there are none', () => {
    const iconsIn = (page: typeof view) => {
      const [root] = elementsOf(readHtml(layout(page, { title: 'x', main: html`<h1>x</h1>` })), 'html');
      return root?.attributes.get('data-icons');
    };
    expect(iconsIn(view)).toBe('MONDO_0000001.svg UBERON_1.png');
    expect(iconsIn({ ...view, icons: new Set() })).toBeUndefined();
  });

  test.each(['../../etc', '"><script>', 'MONDO:0000001.svg?', 'mondo', '', '__proto__'])('is none for %j', (id) => {
    expect(icon(view, id)).toBeUndefined();
  });

  test('are none in a record that wants to be more than text', () => {
    const page = readHtml(profilePage(view, { user: HOSTILE, origin: 'fjordnet' }));
    expect([...elementsOf(page, 'img'), ...elementsOf(page, 'use')]).toEqual([]);
  });
});
