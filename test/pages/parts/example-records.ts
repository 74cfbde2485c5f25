/** Records as a partner could send them: one kind, one hidden, and one that wants to be more than text. */

import type { FederatedGene, FederatedUser } from '../../../src/client/answers.ts';
import type { Origin } from '../../../src/domain/federation/origin.ts';
import { withOwnNames } from '../../../src/pages/parts/labels.ts';
import type { PageView } from '../../../src/pages/parts/layout.ts';
import type { AnsweredRecord } from '../../../src/pages/people/found-record.ts';
import { type Row, rowsOf } from '../../../src/pages/people/order.ts';
import { en } from '../../../src/pages/words/en.ts';
import { LANGUAGES } from '../../../src/pages/words/languages.ts';
import type { AllWords } from '../../../src/pages/words/words.ts';

export function viewIn(words: AllWords = en): PageView {
  return {
    words: withOwnNames(words, { taxa: { 9606: 'human', 10090: 'mouse' }, organs: {} }),
    root: './',
    chosenLang: undefined,
    icons: new Set(),
    assets: 'assets/',
    site: {
      shortname: 'ExR',
      fullname: 'Example Registry',
      host: 'https://registry.example.org',
      contactEmail: 'help@example.org',
      texts: {},
      sendsMail: false,
      links: { termsOfUse: undefined, privacy: undefined, faq: undefined },
      assets: 'assets/',
      icons: new Set(),
    },
    path: 'search',
    params: new URLSearchParams(),
    languages: LANGUAGES,
  };
}

/** What pages do not look at, as they write links of their own language and place. */
const STAMP = { originKey: 'b', links: {} };

export const ADA: FederatedUser = {
  ...STAMP,
  id: 7,
  origin: 'Registry B',
  originUrl: 'https://b.example.org',
  name: 'Ada',
  lastName: 'Lovelace',
  organization: 'University of Example',
  researcherPosition: 'PRINCIPAL_INVESTIGATOR',
  researcherCategories: ['IN_VIVO', 'IN_SPACE'],
  description: 'x'.repeat(300),
  website: 'https://ada.example.org/',
  publications: [{ pmid: 12345, title: 'On engines' }],
};

export const ADAS_GENE: FederatedGene = {
  ...STAMP,
  geneId: 672,
  symbol: 'BRCA1',
  taxon: { id: 9606, commonName: 'human' },
  tier: 'TIER1',
  remoteUser: ADA,
};

const ATTACK = `"><script>alert(1)</script><img src=x onerror='alert(2)'>\u202e`;

/** Everything that is text holds markup, and every address a script. */
export const HOSTILE: FederatedUser = {
  ...STAMP,
  id: 8,
  origin: ATTACK,
  originUrl: 'javascript:alert(3)',
  name: ATTACK,
  lastName: 'L'.repeat(10_000),
  organization: ATTACK,
  department: ATTACK,
  email: `${ATTACK}@example.org`,
  phone: ATTACK,
  website: 'javascript:alert(4)//https://example.org',
  description: ATTACK,
  researcherPosition: ATTACK,
  researcherCategories: [ATTACK, 'constructor'],
  publications: [{ pmid: 1.5, title: ATTACK }],
  userOrgans: { [ATTACK]: { name: ATTACK } },
  userOntologyTerms: [{ termId: ATTACK, name: ATTACK, ontology: { name: ATTACK, definition: ATTACK } }],
  userTerms: [{ goId: 'GO:1"onload="x', name: ATTACK, taxon: { id: 1, commonName: ATTACK } }],
  userGenes: { 1: { geneId: -1, symbol: ATTACK, name: ATTACK, tier: '__proto__', taxon: { commonName: ATTACK } } },
};

export const HOSTILE_GENE: FederatedGene = {
  ...ADAS_GENE,
  symbol: ATTACK,
  taxon: { id: 9606, commonName: ATTACK },
  tier: ATTACK as FederatedGene['tier'],
  remoteUser: HOSTILE,
};

export function originOf(over: Partial<Origin> = {}): Origin {
  return {
    key: 'b',
    origin: 'Registry B',
    originUrl: 'https://b.example.org',
    version: '1.5.10',
    state: 'answered',
    count: 2,
    anonymized: 0,
    exact: true,
    elapsedMs: 123,
    retrievedAt: '2026-08-22T14:05:06.000Z',
    cache: { status: 'miss', ageSeconds: 0 },
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: null,
    ...over,
  };
}

/** What a registry answered to a question about a human gene, as rows of a page. */
export function rowsOfAnswer(records: readonly AnsweredRecord[], originKey = 'b'): Row[] {
  const placeOfTaxon = (taxonId: number) => (taxonId === 9606 ? 1 : 2);
  return rowsOf(records, { batch: originKey, originKey, placeOfTaxon, queryTaxonId: 9606 });
}
