/** All words of the site in English. */

import { isOne } from '../../domain/plurals.ts';
import type { Tier } from '../../domain/record/model.ts';
import { access, answering } from '../access/words.en.ts';
import { admin, auditLog } from '../admin/words.en.ts';
import { feed, subscription } from '../feeds/words.en.ts';
import { geneList } from '../gene/words.en.ts';
import { order } from '../people/words.en.ts';
import { later } from './later.en.ts';
import { searching } from './searching.en.ts';
import { boxPages, geneCard, peoplePages } from './server-pages.en.ts';

export const en = {
  ...searching,
  ...later,
  gene: { ...searching.gene, ...geneCard },
  box: { ...later.box, ...boxPages },
  message: { ...searching.message, ...later.message },
  people: { ...searching.people, ...order, ...peoplePages },

  coverage: {
    title: (symbol: string, taxon: string) => `Who works on ${symbol} (${taxon})`,
    help: 'Each registry was asked about each gene separately, so “nobody” is certain. The search asks about all genes at once, and counts people by organism.',
    caption: 'People by gene and registry',
    gene: 'Gene',
    legend: 'What the cells say',
    many: 'people: a fuller cell means more people',
    nobody: 'nobody, for certain',
    atLeast: 'answered in part: there may be more',
    earlier: 'an earlier answer, from the time shown',
    unknown: 'the registry does not know the gene',
    silent: 'no answer',
  },
  keys: {
    title: 'Keyboard shortcuts',
    on: 'The shortcuts are on',
    explained: {
      '/': 'go to the search box',
      'j k': 'go to the next or the previous person',
      x: 'add the person to the shortlist, or remove them',
      w: 'write to the person, or request access',
      s: 'go to the shortlist',
      d: 'write to each person on the shortlist',
    },
  },

  language: 'English',
  skip: 'Skip to the content',
  skipToPeople: 'Skip to people',
  /** On a phone: what the head of the page holds besides the search box. */
  menu: 'Menu',
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
  orthologTaxonHelp: 'For human genes only. If you choose none, all organisms are searched.',
  tiersHeading: 'Tiers',
  tierShort: { TIER1: 'Tier 1', TIER2: 'Tier 2', TIER3: 'Tier 3' } satisfies Record<Tier, string>,
  name: 'Name',
  nameHelp: 'The first or last name contains this text.',
  prefix: 'The last name starts with this text',
  interest: 'Research interest',
  interestHelp: 'A description of the research contains this text.',
  filters: 'Filters',
  filtersUsed: (count: number) => `${count} in use`,
  filtersHelp: 'One value of a filter is enough. All filters must match.',
  termsNoneMatch: (typed: string, ontology: string) => `No term of “${ontology}” matches “${typed}”.`,
  termsSeveralMatch: (typed: string, ontology: string) =>
    `“${typed}” is not the name of exactly one term of “${ontology}”. Choose one from the list at the filter.`,
  termsMeant: (typed: string) => `Which terms do you mean by “${typed}”?`,
  registries: 'Registries to ask',
  registriesHelp: 'If you choose none, all are asked.',
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
  isYou: {
    title: 'Is this you?',
    shown: (registry: string, day: string) =>
      `Everything on this page is public. ${registry} shows it to everybody who searches there, or in a registry that asks ${registry}. This is the record of ${day}.`,
    correct:
      'To correct it, or to hide your name or the whole record, change your profile and its privacy where you registered:',
    orWrite: 'or write to',
    when: 'This page then shows what you changed, as soon as the registry does. Nothing can be changed here.',
  },
  nextSteps: 'What you can do next',
  sameGeneElsewhere: 'The same gene in other organisms',
  otherGenesOf: (disease: string) => `Other genes of ${disease}`,
  askTheRegistry: (registry: string) => `Ask the people at ${registry}`,
  visitTheRegistry: (registry: string) => `Visit ${registry}, and see whom to ask there`,
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
    `The link to this record works for ${minutes} ${isOne(minutes) ? 'minute' : 'minutes'} after the search. After that, search again.`,
  accessExpiresAt: (time: string) => `Please send this before ${time}. After that, search again.`,
  accessReason: 'Why do you ask?',
  accessReasonHelp: 'Required. One sentence is enough.',
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
    404: 'This page does not exist, or no longer exists.',
    405: 'This address cannot be used this way.',
    414: 'The address is too long.',
    429: 'Too many requests. Please try again later.',
    500: 'Something went wrong here. Please try again later.',
    501: 'The registry cannot answer this question.',
    502: 'The registry gave no usable answer.',
    503: 'This is not available at the moment.',
    504: 'The registry did not answer in time.',
  },

  access,
  admin,
  answering,
  feed,
  geneList,
  partnerStatus: {
    heading: 'Your registry as we see it',
    intro: (registry: string) =>
      `This page shows how ${registry} sees your registry: its answers, failures and questions, but not what was asked. You need a token that the administrators of ${registry} have assigned to your registry. The token stays in this page until you close it.`,
    refused: 'The token was refused.',
    notTied: 'This token is not assigned to a partner of this registry.',
    unknown: 'Not known',
    never: 'Not since the start',
    ourToken: 'Our token at your registry',
    lastGood: 'last accepted',
    saysItIs: 'It calls itself',
    failures: 'Kinds of failure among the last questions',
    noFailures: 'None.',
    faults: 'Fields of your records that could not be used',
    noFaults: 'None since the start.',
    questions: 'Questions since the start',
    neverTexts: 'Only kinds and numbers are stored and shown, never what was asked.',
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
      unwell: (partner: string, registry: string) => `${partner} has had problems answering ${registry} for a day`,
      'well-again': (partner: string, registry: string) => `${partner} answers ${registry} again`,
    },
    unwell: (partner: string, url: string, registry: string, since: string) =>
      `${registry} asks ${partner} (${url}) when people search. Since ${since}, ${partner} has not answered without problems for a whole hour.`,
    lastLook: (partner: string, reason: string) => `At the last check, ${partner} ${reason}.`,
    elsewhere: 'The cause may be the registry or the network. The registry may work when you open it from elsewhere.',
    next: 'You get one more message, when it has worked for an hour.',
    wellAgain: (partner: string, registry: string, wellSince: string, since: string) =>
      `${partner} has answered ${registry} at every check since ${wellSince}. Before that, it had problems since ${since}.`,
    statusLink: 'With a token that is assigned to your registry, you can see its status here:',
    why: (registry: string) =>
      `The administrators of ${registry} have configured this address for these messages. Ask them to remove it if you do not want them.`,
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
    order:
      'Order: people whose name is shown, people who work on it now, the gene itself before its orthologs, principal investigators, last names.',
    withheld: (registry: string) => `Name withheld by ${registry}: ask there for access`,
    otherPeople: (count: number) => (isOne(count) ? '1 more person was found.' : `${count} more people were found.`),
    otherPeopleAtLeast: (count: number) =>
      isOne(count) ? 'At least 1 more person was found.' : `At least ${count} more people were found.`,
    completeness: 'How complete this is',
    asOf: (moment: string) => `As of ${moment}.`,
    address: 'This search, up to date',
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
      slow: { title: 'A slow registry', means: 'its people appear when it answers' },
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
    variantAlone: 'A variant needs its gene. Type the gene.',
    /** A link follows. */
    atClinVar: 'See the variant in ClinVar:',
    listInAddress:
      'Several genes are not read from an address, where others could read them. Press Search to look them up.',
    nothingTyped: 'Type a gene, a disease, an identifier or a name.',
    tooLong: (found: number, most: number) => `The text has ${found} characters, but at most ${most} are read.`,
  },
  disease: {
    genesTitle: 'Genes',
    /** `from` is the sources of the associations, with their releases. */
    tiedBy: (from: string) => `According to ${from}.`,
    best: 'The first people, by number of genes',
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
    interests: (name: string) => `People whose research interests mention “${name}”`,
  },
};
