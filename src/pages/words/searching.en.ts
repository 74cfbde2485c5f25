/** English words for the scripts of a search. */

import { COMPLETENESS_IN_ENGLISH } from '../../domain/federation/completeness-in-english.ts';
import type { Filter, OriginState } from '../../domain/federation/origin.ts';
import type { Facet } from '../../domain/people/facets.ts';
import type { Evidence } from '../../domain/people/likely-same.ts';
import { isOne } from '../../domain/plurals.ts';
import type { ResearcherCategory, ResearcherPosition, Tier } from '../../domain/record/model.ts';
import { person, quoted } from '../people/words.en.ts';

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

export const peopleText = (count: number) => (isOne(count) ? '1 person' : `${count} people`);

const message = {
  choose: (name: string) => `Shortlist: ${name}`,
  chosen: (name: string, count: number) => `“${name}” is on the shortlist: ${peopleText(count)}.`,
  removed: (name: string, count: number) => `“${name}” was removed from the shortlist: ${peopleText(count)}.`,
  full: (most: number) => `The shortlist is full (${most} people). Remove someone first.`,
  notStored: 'This browser cannot store the shortlist: it is lost when you leave the page.',
  withheld: (registry: string) => `Name withheld by ${registry}`,
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
  researchers: (count: number) => (isOne(count) ? '1 researcher' : `${count} researchers`),
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

  ...completeness,

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
