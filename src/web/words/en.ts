/** The words of the page in English. */

import type { Filter } from '../../domain/federation/origin.ts';
import type { ResearcherCategory, ResearcherPosition, Tier } from '../../domain/record/model.ts';
import { access } from './en/access.ts';
import { admin } from './en/admin.ts';
import { box } from './en/box.ts';
import { completeness } from './en/completeness.ts';
import { gene } from './en/gene.ts';
import { geneList } from './en/gene-list.ts';
import { message } from './en/message.ts';
import { origins } from './en/origins.ts';
import { people } from './en/people.ts';
import { sheet } from './en/sheet.ts';
import { start } from './en/start.ts';

export const en = {
  lang: 'en',
  language: 'English',
  /** Between the clauses of one sentence. */

  skip: 'Skip to the content',
  navigation: 'Pages',
  languages: 'Language',
  siteLinks: { termsOfUse: 'Terms of use', privacy: 'Privacy', faq: 'Questions and answers' },
  searchPage: 'Search',
  apiPage: 'For programs',
  adminPage: 'Administrators',
  contact: 'Contact',
  footer: 'Records belong to the registries they come from.',

  heading: 'Find a researcher in any registry',
  welcome: 'Who works on a gene, or on its counterpart in a model organism? Every registry of the network is asked.',
  byGene: 'By gene',
  byResearcher: 'By researcher',
  symbol: 'Gene symbol or alias',
  symbolHelp: 'For example BRCA1. Letter case does not matter.',
  taxon: 'Organism',
  orthologTaxon: 'Orthologs in',
  orthologTaxonHelp: 'Only for human genes.',
  everyOrganism: 'All organisms',
  tiersHeading: 'Tiers',
  tiers: {
    TIER1: 'Tier 1: works on it now',
    TIER2: 'Tier 2: has worked on it',
    TIER3: 'Tier 3',
  } satisfies Record<Tier, string>,
  tierShort: { TIER1: 'Tier 1', TIER2: 'Tier 2', TIER3: 'Tier 3' } satisfies Record<Tier, string>,
  name: 'Name',
  nameHelp: 'First or last name contains this.',
  prefix: 'Last name starts with this',
  interest: 'Research interest',
  interestHelp: 'Any description of the research contains this.',
  filters: 'Filters',
  filtersUsed: (count: number) => `${count} in use`,
  filtersHelp: 'Within a filter one value is enough; all filters must be met.',
  filterNames: {
    researcherPositions: 'Position',
    researcherCategories: 'Kind of research',
    organUberonIds: 'Human organ system',
    ontologyTermIds: 'Terms',
  } satisfies Record<Filter, string>,
  positions: { PRINCIPAL_INVESTIGATOR: 'Principal investigator' } satisfies Record<ResearcherPosition, string>,
  categories: {
    IN_SILICO: 'In silico',
    IN_VITRO_BIOCHEMICAL: 'In vitro, biochemical',
    IN_VITRO_CELLS: 'In vitro, cells',
    IN_VITRO_STRUCTURAL: 'In vitro, structural',
    IN_VIVO: 'In vivo',
    OTHER: 'Other',
  } satisfies Record<ResearcherCategory, string>,
  /** By the id of the organism; the name of the record stands where there is none, as in English. */
  taxa: {} as Readonly<Record<string, string>>,
  /** Organ systems that go by another name than in the data, by Uberon id. */
  organs: {} as Readonly<Record<string, string>>,
  /** By the name of the ontology in small letters. */
  ontologyTitles: {
    bto: 'Tissues and enzyme sources (BTO)',
    chebi: 'Chemicals (ChEBI)',
    cl: 'Cell types (CL)',
    doid: 'Human diseases (DOID)',
    eco: 'Kinds of evidence (ECO)',
    efo: 'Experimental factors (EFO)',
    envo: 'Environments (ENVO)',
    fbbt: 'Fly anatomy (FBbt)',
    go: 'Gene Ontology (GO)',
    hp: 'Human phenotypes (HPO)',
    hpo: 'Human phenotypes (HPO)',
    ma: 'Mouse anatomy (MA)',
    mondo: 'Diseases (MONDO)',
    mp: 'Mammalian phenotypes (MP)',
    nbo: 'Behaviours (NBO)',
    obi: 'Methods of investigation (OBI)',
    ordo: 'Rare diseases (ORDO)',
    pato: 'Qualities (PATO)',
    reactome: 'Pathways (Reactome)',
    so: 'Sequence features (SO)',
    uberon: 'Anatomy (UBERON)',
    wbphenotype: 'Worm phenotypes (WBPhenotype)',
    zfa: 'Zebrafish anatomy (ZFA)',
  } as Readonly<Record<string, string>>,
  suggestionsLive: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  termChosenLive: (name: string) => `${name} was chosen.`,
  removeTerm: (name: string) => `Remove ${name}`,
  termSearchHelp: 'Type a part of the name and choose.',
  termIdsHelp: 'Names or ids of terms, separated by semicolons.',
  termsNoneMatch: (typed: string, ontology: string) => `No term of “${ontology}” was found by “${typed}”.`,
  termsSeveralMatch: (typed: string, ontology: string) =>
    `“${typed}” is not the name of exactly one term of “${ontology}”. Choose among those listed at the filter.`,
  termsMeant: (typed: string) => `Which terms are meant by “${typed}”?`,
  registries: 'Registries to ask',
  registriesHelp: 'None chosen: all are asked.',
  thisRegistry: 'this registry',
  search: 'Search',

  results: 'Results',
  asking: 'Asking the registries…',
  withoutScript: 'Show the whole answer on one page',
  toldGenes: (symbol: string, taxon: string) => `Researchers who work on ${symbol} (${taxon})`,
  toldGenesAndOrthologs: (symbol: string, taxon: string) =>
    `Researchers who work on ${symbol} (${taxon}), or on its orthologs in any organism`,
  toldOrthologs: (symbol: string, taxon: string, orthologTaxon: string) =>
    `Researchers who work on orthologs of ${symbol} (${taxon}) in ${orthologTaxon}`,
  toldName: (name: string) => `Researchers whose name contains “${name}”`,
  toldPrefix: (name: string) => `Researchers whose last name starts with “${name}”`,
  toldInterest: (interest: string) => `whose research interest contains “${interest}”`,
  toldAnybody: 'Researchers',
  toldFilter: (filter: string, values: readonly string[]) =>
    `${filter} = ${values.map((value) => `“${value}”`).join(' or ')}`,
  caption: (rows: number) => (rows === 1 ? '1 record' : `${rows} records`),
  columns: {
    researcher: 'Researcher',
    organisation: 'Position and organisation',
    gene: 'Gene',
    tier: 'Tier',
    organism: 'Organism',
    registry: 'Registry',
    more: 'Profile',
  },
  nobody: 'Nobody was found.',
  nobodySure: 'Nobody was found, and every registry that was asked answered.',
  nobodyUnsure: 'Nobody was found so far, but the answer is not complete.',
  noName: 'Name not given',
  atPlace: (position: string, organisation: string) => `${position} at ${organisation}`,
  wholeProfile: 'Whole profile',
  closeProfile: 'Close',
  profileClosed: 'The profile is closed.',
  pages: 'Pages of the answer',
  firstPage: 'First page',
  nextPage: 'Next page',
  copyLink: 'Copy link',
  copied: 'Copied.',
  answeredLive: (registry: string, clause: string) => `${registry} ${clause}.`,
  connectionLost: 'The connection broke before the answer was whole.',
  resultsFailed: 'The search could not be carried out.',

  /** What stands behind the name of a registry in the sentence of completeness. */
  reasonOf: (_clause: string, title: string | undefined) => title ?? 'gave no full answer',
  /** A further clause of that sentence, of pages behind the first. */
  remarkOf: (remark: string) => remark,
  /** The reason as a sentence of its own. */
  itDid: (reason: string) => `It ${reason}.`,
  outstanding: 'has not answered yet',
  count: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  anonymised: (count: number) => `${count} anonymised`,
  milliseconds: (milliseconds: number) => `in ${milliseconds} ms`,
  /** Sooner than anybody notices. */
  atOnce: 'at once',
  seconds: (seconds: number) => `in ${seconds.toFixed(1)} s`,
  age: (minutes: number) => (minutes === 0 ? 'kept for less than a minute' : `kept for ${minutes} min`),
  asOf: (time: string) => `as of ${time}`,
  nextTry: (time: string) => `next try at ${time}`,
  askedAs: (names: string) => `asked as ${names}`,
  dropped: (count: number) => (count === 1 ? '1 record left out' : `${count} records left out`),
  notExact: 'there may be more',
  reapplied: (filters: string) => `filtered here: ${filters}`,
  unchecked: (filters: string) => `could not be filtered: ${filters}`,
  retry: 'Ask again',
  retryOf: (registry: string) => `Ask again: ${registry}`,

  termsNotEverywhere: 'Some chosen terms may not be known everywhere:',
  termByName: (name: string, termId: string) => `“${name}” (${termId})`,
  termById: (termId: string) => `“${termId}”`,
  termsUnaskable: (registry: string, version: string | null) =>
    `${registry} cannot be asked about terms${version === null ? '' : ` (its version is ${version})`}.`,
  ontologyUnknown: (registry: string, ontology: string) => `${registry} does not know the ontology “${ontology}”.`,
  termsUnknown: (registry: string, terms: readonly string[], others: number) =>
    `${registry} does not know ${terms.join(', ')}${others === 0 ? '' : ` and ${others} more`}.`,
  termsUntold: (registry: string, clause: string) =>
    `${registry} did not tell of every term whether it knows it: it ${clause}.`,
  termsLookupFailed: (ontology: string) =>
    `Which registries know the chosen terms of “${ontology}” could not be found out.`,

  ...completeness,

  backToSearch: 'Back to the search',
  from: (registry: string) => `Record of ${registry}`,
  department: 'Department',
  organisation: 'Organisation',
  email: 'E-mail',
  phone: 'Phone',
  website: 'Website',
  about: 'Research interests',
  genesHeading: 'Genes',
  noGenes: 'No genes are shown.',
  geneSymbol: 'Symbol',
  geneName: 'Gene name',
  goTerms: 'Gene Ontology terms',
  publications: 'Publications',

  accessHeading: 'Request access',
  accessIntro: (registry: string) =>
    `The person behind this record is not shown. The administrators of ${registry} read your request and may bring you together.`,
  accessExpiry: (minutes: number) =>
    `The reference to the record can be resolved for ${minutes} minutes after the search it came from. After that, search again.`,
  accessExpiresAt: (minutes: number, time: string) =>
    `The reference to the record can be resolved for another ${minutes} min, until ${time}. After that, search again.`,
  accessReason: 'Why do you ask?',
  accessReasonHelp: 'Required. Say who you are and what you work on.',
  accessContact: 'How can you be reached?',
  accessContactHelp: 'An e-mail address, for the answer.',
  accessSend: 'Send the request',
  accessReasonMissing: 'Please give a reason.',
  accessReasonTooLong: (allowed: number) => `Please write at most ${allowed} characters.`,
  accessContactInvalid: 'Please give an e-mail address, such as ada@example.org.',
  accessTooMany: 'Too many requests came from here. Please try again later.',
  accessSent: (registry: string) => `Your request was sent to the administrators of ${registry}.`,

  error: 'This did not work',
  nothingAsked: 'At least one search criterion must be provided.',
  errors: {
    400: 'The request cannot be understood.',
    401: 'You may not read this.',
    403: 'The registry does not let you read this record.',
    404: 'There is nothing here, or not any more.',
    405: 'This address cannot be used this way.',
    414: 'The address is too long.',
    429: 'Too many requests. Please try again later.',
    500: 'Something went wrong here. Please try again later.',
    501: 'The registry cannot be asked this.',
    502: 'The registry gave no usable answer.',
    503: 'This is not available at the moment.',
    504: 'The registry did not answer in time.',
  },

  access,
  admin,
  start,
  box,
  people,
  gene,
  geneList,
  message,
  sheet,
  origins,
};
