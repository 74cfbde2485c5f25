/** French words for the scripts of a search. */

import type { Words } from '../words.ts';
import { box } from './box.ts';
import { completeness } from './completeness.ts';
import { message } from './message.ts';
import { people } from './people.ts';
import { quoted } from './person.ts';
import { reasonInFrench } from './reasons.ts';
import { taxa } from './taxa.ts';

export const searching = {
  lang: 'fr',

  tiers: {
    TIER1: 'Niveau 1 : travaille actuellement sur ce gène',
    TIER2: 'Niveau 2 : a travaillé sur ce gène',
    TIER3: 'Niveau 3',
  },
  filterNames: {
    researcherPositions: 'Poste',
    researcherCategories: 'Type de recherche',
    organUberonIds: 'Système d’organes humain',
    ontologyTermIds: 'Termes',
  },
  positions: { PRINCIPAL_INVESTIGATOR: 'Chercheur principal' },
  categories: {
    IN_SILICO: 'In silico',
    IN_VITRO_BIOCHEMICAL: 'In vitro, biochimie',
    IN_VITRO_CELLS: 'In vitro, cellules',
    IN_VITRO_STRUCTURAL: 'In vitro, structure',
    IN_VIVO: 'In vivo',
    OTHER: 'Autre',
  },
  taxa,
  organs: {
    'UBERON:0000026': 'Membres',
    'UBERON:0000033': 'Tête et cou',
    'UBERON:0000178': 'Sang et système immunitaire',
    'UBERON:0000949': 'Système endocrinien',
    'UBERON:0000970': 'Œil et oreille',
    'UBERON:0001004': 'Système respiratoire',
    'UBERON:0001007': 'Système digestif',
    'UBERON:0001015': 'Musculature',
    'UBERON:0001016': 'Système nerveux',
    'UBERON:0002199': 'Tégument',
    'UBERON:0004122': 'Système génito-urinaire',
    'UBERON:0004535': 'Système cardiovasculaire',
    'UBERON:0004755': 'Squelette et tissu conjonctif',
  },
  ontologyTitles: {
    bto: 'Tissus et sources d’enzymes (BTO)',
    chebi: 'Composés chimiques (ChEBI)',
    cl: 'Types de cellules (CL)',
    doid: 'Maladies humaines (DOID)',
    eco: 'Types de preuves (ECO)',
    efo: 'Facteurs expérimentaux (EFO)',
    envo: 'Environnements (ENVO)',
    fbbt: 'Anatomie de la drosophile (FBbt)',
    go: 'Gene Ontology (GO)',
    hp: 'Phénotypes humains (HPO)',
    hpo: 'Phénotypes humains (HPO)',
    ma: 'Anatomie de la souris (MA)',
    mondo: 'Maladies (MONDO)',
    mp: 'Phénotypes des mammifères (MP)',
    nbo: 'Comportements (NBO)',
    obi: 'Méthodes d’investigation (OBI)',
    ordo: 'Maladies rares (ORDO)',
    pato: 'Qualités (PATO)',
    reactome: 'Voies biologiques (Reactome)',
    so: 'Éléments de séquence (SO)',
    uberon: 'Anatomie (UBERON)',
    wbphenotype: 'Phénotypes du nématode (WBPhenotype)',
    zfa: 'Anatomie du poisson-zèbre (ZFA)',
  },
  researchers: (count: number) => (count <= 1 ? `${count} chercheur` : `${count} chercheurs`),
  suggestionsLive: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  termChosenLive: (name: string) => `Terme choisi : ${name}.`,
  removeTerm: (name: string) => `Retirer ${name}`,
  termSearchHelp: 'Saisissez une partie du nom et choisissez.',
  termIdsHelp: 'Noms ou identifiants de termes, séparés par des points-virgules.',
  thisRegistry: 'ce registre',
  quoted,
  asking: 'Les registres sont interrogés…',
  nobodySure: 'Personne n’a été trouvé, et tous les registres interrogés ont répondu.',
  nobodyKnowsIt: (registries: number, gene: string) =>
    registries === 1
      ? `Le registre n’a pas de gène ${gene}.`
      : `Aucun des ${registries} registres n’a de gène ${gene}.`,
  nobodyKnowsTerms: 'Aucun des registres ne connaît les termes demandés.',
  nobodyUnsure: 'Personne n’a été trouvé jusqu’ici, mais tous les registres n’ont pas répondu entièrement.',
  noName: 'Nom non indiqué',
  atPlace: (position: string, organisation: string) => `${position}, ${organisation}`,
  wholeProfile: 'Profil complet',
  closeProfile: 'Fermer',
  profileClosed: 'Le profil est fermé.',
  copied: 'Copié.',
  answeredLive: (registry: string, clause: string) => `${registry} ${clause}.`,
  connectionLost: 'La connexion s’est rompue avant la fin de la réponse.',
  resultsFailed: 'La recherche n’a pas pu être effectuée.',

  itDid: (reason: string) => `Il ${reason}.`,
  outstanding: 'n’a pas encore répondu',
  count: (count: number) => (count < 2 ? `${count} fiche` : `${count} fiches`),
  anonymised: (count: number) => (count < 2 ? `${count} anonymisée` : `${count} anonymisées`),
  milliseconds: (milliseconds) => `en ${milliseconds} ms`,
  atOnce: 'aussitôt',
  seconds: (seconds) => `en ${seconds.toFixed(1).replace('.', ',')} s`,
  age: (minutes: number) => (minutes === 0 ? 'conservée depuis moins d’une minute' : `conservée depuis ${minutes} min`),
  asOf: (time: string) => `état du ${time}`,
  nextTry: (time: string) => `prochain essai à ${time}`,
  askedAs: (names: string) => `demandé sous le nom ${names}`,
  dropped: (count: number) => (count === 1 ? '1 fiche omise' : `${count} fiches omises`),
  shortened: (count: number) => (count === 1 ? '1 fiche abrégée' : `${count} fiches abrégées`),
  notExact: 'il peut y en avoir d’autres',
  terms: 'Conditions',
  reapplied: (filters: string) => `filtré ici selon : ${filters}`,
  unchecked: (filters: string) => `n’a pas pu être filtré selon : ${filters}`,
  retry: 'Interroger à nouveau',
  retryOf: (registry: string) => `Interroger à nouveau : ${registry}`,

  termsNotEverywhere: 'Certains termes choisis ne sont peut-être pas connus partout :',
  termByName: (name: string, termId: string) => `« ${name} » (${termId})`,
  termById: (termId: string) => `« ${termId} »`,
  termsUnaskable: (registry: string, version: string | null) =>
    `${registry} ne peut pas être interrogé sur les termes${version === null ? '' : ` (sa version est ${version})`}.`,
  ontologyUnknown: (registry: string, ontology: string) => `${registry} ne connaît pas l’ontologie « ${ontology} ».`,
  termsUnknown: (registry: string, terms: readonly string[], others: number) =>
    `${registry} ne connaît pas ${terms.join(', ')}${others === 0 ? '' : ` et ${others} autre${others === 1 ? '' : 's'}`}.`,
  termsUnresolved: (registry: string, clause: string) =>
    `${registry} n’a pas dit de chaque terme s’il le connaît : il ${clause}.`,
  termsLookupFailed: (ontology: string) =>
    `Il n’a pas été possible de savoir quels registres connaissent les termes choisis de « ${ontology} ».`,

  ...completeness,
  reasonOf: (problem, state, isOfSeveral) =>
    (problem === null ? undefined : reasonInFrench(problem, isOfSeveral)) ??
    completeness.reasonOf(problem, state, isOfSeveral),

  box,
  people,
  gene: {
    /** Follows the text of a link, for screen readers. */
    only: '(n’afficher que cela)',
    people: (count: number) => (count < 2 ? `${count} personne` : `${count} personnes`),
    nobody: 'personne',
    noneFound: 'personne de trouvé, d’après les orthologues que ce registre connaît',
    atLeast: (count: number) => {
      if (count === 0) return 'personne de trouvé, mais réponse partielle';
      return count === 1 ? '1 personne ou plus' : `${count} personnes ou plus`;
    },
    earlier: (people: string, time: string) => `${people}, état de ${time}`,
    unknownThere: 'gène inconnu de ce registre',
    silent: 'pas de réponse',
    outstanding: 'pas encore de réponse',
    notAsked: 'non interrogé',
    cell: (people: string, taxon: string, registry: string) => `${people} : ${taxon}, ${registry}`,
    total: (taxon: string, count: number) => `${taxon} ${count}`,
  },
  message,
  origins: {
    details: 'Détails',
  },
} satisfies Words;
