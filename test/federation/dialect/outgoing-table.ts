/**
 * The table of outgoing requests: what is asked of partners of each version for a question of each kind. The question
 * stands in the form that 1.5 knows; an empty list says that partners of that version cannot be asked.
 */

export const VERSIONS = ['unknown', '1.3', '1.4', '1.5'] as const;
export type Version = (typeof VERSIONS)[number];

/** Name, question, requests. */
export type Row = [name: string, question: string, requests: Record<Version, readonly string[]>];

export const POSITION = 'researcherPositions=PRINCIPAL_INVESTIGATOR';
export const CATEGORIES = 'researcherCategories=IN_SILICO&researcherCategories=IN_VIVO';
export const ORGAN = 'organUberonIds=UBERON%3A0000955&organUberonIds=UBERON%3A0000970';
export const TERMS =
  'ontologyNames=hp&ontologyNames=mondo&ontologyNames=mondo' +
  '&ontologyTermIds=HP%3A1&ontologyTermIds=MONDO%3A2&ontologyTermIds=MONDO%3A1';

const GENES = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const USERS = '/api/users/search';
const NAME = 'nameLike=M%C3%BCller&prefix=true';
const TEXT = 'descriptionLike=heart%20%26%20brain';
const ID = '51674616-ac4b-4291-aa77-116e176dbf9a';
const NO_REQUEST: readonly string[] = [];

/** The same to partners of every version. */
function everywhere(...requests: string[]): Row[2] {
  return { unknown: requests, '1.3': requests, '1.4': requests, '1.5': requests };
}

/**
 * A gene search: the tiers in one request from 1.5 on, a request for each before; the filters that a version reads; all
 * organisms in the word that 1.3 needs.
 */
function genes(tiers: string[], { ortholog = '', filters = [] as string[] } = {}): Row[2] {
  const tiersOf15 = tiers.map((tier) => `&tiers=${tier}`).join('');
  const orthologOf13 = ortholog || '&orthologTaxonId=-99';
  return {
    unknown: [
      ...tiers.map((tier) => `${GENES}${orthologOf13}${appended(filters)}&tier=${tier}`),
      ...termsAskedAbout(filters),
    ],
    '1.3': tiers.map((tier) => `${GENES}${orthologOf13}&tier=${tier}`),
    '1.4': tiers.map((tier) => `${GENES}${ortholog}${appended(readBy14(filters))}&tier=${tier}`),
    '1.5': [`${GENES}${ortholog}${tiersOf15}${appended(filters)}`, ...termsAskedAbout(filters)],
  };
}

/** A search for researchers by one condition. */
function users(condition: string, filters: string[] = []): Row[2] {
  return {
    unknown: [`${USERS}?${condition}${appended(filters)}`, ...termsAskedAbout(filters)],
    '1.3': [`${USERS}?${condition}`],
    '1.4': [`${USERS}?${condition}${appended(readBy14(filters))}`],
    '1.5': [`${USERS}?${condition}${appended(filters)}`, ...termsAskedAbout(filters)],
  };
}

/** Where nobody is found by terms: whether they are known at all. */
function termsAskedAbout(filters: string[]): string[] {
  const hp = '/api/ontologies/hp/terms?ontologyTermIds=HP%3A1';
  const mondo = '/api/ontologies/mondo/terms?ontologyTermIds=MONDO%3A2&ontologyTermIds=MONDO%3A1';
  return filters.includes(TERMS) ? [hp, mondo] : [];
}

function appended(filters: string[]): string {
  return filters.map((filter) => `&${filter}`).join('');
}

function readBy14(filters: string[]): string[] {
  return filters.filter((filter) => filter !== TERMS);
}

const FILTERS: [name: string, filters: string[]][] = [
  ['positions', [POSITION]],
  ['categories', [CATEGORIES]],
  ['organs', [ORGAN]],
  ['ontology terms', [TERMS]],
  ['all filters', [POSITION, CATEGORIES, ORGAN, TERMS]],
];

export const EVERY_KIND: Row[] = [
  ['a gene in one tier', `${GENES}&tiers=TIER1`, genes(['TIER1'])],
  ['a gene in both tiers', GENES, genes(['TIER1', 'TIER2'])],
  ['orthologs', `${GENES}&orthologTaxonId=10090&tiers=TIER2`, genes(['TIER2'], { ortholog: '&orthologTaxonId=10090' })],
  ...FILTERS.map(
    ([name, filters]): Row => [
      `a gene by ${name}`,
      `${GENES}&${filters.join('&')}`,
      genes(['TIER1', 'TIER2'], { filters }),
    ],
  ),
  ['researchers by name', `${USERS}?${NAME}`, users(NAME)],
  ['researchers by part of a name', `${USERS}?nameLike=a&prefix=false`, users('nameLike=a&prefix=false')],
  ['researchers by description', `${USERS}?${TEXT}`, users(TEXT)],
  ...FILTERS.map(
    ([name, filters]): Row => [`researchers by ${name}`, `${USERS}?${TEXT}&${filters.join('&')}`, users(TEXT, filters)],
  ),
  [
    'researchers by name and description',
    `${USERS}?${NAME}&${TEXT}`,
    { ...everywhere(`${USERS}?${NAME}`, `${USERS}?${TEXT}`), '1.5': [`${USERS}?${NAME}&${TEXT}`] },
  ],
  [
    'a page of researchers',
    '/api/users?page=2&size=50',
    { ...everywhere('/api/users?page=2&size=50'), '1.3': NO_REQUEST },
  ],
  ['a page of genes', '/api/genes?page=0&size=20', { ...everywhere('/api/genes?page=0&size=20'), '1.3': NO_REQUEST }],
  ['a researcher', '/api/users/19', everywhere('/api/users/19')],
  [
    'a researcher by anonymous id',
    `/api/users/by-anonymous-id/${ID}`,
    { ...everywhere(`/api/users/by-anonymous-id/${ID}`), '1.3': NO_REQUEST },
  ],
  [
    'a gene by anonymous id',
    `/api/genes/by-anonymous-id/${ID}`,
    { ...everywhere(`/api/genes/by-anonymous-id/${ID}`), '1.3': NO_REQUEST, '1.4': NO_REQUEST },
  ],
  ['statistics', '/api/stats', { ...everywhere('/api/stats'), '1.3': ['/stats'] }],
  [
    'terms',
    '/api/ontologies/mondo/terms?ontologyTermIds=MONDO:1&ontologyTermIds=MONDO:2',
    {
      ...everywhere('/api/ontologies/mondo/terms?ontologyTermIds=MONDO%3A1&ontologyTermIds=MONDO%3A2'),
      '1.3': NO_REQUEST,
      '1.4': NO_REQUEST,
    },
  ],
];

const RDP_FILTERS = [
  POSITION.replaceAll('Positions', 'Position'),
  CATEGORIES.replaceAll('Categories', 'Category'),
  ORGAN,
  TERMS,
].join('&');
const rdpGenes = (filters: string, more = '') =>
  ['TIER1', 'TIER2'].map((tier) => `/api/genes/search?symbol=BRCA1${filters}&taxonId=9606&tier=${tier}${more}`);

/** What RDP 1.5.10 itself sends to a partner of 1.5 for the rows of those names, without token (rdp-protocol 7.7). */
export const RDP_SENDS: [name: string, requests: readonly string[]][] = [
  ['a gene in both tiers', rdpGenes('')],
  ['orthologs', rdpGenes('', '&orthologTaxonId=10090').slice(1)],
  ['a gene by all filters', rdpGenes(`&${RDP_FILTERS}`)],
  ['researchers by name', [`${USERS}?${NAME}`]],
  ['researchers by description', [`${USERS}?${TEXT}`]],
  ['researchers by name and description', [`${USERS}?${NAME}&${TEXT}`]],
  ['researchers by all filters', [`${USERS}?${TEXT}&${RDP_FILTERS}`]],
  ['a researcher', ['/api/users/19']],
  ['a researcher by anonymous id', [`/api/users/by-anonymous-id/${ID}`]],
  ['terms', ['/api/ontologies/mondo/terms?ontologyTermIds=MONDO:1&ontologyTermIds=MONDO:2']],
];
