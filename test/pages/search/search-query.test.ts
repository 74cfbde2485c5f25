/** However a form or another site writes a search, it has one address, and that address is the same search. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearch } from '../../../src/pages/search/search-query.ts';

function read(query: string) {
  const { kind, submitted, params } = readSearch(new URLSearchParams(query));
  return [kind, submitted, decodeURIComponent(params.toString())];
}

describe('a search', () => {
  test.each([
    ['', ['genes', 'nothing', 'taxonId=9606']],
    ['by=researcher', ['users', 'nothing', '']],
    ['symbol=&taxonId=9606', ['genes', 'empty', 'taxonId=9606']],
    ['nameLike=&descriptionLike=', ['users', 'empty', '']],
    ['symbol=+BRCA1+', ['genes', 'search', 'symbol=BRCA1&taxonId=9606']],
    [
      'tiers=TIER2&tiers=TIER1&orthologTaxonId=&taxonId=9606&symbol=BRCA1',
      ['genes', 'search', 'symbol=BRCA1&taxonId=9606'],
    ],
    [
      'symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&tiers=TIER1',
      ['genes', 'search', 'symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&tiers=TIER1'],
    ],
    ['nameLike=%E2%80%8B&descriptionLike=%C2%AD+', ['users', 'empty', '']],
    ['symbol=%E2%80%8B&taxonId=9606', ['genes', 'empty', 'taxonId=9606']],
    ['descriptionLike=+sei%C2%ADzures++of%0A', ['users', 'search', 'descriptionLike=seizures+of']],
    ['nameLike=Ada&descriptionLike=', ['users', 'search', 'nameLike=Ada&prefix=false']],
    ['nameLike=Ada&prefix=true', ['users', 'search', 'nameLike=Ada&prefix=true']],
    ['nameLike=&descriptionLike=e', ['users', 'search', 'descriptionLike=e']],
    [
      'nameLike=&researcherCategories=IN_VIVO',
      ['users', 'search', 'nameLike=&prefix=false&researcherCategories=IN_VIVO'],
    ],
    [
      'descriptionLike=e&terms-of-hp=HP:1&terms-of-hp=HP:2&terms-of-mondo=MONDO:3,+MONDO:4',
      [
        'users',
        'search',
        'descriptionLike=e&ontologyNames=hp&ontologyTermIds=HP:1&ontologyNames=hp&ontologyTermIds=HP:2' +
          '&ontologyNames=mondo&ontologyTermIds=MONDO:3&ontologyNames=mondo&ontologyTermIds=MONDO:4',
      ],
    ],
    ['symbol=A&iSearch=false', ['genes', 'search', 'symbol=A&taxonId=9606&origins=local']],
    ['symbol=A&iSearch=false&origins=', ['genes', 'search', 'symbol=A&taxonId=9606&origins=local']],
    ['symbol=A&origins=,', ['genes', 'search', 'symbol=A&taxonId=9606&origins=']],
    ['symbol=A&origins=&origins=b', ['genes', 'search', 'symbol=A&taxonId=9606&origins=b']],
    ['symbol=A&iSearch=true', ['genes', 'search', 'symbol=A&taxonId=9606']],
    [
      'symbol=A&origins=local&origins=b&lang=fr&render=server',
      ['genes', 'search', 'symbol=A&taxonId=9606&origins=local&origins=b'],
    ],
  ])('written as %j is %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test.each([
    ['', 'users'],
    ['lang=fr', 'users'],
    ['by=gene', 'genes'],
    ['taxonId=10090', 'genes'],
    ['symbol=', 'genes'],
    ['symbol=BRCA1', 'genes'],
  ])('written as %j opens the form for %s where that for researchers comes first', (query, kind) => {
    expect(readSearch(new URLSearchParams(query), 'users').kind).toBe(kind);
  });

  test('read from its own address is the same search', () => {
    const values = ['', 'BRCA1', 'a,b', 'TIER1', 'TIER2', '9606', 'HP:1', 'hp', 'true', ' x '];
    const names =
      'symbol taxonId orthologTaxonId tiers nameLike prefix descriptionLike organUberonIds origins terms-of-hp ontologyNames ontologyTermIds';
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom(...values)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pairs, (given) => {
        const once = readSearch(new URLSearchParams(given));
        if (once.submitted !== 'search') return;
        const twice = readSearch(once.params);
        expect([twice.kind, twice.submitted, twice.params.toString()]).toEqual([
          once.kind,
          'search',
          once.params.toString(),
        ]);
      }),
    );
  });

  test('with lists of terms that do not belong together is left for the route to refuse', () => {
    expect(read('symbol=A&ontologyNames=hp&ontologyTermIds=a,b')[2]).toBe(
      'symbol=A&taxonId=9606&ontologyNames=hp&ontologyTermIds=a,b',
    );
  });
});

test('ids of terms are read in the forms of other programs', () => {
  const { params } = readSearch(new URLSearchParams({ by: 'researcher', 'terms-of-hp': 'HP_0001250, HPO:0001252' }));
  expect(params.getAll('ontologyTermIds')).toEqual(['HP:0001250', 'HP:0001252']);
});
