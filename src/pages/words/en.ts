/** All words of the site in English. */

import type { Tier } from '../../domain/record/model.ts';
import { access, answering } from '../access/words.en.ts';
import { admin, auditLog } from '../admin/words.en.ts';
import { feed, subscription } from '../feeds/words.en.ts';
import { geneList } from '../gene/words.en.ts';
import { order } from '../people/words.en.ts';
import { isOne } from './plurals.en.ts';
import { searching } from './searching.en.ts';
import { boxPages, geneCard, peoplePages } from './server-pages.en.ts';

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
  caption: (rows: number) => (isOne(rows) ? '1 record' : `${rows} records`),
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
    `The reference to the record can be resolved for ${minutes} ${isOne(minutes) ? 'minute' : 'minutes'} after the search it came from. After that, search again.`,
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
  glass: {
    heading: 'Looking-glass for partners',
    intro: (registry: string) =>
      `How your registry is seen from ${registry}: answers, failures and questions, without anything that was asked. It opens with a token that the administrators of ${registry} tied to your registry. The token stays in this page only, until you close it.`,
    refused: 'The token was refused.',
    notTied: 'This token is tied to no partner of this registry.',
    unknown: 'Not known',
    never: 'Not since the start',
    ourToken: 'Our token at your registry',
    lastGood: 'last good',
    saysItIs: 'It calls itself',
    failures: 'Kinds of failure among the last questions',
    noFailures: 'None.',
    faults: 'Members of your records that had no usable form',
    noFaults: 'None since the start.',
    questions: 'Questions since the start',
    neverTexts: 'Kinds and numbers alone: what was asked is neither kept nor shown.',
    noQuestions: 'None yet.',
    columns: {
      what: 'What',
      count: 'How often',
      last: 'Last',
      kind: 'Question',
      sent: 'From us to you',
      came: 'From you to us, with this token',
    },
  },
  partnerMail: {
    subjects: {
      unwell: (partner: string, registry: string) => `${partner} has not answered ${registry} well for a day`,
      'well-again': (partner: string, registry: string) => `${partner} answers ${registry} again`,
    },
    unwell: (partner: string, url: string, registry: string, since: string) =>
      `${registry} asks ${partner} (${url}) when people search there. Since ${since} it has not answered well for an hour at a stretch.`,
    lastLook: (partner: string, reason: string) => `At the last look, ${partner} ${reason}.`,
    elsewhere: 'It may be the registry or the way to it: from elsewhere it may look well.',
    next: 'One more message comes when it has been well for an hour, and none before.',
    wellAgain: (partner: string, registry: string, wellSince: string, since: string) =>
      `${partner} has answered ${registry} at every look since ${wellSince}. Before that it had not answered well since ${since}.`,
    glass: 'With a token that is tied to your registry you see there how it fares:',
    why: (registry: string) =>
      `The administrators of ${registry} have configured this address for these messages. Ask them to take it out if you want none.`,
  },
  sheet: {
    title: 'Summary',
    titleOf: (sentence: string) => `Summary: ${sentence}`,
    print: 'Print summary',
    printHint: 'One page, A4 or Letter: print it with your browser.',
    back: 'Back to the results',
    identifiers: 'NCBI Gene',
    orthologs: 'Orthologs',
    moreOrthologs: (count: number) => `and ${count} more`,
    people: 'Whom to ask first',
    order: 'Named people first; then whoever works on it now, on the gene itself, principal investigators, names.',
    withheld: (registry: string) => `Name withheld by ${registry}: ask there for access`,
    otherPeople: (count: number) => (isOne(count) ? '1 more person was found.' : `${count} more people were found.`),
    otherPeopleAtLeast: (count: number) =>
      isOne(count) ? 'At least 1 more person was found.' : `At least ${count} more people were found.`,
    completeness: 'How complete this is',
    asOf: (moment: string) => `As of ${moment}.`,
    address: 'The same search, up to date',
    codeOf: 'The address of this search as a QR code',
  },
  start: {
    moreOptions: 'More ways to search',
    changeSearch: 'Change the search',
    examples: 'For example',
    exampleDisease: 'Dravet syndrome' as string,
    exampleKinds: {
      symbol: 'gene symbol',
      identifier: 'Ensembl identifier',
      disease: 'disease',
      variant: 'variant',
    },
    queried: (registries: number) =>
      isOne(registries) ? 'One registry is asked' : `${registries} registries are asked`,
    organisms: 'Organisms',
    /** Only for a demonstration. */
    trials: 'Try',
    trialKinds: {
      slow: { title: 'A slow registry', means: 'its people come when it answers' },
      down: { title: 'A registry that is down', means: 'the answer says so; ask it again' },
      withheld: { title: 'A withheld name', means: 'ask for access' },
      list: { title: 'A list of genes', means: 'candidates of an exome' },
    },
  },
  subscription,
  auditLog,
  typedText: {
    /** The name that was found, if it is not the symbol: `MT-TK`. */
    typed: (called: string) => `You typed ${called}.`,
    /** For a text of which only the gene was searched. */
    omitted: 'The other words of your text were not searched for.',
    readAs: (gene: string, organism: string) => `Read as ${gene} (${organism}).`,
    /** For a gene of another organism than the text names. */
    readIn: (gene: string, organism: string, others: string) => `Read as ${gene} (${organism}), in ${others}.`,
    /** A line of a message, and the button that adds it. */
    about: (words: string) => `About: ${words}.`,
    mention: 'Mention the other words',
    /** The words follow. */
    notSearched: 'Not searched for:',
    calledSo: (count: number, text: string) =>
      isOne(count) ? `1 person is called “${text}”` : `${count} people are called “${text}”`,
    finds: (count: number) => (isOne(count) ? 'finds 1 person' : `finds ${count} people`),
    /** For a text that is no gene, disease or term. */
    searched: { people: 'Searched among names of people.', interests: 'Searched among research interests.' },
    variantAlone: 'A variant without its gene: type the gene.',
    listInAddress:
      'Several genes are not read from an address, where others could read them. Press Search to look them up.',
    nothingTyped: 'Type a gene, a disease, an identifier or a name.',
    tooLong: (found: number, most: number) => `The text has ${found} characters, but at most ${most} are read.`,
  },
  disease: {
    genesTitle: 'Genes',
    /** `from` is the sources of the associations, with their releases. */
    tiedBy: (from: string) => `Tied to it by ${from}.`,
    anyOf: (count: number) => (isOne(count) ? 'Who works on this gene' : `Who works on any of these ${count} genes`),
    /** The source; the genes follow, by kind. */
    associations: (source: string) => `Kind of association (${source}):`,
    /** By the words of HPO and Orphanet for the kind of association between a gene and the disease. */
    kinds: {
      ...{ MENDELIAN: 'Mendelian', POLYGENIC: 'polygenic', UNKNOWN: 'kind not known' },
      'Disease-causing germline mutation(s) in': 'germline variants cause it',
      'Disease-causing germline mutation(s) (loss of function) in': 'loss of function causes it',
      'Disease-causing germline mutation(s) (gain of function) in': 'gain of function causes it',
      'Disease-causing somatic mutation(s) in': 'somatic variants cause it',
      'Major susceptibility factor in': 'major susceptibility factor',
      'Modifying germline mutation in': 'germline variants modify it',
      'Part of a fusion gene in': 'part of a fusion gene',
      'Role in the phenotype of': 'role in the phenotype',
      'Candidate gene tested in': 'candidate gene',
      'Biomarker tested in': 'biomarker',
    },
    firstOf: (shown: number, all: number) => `The first ${shown} of ${all} genes.`,
    /** `from` is the sources of the names, which follow. */
    otherNames: (from: string) => `Also called (${from}):`,
    peopleOf: (name: string) => `People who work on the genes of ${name}`,
    alsoCalled: 'Also listed as',
    interests: (name: string) => `People who write of “${name}”`,
  },
};
