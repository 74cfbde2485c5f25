/** English words for the scripts of a search. */

import type { Filter } from '../../../domain/federation/origin.ts';
import type { ResearcherCategory, ResearcherPosition, Tier } from '../../../domain/record/model.ts';
import { box } from './box.ts';
import { completeness } from './completeness.ts';
import { message } from './message.ts';
import { people } from './people.ts';
import { quoted } from './person.ts';

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
    zfa: 'Zebrafish anatomy (ZFA)',
  } as Readonly<Record<string, string>>,
  researchers: (count: number) => (count === 1 ? '1 researcher' : `${count} researchers`),
  suggestionsLive: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  termChosenLive: (name: string) => `${name} was chosen.`,
  removeTerm: (name: string) => `Remove ${name}`,
  termSearchHelp: 'Type a part of the name and choose.',
  termIdsHelp: 'Names or ids of terms, separated by semicolons.',
  thisRegistry: 'this registry',
  quoted,
  asking: 'Asking the registries…',
  nobodySure: 'Nobody was found, and every registry that was asked answered.',
  nobodyKnowsIt: (registries: number, gene: string) =>
    registries === 1 ? `The registry has no gene ${gene}.` : `None of the ${registries} registries has a gene ${gene}.`,
  nobodyKnowsTerms: 'None of the registries knows the terms that were asked about.',
  nobodyUnsure: 'Nobody was found so far, but not every registry answered in full.',
  noName: 'Name not given',
  atPlace: (position: string, organisation: string) => `${position} at ${organisation}`,
  wholeProfile: 'Whole profile',
  closeProfile: 'Close',
  profileClosed: 'The profile is closed.',
  copied: 'Copied.',
  answeredLive: (registry: string, clause: string) => `${registry} ${clause}.`,
  connectionLost: 'The connection broke before the answer was whole.',
  resultsFailed: 'The search could not be carried out.',

  /** The reason as a sentence. */
  itDid: (reason: string) => `It ${reason}.`,
  outstanding: 'has not answered yet',
  count: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  anonymised: (count: number) => `${count} anonymised`,
  milliseconds: (milliseconds: number) => `in ${milliseconds} ms`,
  /** For waits that no reader notices. */
  atOnce: 'at once',
  seconds: (seconds: number) => `in ${seconds.toFixed(1)} s`,
  age: (minutes: number) => (minutes === 0 ? 'kept for less than a minute' : `kept for ${minutes} min`),
  asOf: (time: string) => `as of ${time}`,
  nextTry: (time: string) => `next try at ${time}`,
  askedAs: (names: string) => `asked as ${names}`,
  dropped: (count: number) => (count === 1 ? '1 record left out' : `${count} records left out`),
  shortened: (count: number) => (count === 1 ? '1 record shortened' : `${count} records shortened`),
  notExact: 'there may be more',
  terms: 'Terms',
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
  termsUnresolved: (registry: string, clause: string) =>
    `${registry} did not tell of every term whether it knows it: it ${clause}.`,
  termsLookupFailed: (ontology: string) =>
    `Which registries know the chosen terms of “${ontology}” could not be found out.`,

  ...completeness,

  box,
  people,
  gene: {
    /** Follows the text of a link, for screen readers. */
    only: '(show these only)',
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    nobody: 'nobody',
    noneFound: 'nobody found, as far as this registry knows the orthologs',
    atLeast: (count: number) => {
      if (count === 0) return 'nobody found, but answered in part';
      return count === 1 ? '1 person or more' : `${count} people or more`;
    },
    earlier: (people: string, time: string) => `${people}, as of ${time}`,
    unknownThere: 'gene not known there',
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
