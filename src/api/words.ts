/** The words that members and parameters have, and the limits of questions. */

export const TIERS = ['TIER1', 'TIER2', 'TIER3'] as const;
export type Tier = (typeof TIERS)[number];

export const RESEARCHER_POSITIONS = ['PRINCIPAL_INVESTIGATOR'] as const;
export type ResearcherPosition = (typeof RESEARCHER_POSITIONS)[number];

export const RESEARCHER_CATEGORIES = [
  'IN_SILICO',
  'IN_VITRO_BIOCHEMICAL',
  'IN_VITRO_CELLS',
  'IN_VITRO_STRUCTURAL',
  'IN_VIVO',
  'OTHER',
] as const;
export type ResearcherCategory = (typeof RESEARCHER_CATEGORIES)[number];
/** A category of the specification that no record has; in a question it stands for every category that begins with it. */
export const IN_VITRO = 'IN_VITRO';
/** The categories that a search accepts. */
export const QUERY_CATEGORIES = [...RESEARCHER_CATEGORIES, IN_VITRO] as const;

export const GO_ASPECTS = ['BP', 'CC', 'MF'] as const;
export type GoAspect = (typeof GO_ASPECTS)[number];

/** 0: administrators only, 1: registered users, 2: everybody. */
export const PRIVACY_LEVELS = [0, 1, 2] as const;
export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

export const ORIGIN_STATES = [
  'answered',
  'empty',
  'limited',
  'unknown-term',
  'unsupported',
  'stale',
  'timed-out',
  'unreachable',
  'failed',
  'refused',
  'busy',
  'resting',
  'not-asked',
] as const;
export type OriginState = (typeof ORIGIN_STATES)[number];

/** The filters of rdp-protocol 3.4, each by the name of its parameter; ontology terms by that of their ids. */
export const FILTERS = ['researcherPositions', 'researcherCategories', 'organUberonIds', 'ontologyTermIds'] as const;
export type Filter = (typeof FILTERS)[number];

/** What can be counted beside a federated search. */
export const FACETS = ['organism', 'registry', 'tier', 'name', 'position', 'category', 'organ', 'gene'] as const;
export type Facet = (typeof FACETS)[number];

/** The evidence that two records are of one person, the weakest first. */
export const EVIDENCE = ['name', 'name-and-organisation', 'orcid'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** The states that an administrator gives to a request for access, in the usual order. Any may follow any other, as mistakes are corrected. */
export const REQUEST_STATES = ['received', 'forwarded', 'accepted', 'not-now', 'declined', 'answered'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The formats of files. A workbook first, as a comma file is one column in the spreadsheets of half of Europe. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'tsv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** In characters. */
export const LONGEST_TOKEN_LABEL = 100;
/** The longest lifetime of a token that is made over the API; tokens with a longer one are made on the command line. */
export const MOST_TOKEN_DAYS = 366;
export const USUAL_TOKEN_DAYS = 365;

export const GRANULARITIES = ['boolean', 'count', 'record'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** The properties by which each kind of page can be sorted: none that records hide from some viewers (quirk 44). */
export const SORTABLE = { users: ['id'], genes: ['id'], terms: ['termId', 'name'] } as const;

/** Records per page: unless something else is asked for, and at most. */
export const USUAL_PAGE_SIZE = 20;
export const LARGEST_PAGE_SIZE = 2_000;
/** The most values of one parameter: enough for all organs, and for terms of an ontology that a person chooses by hand. */
export const MOST_VALUES = 500;
/** The most characters of a text in a parameter: longer than any symbol, id or name, as columns of RDP hold 255. */
export const LONGEST_TEXT = 400;
