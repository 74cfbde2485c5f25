/** What the partners of the bench answer: made-up researchers who registered whatever gene is asked for. */

const VERSION = '1.5.10';
const RECORDS = 20;
const PAGES = 5;
const PUBLICATIONS = 2;
const DESCRIPTION = 'Studies how a pathway of the retina is repaired after damage, with models from yeast to mouse. ';
const SYMBOL = '{symbol}';

/** The document of `GET /api`, as far as a partner's version is read from it. */
const VERSION_ANSWER = JSON.stringify({ openapi: '3.0.1', info: { title: 'Partner RESTful API', version: VERSION } });

/** The body of the answer to an address; undefined where there is nothing. */
export type AnswerTo = (path: string, params: URLSearchParams) => string | undefined;

/**
 * What the partner with this number answers. A search for a gene is answered with about 23 kB, records as long as those
 * that were recorded of real partners; they are the same for every symbol.
 */
export function partnerAnswers(partner: number): AnswerTo {
  const users = Array.from({ length: RECORDS }, (_, index) => userRecord(partner, index + 1));
  const genes = Array.from({ length: RECORDS }, (_, index) => geneRecord(partner, index + 1));
  const aboutGene = JSON.stringify(genes).split(SYMBOL);
  const fixed = new Map([
    ['/api', VERSION_ANSWER],
    ['/api/users/search', JSON.stringify(users)],
    ['/api/users', JSON.stringify(page(users))],
    ['/api/genes', JSON.stringify(page(genes))],
    ['/api/stats', JSON.stringify({ version: VERSION, users: RECORDS, userGenes: RECORDS })],
    ['/api/users/1', JSON.stringify(users[0])],
  ]);
  return (path, params) => {
    if (path !== '/api/genes/search') return path.endsWith('/terms') ? '[]' : fixed.get(path);
    return aboutGene.join(JSON.stringify(params.get('symbol') ?? '').slice(1, -1));
  };
}

function page(content: readonly object[]): object {
  return { content, totalElements: content.length * PAGES, totalPages: PAGES, size: content.length, number: 0 };
}

function geneRecord(partner: number, index: number): object {
  return {
    geneId: 672,
    taxon: { id: 9606, scientificName: 'Homo sapiens', commonName: 'human', ordering: 1 },
    symbol: SYMBOL,
    name: 'DNA repair associated',
    aliases: 'IRIS|PSCP|RNF53',
    modificationDate: '2024-03-01',
    tier: index % 2 === 0 ? 'TIER1' : 'TIER2',
    privacyLevel: 2,
    remoteUser: userRecord(partner, index),
  };
}

function userRecord(partner: number, id: number): object {
  const signature = { origin: `Partner ${partner}`, originUrl: `https://partner-${partner}.example.org` };
  return {
    id,
    email: `researcher-${id}@partner-${partner}.example.org`,
    name: 'Robin',
    lastName: `Example ${(id * 37 + partner * 11) % 1000}`,
    description: DESCRIPTION.repeat(2),
    organization: `University of Partner ${partner}`,
    department: 'Genetics',
    phone: null,
    website: `https://lab-${id}.example.org`,
    publications: Array.from({ length: PUBLICATIONS }, (_, index) => {
      return { pmid: 10_000_000 + id * 10 + index, title: DESCRIPTION.slice(0, 60) };
    }),
    researcherPosition: 'PRINCIPAL_INVESTIGATOR',
    researcherCategories: ['IN_VIVO', 'IN_SILICO'],
    userTerms: [],
    userGenes: {},
    userOrgans: { 'UBERON:0000966': { uberonId: 'UBERON:0000966', name: 'retina', description: null } },
    userOntologyTerms: [],
    privacyLevel: 2,
    ...signature,
  };
}
