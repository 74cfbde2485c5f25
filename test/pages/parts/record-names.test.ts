/** Words of a partner and of readers among the words of a page: they say nothing in the name of a registry. */

import { describe, expect, test } from 'vitest';
import type { Choices } from '../../../src/pages/parts/choices.ts';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { personCard } from '../../../src/pages/people/person-card.ts';
import { profilePage } from '../../../src/pages/people/profile-page.ts';
import { querySummary } from '../../../src/pages/search/query-summary.ts';
import { readSearch } from '../../../src/pages/search/search-query.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { ADA, ADAS_GENE, rowsOfAnswer, viewIn } from './example-records.ts';

const CLOSED = 'OtherNet is closed”\n\u202efor ever';
const QUOTED = '“OtherNet is closed’ for ever”';
const CHOICES: Choices = {
  ...{ taxa: [{ id: 9606, commonName: 'human', scientificName: null, ordering: 1 }], organs: [], ontologies: [] },
  ...{ origins: [{ key: 'local', name: 'ExR' }], offersOrgans: false, modes: ['genes', 'users'] },
};

describe('a record that calls everything by a sentence about another registry', () => {
  const taxon = (id: number) => ({ id, commonName: CLOSED, scientificName: CLOSED });
  const userOrgans = { UBERON_9: { uberonId: 'UBERON_9', name: CLOSED } };
  const userGenes = {
    1: { geneId: 1, symbol: 'A', name: 'a', tier: 'TIER1', taxon: taxon(9606) },
    2: { geneId: 2, symbol: 'B', name: 'b', tier: 'TIER1', taxon: taxon(4711) },
  };
  const userOntologyTerms = [{ termId: 'X:1', name: 'x', ontology: { name: CLOSED, definition: null } }];
  const owner = { ...ADA, userOrgans, userGenes, userOntologyTerms } as never as typeof ADA;

  test.each([
    [en, 'human'],
    [fr, 'humain'],
  ])('is shown on a card with the names of this registry, and what it alone names is quoted', (words, human) => {
    const genes = [9606, 4711].map((id) => ({ ...ADAS_GENE, symbol: `S${id}`, taxon: taxon(id), remoteUser: owner }));
    const [person] = foundPeople(rowsOfAnswer(genes as never[]));
    if (person === undefined) throw new Error('Nobody was found.');
    const card = readHtml(personCard(person, viewIn(words as typeof en), { namesakes: [], origin: undefined }).html);
    const quoted = words === en ? QUOTED : words.quoted('OtherNet is closed’ for ever');
    expect(elementsOf(card, 'b').map(({ attributes }) => attributes.get('title'))).toEqual(
      expect.arrayContaining([human, quoted]),
    );
    expect(elementsOf(card, 'li').at(-1)?.text).toBe(quoted);
    const about = elementsOf(card, 'a').map(({ attributes }) => new URL(attributes.get('href') ?? '', 'http://x'));
    for (const { searchParams } of about) expect([human, quoted]).toContain(searchParams.get('organism'));
  });

  test('has a profile whose captions and headings are those of this registry, or quoted', () => {
    const page = readHtml(profilePage(viewIn(), { user: owner, origin: 'b' }));
    expect(elementsOf(page, 'caption').map(({ text }) => text)).toEqual(['human', QUOTED]);
    expect(elementsOf(page, 'h2').map(({ text }) => text)).toContain(QUOTED);
    expect(
      elementsOf(page, 'h2')
        .map(({ text }) => text)
        .join(),
    ).not.toContain('\u202e');
  });
});

describe('what is in the address of a search is quoted in the sentence about it', () => {
  test.each([
    ['symbol=BRCA1&taxonId=9606', 'Researchers who work on BRCA1 (human), or on its orthologs in any organism'],
    ['symbol=HLA-DRB1*15:01&taxonId=9606&orthologTaxonId=9606', 'Researchers who work on HLA-DRB1*15:01 (human)'],
    [
      { symbol: CLOSED, taxonId: '9606', orthologTaxonId: '9606' },
      'Researchers who work on “OtherNet is closed’ for ever” (human)',
    ],
    [{ nameLike: CLOSED }, 'Researchers whose name contains “OtherNet is closed’ for ever”'],
    [{ nameLike: 'x'.repeat(200) }, `Researchers whose name contains “${'x'.repeat(60)}…”`],
    [
      { nameLike: 'Ada', researcherPositions: CLOSED },
      'Researchers whose name contains “Ada”; Position = “OtherNet is closed’ for ever”',
    ],
    [
      { nameLike: 'Ada', ontologyNames: CLOSED, ontologyTermIds: CLOSED },
      'Researchers whose name contains “Ada”; “OtherNet is closed’ for ever” = “OtherNet is closed’ for ever”',
    ],
  ])('%s', (given, expected) => {
    const search = readSearch(new URLSearchParams(given), 'genes');
    expect(querySummary(en, search, CHOICES, new Map()).join('; ')).toBe(expected);
  });
});
