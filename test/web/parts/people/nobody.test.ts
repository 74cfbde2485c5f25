/** Nobody found is a beginning: by which ways a reader goes on. */

import { expect, test } from 'vitest';
import { waysOn } from '../../../../src/web/parts/people/nobody.ts';
import { elementsOf, readHtml } from '../../../support/http/read-html.ts';
import { viewIn } from '../example-records.ts';

test('people by interest, the contact of this registry, and the other registries that were asked', () => {
  const registries = [
    { key: 'local', name: 'ExR', url: 'https://exr.example.org' },
    { key: 'b', name: 'B <i>Net</i>', url: 'https://b.example.org' },
    { key: 'c', name: 'C', url: 'javascript:ran=1' },
  ];
  const params = new URLSearchParams({ symbol: 'NOPE99', taxonId: '9606' });
  const ways = readHtml(waysOn(viewIn(), { params, genes: undefined, alike: [], registries }).html);
  expect(ways.mistakes).toEqual([]);
  expect(elementsOf(ways, 'a').map(({ text, attributes }) => [text, attributes.get('href')])).toEqual([
    ['Search interests for “NOPE99”', './search?descriptionLike=NOPE99'],
    ['Ask the people at ExR', 'mailto:help@example.org'],
    ['Look at B <i>Net</i> itself, and whom to ask there', 'https://b.example.org'],
  ]);
});
