/** English words for the scripts of a search. */

import { COMPLETENESS_IN_ENGLISH } from '../../domain/federation/completeness-in-english.ts';
import type { Filter, OriginState } from '../../domain/federation/origin.ts';
import type { Facet } from '../../domain/people/facets.ts';
import type { Evidence } from '../../domain/people/likely-same.ts';
import { isOne } from '../../domain/plurals.ts';
import type { ResearcherCategory, ResearcherPosition, Tier } from '../../domain/record/model.ts';
import type { NamedBy } from '../../domain/resolve/candidate.ts';
import { person, quoted } from '../people/words.en.ts';

const box = {
  label: 'Gene, disease, identifier or person',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, Dravet syndrome',

  groups: {
    gene: 'Genes',
    disease: 'Diseases',
    term: 'Phenotypes and other terms',
    person: 'People',
    search: 'Searches',
  },
  reasons: {
    identifier: (matched: string) => `identifier ${matched}`,
    symbol: (matched: string) => `symbol ${matched}`,
    alias: (matched: string) => `alias ${matched}`,
    name: (matched: string) => `name: ${matched}`,
    designation: (matched: string) => `also called ${matched}`,
    beginning: (matched: string) => `starts with: ${matched}`,
    words: (matched: string) => `matches all words of: ${matched}`,
    'some-words': (matched: string) => `matches some words of: ${matched}`,
    'symbol-in-text': (matched: string) => `${matched} is in the text`,
    'spelled-alike': (matched: string) => `similar spelling: ${matched}`,
    date: (matched: string) => `a spreadsheet turns ${matched} into this date`,
    considered: (matched: string) => `may replace ${matched}, which is obsolete`,
  } satisfies Record<NamedBy | 'spelled-alike', (matched: string) => string>,
  /** For a match that is shown beside the reason. */
  reasonsAlone: {
    identifier: 'identifier',
    symbol: 'symbol',
    alias: 'alias',
    name: 'name',
    designation: 'name',
    beginning: 'starts with it',
    words: 'matches all words',
    'some-words': 'matches some words',
    'symbol-in-text': 'is in the text',
    'spelled-alike': 'similar spelling',
    date: 'a date from a spreadsheet',
    considered: 'may replace an obsolete term',
  } satisfies Record<NamedBy | 'spelled-alike', string>,
  /** `from` is the source with its release: `HPO 2025-01-16`. */
  geneOf: (disease: string, from: string) => `gene of ${disease}, ${from}`,
  genesOf: (count: number, from: string) => (isOne(count) ? `1 gene, ${from}` : `${count} genes, ${from}`),
  didYouMean: 'Did you mean …?',
  peopleCalled: (text: string) => `Search people called “${text}”`,
  interestsWith: (text: string) => `Search interests for “${text}”`,
};

const completeness = {
  ...COMPLETENESS_IN_ENGLISH,
  states: {
    answered: 'answered',
    empty: 'has nobody',
    limited: 'answered in part',
    'unknown-term': 'does not know what was asked',
    unsupported: 'cannot be asked this',
    stale: 'failed; an earlier answer is shown',
    'timed-out': 'did not answer in time',
    unreachable: 'could not be reached',
    failed: 'gave no usable answer',
    refused: 'refused to answer',
    busy: 'is busy',
    resting: 'is paused after failures',
    'not-asked': 'was not asked',
  } satisfies Record<OriginState, string>,
};

const peopleText = (count: number) => (isOne(count) ? '1 person' : `${count} people`);

const message = {
  shortlist: 'Shortlist',
  shortlistOf: (count: number) => `Shortlist: ${peopleText(count)}`,
  choose: (name: string) => `Shortlist: ${name}`,
  chosen: (name: string, count: number) => `“${name}” is on the shortlist: ${peopleText(count)}.`,
  removed: (name: string, count: number) => `“${name}” was removed from the shortlist: ${peopleText(count)}.`,
  full: (most: number) => `The shortlist is full (${most} people). Remove someone first.`,
  notStored: 'This browser cannot store the shortlist: it is lost when you leave the page.',
  onlyHere: 'The shortlist stays in this browser.',
  withheld: (registry: string) => `Name withheld by ${registry}`,
  workOn: (gene: string, organism: string) => `${gene} (${organism})`,
  notes: 'Notes',
  closeNotes: 'Close the notes',
  note: 'Note',
  noteOn: (name: string) => `Note on ${name}`,
  up: 'Up',
  upOf: (name: string) => `Move up: ${name}`,
  down: 'Down',
  downOf: (name: string) => `Move down: ${name}`,
  place: (name: string, place: number, count: number) => `“${name}” is now ${place} of ${count}.`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  clear: 'Clear the shortlist',
  confirmClear: (count: number) => `Remove ${peopleText(count)} and all notes? This cannot be undone.`,
  cleared: 'The shortlist is empty.',
  expiresAt: (time: string) => `You can request access until about ${time}. Then search again.`,
  expired: 'The link to this record has expired. Search again to request access.',

  draft: (count: number) => (isOne(count) ? 'Write' : `Write to all ${count}`),
  draftTo: (name: string) => `Message to ${name}`,
  draftToAll: (count: number) => `One message each to ${peopleText(count)}`,
  lookingUp: 'Looking up the address…',
  openMail: 'Open in your mail program',
  openMailTo: (name: string) => `Open in your mail program: message to ${name}`,
  noAddress: 'No e-mail address is shown.',
  lookUpFailed: 'The address could not be loaded.',
  tooLong: 'The message is too long for a mail program. Copy it, or make it shorter.',
  profile: 'Profile',
  profileOf: (name: string) => `Profile of ${name}`,
  access: 'Request access',
  accessTo: (name: string) => `Request access: ${name}`,
  subject: 'Subject',
  text: 'Message',
  textHelp: 'Nothing is sent until you send it from your mail program.',
  textHelpAll:
    'Each message begins with the person’s name and where you found them. Nobody sees who else you write to. Nothing is sent until you send it from your mail program.',
  copy: 'Copy the message',
  copied: 'The message was copied.',
  close: 'Close',

  subjectOf: (about: string) => `Question about ${about}`,
  subjectOfWork: 'Question about your research',
  greeting: (name: string) => `Dear ${name},`,
  foundWith: (registry: string, about: string) => `I found you in ${registry}, where you are listed with ${about}.`,
  foundIn: (registry: string) => `I found you in ${registry}.`,
  lookingFor: (about: string) => `I am looking for someone who works on ${about}. `,
  wish: '[What would you like to ask?]',
  link: (address: string) => `My search: ${address}`,
  regards: 'Kind regards,',
};

const people = {
  /** `fewest`: the least number of distinct people, because a person may be in several registries, and one with a withheld name may be anyone. */
  count: (count: number, fewest = count) => (fewest < count ? `${fewest} to ${peopleText(count)}` : peopleText(count)),
  soFar: (count: number) => `${peopleText(count)} so far`,
  narrowed: (shown: number, all: number) => `${shown} of ${peopleText(all)}`,
  list: 'People who were found',
  withheldRun: (count: number, registry: string) => `${count} people, names withheld by ${registry}`,

  ...person,
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  likelyAlso: (registry: string, evidence: Evidence) =>
    `likely also in ${registry} (${{ orcid: 'same ORCID iD', 'name-and-organisation': 'same name and organisation', name: 'same name' }[evidence]})`,
  notSame: 'not the same',
  notSameAs: (registry: string) => `Not the same person as in ${registry}`,
  notChecked: (registry: string, filters: string) => `${registry} could not filter by: ${filters}`,

  asTable: 'Table',
  asCards: 'Cards',
  facets: {
    organism: 'Organism',
    registry: 'Registry',
    tier: 'Works on it',
    name: 'Name',
    position: 'Position',
    category: 'Kind of research',
    organ: 'Organ system',
    gene: 'Gene',
  } satisfies Record<Facet, string>,
  tiers: { TIER1: 'now', TIER2: 'before', TIER3: 'tier 3' },
  names: { named: 'shown', withheld: 'withheld' },
  apply: 'Apply',
  clear: 'Clear filters',
  moreFilters: 'More filters',
  moreValues: (count: number) => `${count} more`,
  countsSoFar: (registries: number) =>
    isOne(registries)
      ? 'Counted so far: 1 registry has not answered yet.'
      : `Counted so far: ${registries} registries have not answered yet.`,
  columns: 'Columns',
  sortBy: (column: string, isReversed: boolean) => `Sort by ${column}${isReversed ? ', reversed' : ''}`,
  column: {
    name: 'Name',
    place: 'Position and organisation',
    genes: 'Works on',
    work: 'Kind of research',
    organs: 'Organ systems',
    registry: 'Registry',
    act: 'Contact',
  },

  offer: (count: number, registries: string) =>
    `${count} new ${isOne(count) ? 'person' : 'people'} from ${registries}: show`,
  offerLive: (count: number, registries: string) =>
    `${registries} answered: ${count} more ${isOne(count) ? 'person' : 'people'} can be shown.`,
  and: (names: readonly string[]) =>
    names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  nobodyChosen: 'Nobody matches these filters.',
};

export const searching = {
  lang: 'en',

  tiers: {
    TIER1: 'Tier 1: works on it now',
    TIER2: 'Tier 2: has worked on it',
    TIER3: 'Tier 3',
  } satisfies Record<Tier, string>,
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
  /** By taxon id. An organism that is absent has the name of its record; in English, all are absent. */
  taxa: {} as Readonly<Record<string, string>>,
  /** By Uberon id: organ systems with another name than in the data. */
  organs: {} as Readonly<Record<string, string>>,
  /** By the name of the ontology in lower case. */
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
    techniques: 'Techniques',
    zfa: 'Zebrafish anatomy (ZFA)',
  } as Readonly<Record<string, string>>,
  researchers: (count: number) => (isOne(count) ? '1 researcher' : `${count} researchers`),
  suggestionsLive: (count: number) => (isOne(count) ? '1 suggestion' : `${count} suggestions`),
  termChosenLive: (name: string) => `${name} was chosen.`,
  removeTerm: (name: string) => `Remove ${name}`,
  termSearchHelp: 'Type part of the name, then choose.',
  termIdsHelp: 'Names or ids of terms, separated by semicolons.',
  thisRegistry: 'this registry',
  quoted,
  asking: 'Asking the registries…',
  nobodySure: 'Nobody was found. Every registry that was asked answered.',
  nobodyKnowsIt: (registries: number, gene: string) =>
    isOne(registries)
      ? `The registry has no gene ${gene}.`
      : `None of the ${registries} registries has a gene ${gene}.`,
  nobodyKnowsTerms: 'No registry knows these terms.',
  nobodyUnsure: 'Nobody was found so far. Not every registry answered in full.',
  noName: 'Name not given',
  atPlace: (position: string, organisation: string) => `${position} at ${organisation}`,
  wholeProfile: 'Whole profile',
  closeProfile: 'Close',
  profileClosed: 'The profile is closed.',
  copied: 'Copied.',
  answeredLive: (registry: string, clause: string) => `${registry} ${clause}.`,
  connectionLost: 'The connection broke, so the answer is incomplete.',
  resultsFailed: 'The search failed.',

  /** The reason as a sentence. */
  itDid: (reason: string) => `It ${reason}.`,
  outstanding: 'has not answered yet',
  count: (count: number) => (isOne(count) ? '1 record' : `${count} records`),
  anonymised: (count: number) => `${count} anonymised`,
  milliseconds: (milliseconds: number) => `in ${milliseconds} ms`,
  /** For waits that no reader notices. */
  atOnce: 'at once',
  seconds: (seconds: number) => `in ${seconds.toFixed(1)} s`,
  age: (minutes: number) => (minutes === 0 ? 'less than a minute old' : `${minutes} min old`),
  asOf: (time: string) => `as of ${time}`,
  nextTry: (time: string) => `next try at ${time}`,
  askedAs: (names: string) => `asked as ${names}`,
  dropped: (count: number) => (isOne(count) ? '1 record left out' : `${count} records left out`),
  shortened: (count: number) => (isOne(count) ? '1 record shortened' : `${count} records shortened`),
  notExact: 'there may be more',
  terms: 'Terms',
  reapplied: (filters: string) => `filtered here: ${filters}`,
  unchecked: (filters: string) => `not filtered: ${filters}`,
  retry: 'Ask again',
  retryOf: (registry: string) => `Ask again: ${registry}`,

  termsNotEverywhere: 'Some registries may not know these terms:',
  termByName: (name: string, termId: string) => `“${name}” (${termId})`,
  termById: (termId: string) => `“${termId}”`,
  termsUnaskable: (registry: string, version: string | null) =>
    `${registry} cannot search by terms${version === null ? '' : ` (version ${version})`}.`,
  ontologyUnknown: (registry: string, ontology: string) => `${registry} does not know the ontology “${ontology}”.`,
  termsUnknown: (registry: string, terms: readonly string[], others: number) =>
    `${registry} does not know ${terms.join(', ')}${others === 0 ? '' : ` and ${others} more`}.`,
  termsUnresolved: (registry: string, clause: string) => `${registry} may not know every term: it ${clause}.`,
  termsLookupFailed: (ontology: string) => `It is not known which registries know these terms of “${ontology}”.`,

  ...completeness,

  box,
  people,
  gene: {
    /** Follows the text of a link, for screen readers. */
    only: '(show these only)',
    people: (count: number) => (isOne(count) ? '1 person' : `${count} people`),
    nobody: 'nobody',
    noneFound: 'nobody found among the orthologs known here',
    atLeast: (count: number) => {
      if (count === 0) return 'nobody found, partial answer';
      return isOne(count) ? '1 person or more' : `${count} people or more`;
    },
    earlier: (people: string, time: string) => `${people}, as of ${time}`,
    unknownThere: 'gene unknown there',
    silent: 'no answer',
    outstanding: 'not answered yet',
    notAsked: 'not asked',
    cell: (people: string, taxon: string, registry: string) => `${people}: ${taxon}, ${registry}`,
    /** In a list on one line, such as "mouse 4". */
    total: (taxon: string, count: number) => `${taxon} ${count}`,
  },
  message,
  origins: {
    details: 'Details',
  },
};
