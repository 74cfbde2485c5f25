/** Icons are drawn for every organ system of RDP, and an id that somebody else sends never becomes an address. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { html } from '../../../src/web/html.ts';
import { layout } from '../../../src/web/pages/layout.ts';
import { profilePage } from '../../../src/web/pages/profile-page.ts';
import { icon } from '../../../src/web/parts/icons.ts';
import { foundPeople } from '../../../src/web/parts/people/found-people.ts';
import { personCard } from '../../../src/web/parts/people/person-card.ts';
import { elementsOf, readHtml } from '../../support/http/read-html.ts';
import { ADA, HOSTILE, rowsOfAnswer, viewIn } from './example-records.ts';

const sprite = readFileSync(new URL('../../../src/web/icons/organs.svg', import.meta.url), 'utf8');
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

  test('weigh no more than 2.5 kB over the wire', () => {
    expect(gzipSync(sprite, { level: 9 }).length).toBeLessThan(2500);
  });

  test('stand in a card and in a profile before the name of the organ, where there is one', () => {
    const [person] = foundPeople(rowsOfAnswer([ada]));
    if (person === undefined) throw new Error('Nobody was found.');
    const row = readHtml(html`<ol>${personCard(person, viewIn(), { namesakes: [], origin: undefined })}</ol>`.html);
    const profile = readHtml(profilePage(viewIn(), { user: ada, isLocal: true }));
    for (const page of [row, profile]) {
      expect(page.mistakes).toEqual([]);
      expect(elementsOf(page, 'use').map(({ attributes }) => attributes.get('href'))).toEqual([
        './assets/web/icons/organs.svg#UBERON_0004535',
      ]);
      const badges = elementsOf(page, 'li').map(({ text }) => text.trim());
      expect(badges).toEqual(expect.arrayContaining(['Cardiovascular', 'Something']));
    }
  });
});

describe('the icons of the operator', () => {
  const view = { ...viewIn(), icons: new Set(['MONDO_0000001.svg', 'UBERON_1.png']) };

  test('stand in profiles before terms and organs', () => {
    const profile = readHtml(profilePage(view, { user: ada, isLocal: false }));
    expect(elementsOf(profile, 'img').map(({ attributes }) => attributes.get('src'))).toEqual([
      './icons/UBERON_1.png',
      './icons/MONDO_0000001.svg',
    ]);
  });

  test('are told to the scripts, which make rows, and no page mentions them where there are none', () => {
    const told = (page: typeof view) => {
      const [root] = elementsOf(readHtml(layout(page, { title: 'x', main: html`<h1>x</h1>` })), 'html');
      return root?.attributes.get('data-icons');
    };
    expect(told(view)).toBe('MONDO_0000001.svg UBERON_1.png');
    expect(told({ ...view, icons: new Set() })).toBeUndefined();
  });

  test.each(['../../etc', '"><script>', 'MONDO:0000001.svg?', 'mondo', '', '__proto__'])('is none for %j', (id) => {
    expect(icon(view, id)).toBeUndefined();
  });

  test('are none in a record that wants to be more than text', () => {
    const page = readHtml(profilePage(view, { user: HOSTILE, isLocal: false }));
    expect([...elementsOf(page, 'img'), ...elementsOf(page, 'use')]).toEqual([]);
  });
});
