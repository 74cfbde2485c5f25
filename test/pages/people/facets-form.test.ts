/** What an answer can be narrowed by: called by the words of the page and this registry, whoever is counted. */

import { expect, test } from 'vitest';
import { facetCounts } from '../../../src/domain/people/facets.ts';
import { atOnce } from '../../../src/domain/steps.ts';
import type { ResultKind } from '../../../src/pages/parts/choices.ts';
import { withOwnNames } from '../../../src/pages/parts/labels.ts';
import { facetsForm } from '../../../src/pages/people/facets-form.ts';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import type { AllWords } from '../../../src/pages/words/words.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { ADA, ADAS_GENE, rowsOfAnswer, viewIn } from '../parts/example-records.ts';

const CLOSED = 'OtherNet is closed\n\u202efor ever';
const NAMES = { taxa: { 9606: 'human', 10090: 'mouse' }, organs: { UBERON_0000955: 'brain', UBERON_0000948: 'heart' } };

/** A registry that calls everything by a sentence about another one. */
function hostileRecords() {
  const owner = {
    ...ADA,
    researcherPosition: CLOSED,
    researcherCategories: [CLOSED, 'IN_VIVO'],
    userOrgans: {
      UBERON_0000955: { uberonId: 'UBERON_0000955', name: CLOSED },
      UBERON_0000948: { uberonId: 'UBERON_0000948', name: CLOSED },
      UBERON_9: { uberonId: 'UBERON_9', name: CLOSED },
      [CLOSED]: { uberonId: CLOSED, name: null },
    },
  };
  const geneIn = (id: number) => ({ ...ADAS_GENE, taxon: { id, commonName: CLOSED }, remoteUser: owner });
  return [geneIn(9606), geneIn(10090), geneIn(4711)] as never[];
}

function labelsIn(words: typeof en | typeof fr, records: readonly never[], kind: ResultKind = 'genes'): string[] {
  const people = foundPeople(rowsOfAnswer(records));
  const listView = { choice: {}, text: '', isTable: false, sorted: undefined };
  const counts = atOnce(
    facetCounts(
      people.map(({ facts }) => facts),
      {},
    ),
  );
  const form = facetsForm({
    ...{ view: viewIn(withOwnNames(words as AllWords, NAMES)), people, listView, counts, outstanding: 0, isLive: true },
    params: new URLSearchParams(kind === 'genes' ? { symbol: 'BRCA1' } : {}),
    wholeAddress: './search',
  });
  return elementsOf(readHtml(form?.html ?? ''), 'bdi').map(({ text }) => text);
}

test('a record names nothing that this registry has a name for, and what it alone names is quoted', () => {
  expect(labelsIn(en, hostileRecords())).toEqual([
    'mouse',
    '4711 “OtherNet is closed for ever”',
    'human',
    '“OtherNet is closed for ever”',
    'In vivo',
    '“OtherNet is closed for ever”',
    '“OtherNet is closed for ever”',
    'heart',
    'brain',
    'UBERON_9 “OtherNet is closed for ever”',
  ]);
});

test('in French by the words of the page', () => {
  const quoted = '«\u00a0OtherNet is closed for ever\u00a0»';
  const labels = labelsIn(fr, hostileRecords());
  expect(labels).toEqual(expect.arrayContaining(['humain', 'souris', `4711 ${quoted}`, `UBERON_9 ${quoted}`, quoted]));
  expect(labels.filter((label) => label.includes('OtherNet') && !label.includes(quoted))).toEqual([]);
});

test('of ten thousand values of a partner the first stand there, and how many others there are', () => {
  const userOrgans = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`O_${index}`, { name: 'x' }]));
  const labels = labelsIn(en, [{ ...ADAS_GENE, remoteUser: { ...ADA, userOrgans } } as never]);
  expect(labels.length).toBeLessThan(120);
});
