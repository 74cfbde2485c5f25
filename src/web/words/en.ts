/** All words of the site in English. */

import type { Tier } from '../../domain/record/model.ts';
import { access } from './en/access.ts';
import { admin } from './en/admin.ts';
import { answering } from './en/answering.ts';
import { disease } from './en/disease.ts';
import { feed } from './en/feed.ts';
import { geneList } from './en/gene-list.ts';
import { glass } from './en/glass.ts';
import { partnerMail } from './en/partner-mail.ts';
import { order } from './en/person.ts';
import { searching } from './en/searching.ts';
import { boxPages, geneCard, peoplePages } from './en/server-pages.ts';
import { sheet } from './en/sheet.ts';
import { start } from './en/start.ts';
import { subscription } from './en/subscription.ts';
import { trail } from './en/trail.ts';
import { typedText } from './en/typed-text.ts';

export const en = {
  ...searching,
  gene: { ...searching.gene, ...geneCard },
  box: { ...searching.box, ...boxPages },
  people: { ...searching.people, ...order, ...peoplePages },

  coverage: {
    title: (symbol: string, taxon: string) => `Who works on ${symbol} (${taxon})`,
    help: 'Every registry was asked about each gene by itself, so that nobody means nobody, for certain. The search asks for all of them at once, and counts by organism.',
    caption: 'People by gene and registry',
    gene: 'Gene',
    legend: 'What the cells say',
    many: 'people: the fuller, the more',
    nobody: 'nobody, for certain',
    atLeast: 'answered in part: there may be more',
    earlier: 'shown from before, as of the time that it shows',
    unknown: 'gene not known there',
    silent: 'no answer',
  },
  keys: {
    title: 'Keys',
    on: 'These keys are on',
    explained: {
      '/': 'to the search box',
      'j k': 'to the next person, to the one before',
      x: 'puts the person on the shortlist, or takes them off',
      w: 'writes to the person, or asks for access',
      s: 'to the shortlist',
      d: 'drafts one message to everybody on the shortlist',
    },
  },

  language: 'English',
  skip: 'Skip to the content',
  skipToPeople: 'Skip to people',
  navigation: 'Pages',
  otherPages: 'Other pages',
  languages: 'Language',
  siteLinks: { termsOfUse: 'Terms of use', privacy: 'Privacy', faq: 'Questions and answers' },
  geneListPage: 'Gene list',
  apiPage: 'API',
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
  orthologTaxonHelp: 'Only for human genes; with none chosen, in all organisms.',
  tiersHeading: 'Tiers',
  tierShort: { TIER1: 'Tier 1', TIER2: 'Tier 2', TIER3: 'Tier 3' } satisfies Record<Tier, string>,
  name: 'Name',
  nameHelp: 'First or last name contains this.',
  prefix: 'Last name starts with this',
  interest: 'Research interest',
  interestHelp: 'Any description of the research contains this.',
  filters: 'Filters',
  filtersUsed: (count: number) => `${count} in use`,
  filtersHelp: 'Within a filter one value is enough; all filters must be met.',
  termsNoneMatch: (typed: string, ontology: string) => `No term of “${ontology}” was found by “${typed}”.`,
  termsSeveralMatch: (typed: string, ontology: string) =>
    `“${typed}” is not the name of exactly one term of “${ontology}”. Choose among those listed at the filter.`,
  termsMeant: (typed: string) => `Which terms are meant by “${typed}”?`,
  registries: 'Registries to ask',
  registriesHelp: 'None chosen: all are asked.',
  search: 'Search',

  results: 'Results',
  withoutScript: 'Show the whole answer on one page',
  queryGenes: (symbol: string, taxon: string) => `Researchers who work on ${symbol} (${taxon})`,
  queryGenesAndOrthologs: (symbol: string, taxon: string) =>
    `Researchers who work on ${symbol} (${taxon}), or on its orthologs in any organism`,
  queryOrthologs: (symbol: string, taxon: string, orthologTaxon: string) =>
    `Researchers who work on orthologs of ${symbol} (${taxon}) in ${orthologTaxon}`,
  queryName: (name: string) => `Researchers whose name contains “${name}”`,
  queryPrefix: (name: string) => `Researchers whose last name starts with “${name}”`,
  queryInterest: (interest: string) => `Researchers whose research interest contains “${interest}”`,
  /** Follows the clause with the name. */
  queryInterestToo: (interest: string) => `whose research interest contains “${interest}”`,
  queryAnybody: 'Researchers',
  queryFilter: (filter: string, values: readonly string[]) =>
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
  pages: 'Pages of the answer',
  firstPage: 'First page',
  nextPage: 'Next page',
  copyLink: 'Copy link',
  backToSearch: 'Back to the search',
  foundWith: 'Found with',
  nextSteps: 'What you can do next',
  sameGeneElsewhere: 'The same gene in other organisms',
  otherGenesOf: (disease: string) => `Other genes of ${disease}`,
  askTheRegistry: (registry: string) => `Ask the people at ${registry}`,
  visitTheRegistry: (registry: string) => `Look at ${registry} itself, and whom to ask there`,
  from: (registry: string) => `Record of ${registry}`,
  department: 'Department',
  organisation: 'Organisation',
  email: 'E-mail',
  phone: 'Phone',
  website: 'Website',
  orcid: 'ORCID iD',
  ror: 'Organisation (ROR)',
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
  accessExpiresAt: (time: string) => `Please send this before ${time}. After that, search again.`,
  accessReason: 'Why do you ask?',
  accessReasonHelp: 'Required. A sentence will do.',
  accessContact: 'How can you be reached?',
  accessContactHelp: 'Required. An e-mail address, for the answer.',
  accessSend: 'Send the request',
  accessReasonMissing: 'Please give a reason.',
  accessReasonTooLong: (allowed: number) => `Please write at most ${allowed} characters.`,
  accessContactInvalid: 'Please give an e-mail address, such as ada@example.org.',
  accessTooMany: 'Too many requests came from here. Please try again later.',
  accessSent: (registry: string) => `Your request was sent to the administrators of ${registry}.`,

  error: 'This did not work',
  pageNotFound: 'Page not found',
  criterionMissing: 'At least one search criterion must be provided.',
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
  answering,
  feed,
  geneList,
  glass,
  partnerMail,
  sheet,
  start,
  subscription,
  trail,
  typedText,
  disease,
};
