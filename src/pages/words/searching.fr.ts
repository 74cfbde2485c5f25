/** French words for the scripts of a search. */

import { person, quoted } from '../people/words.fr.ts';
import { completeness } from './completeness.fr.ts';
import { isOne } from './plurals.fr.ts';
import { reasonInFrench } from './reasons.fr.ts';
import type { searching as english } from './searching.en.ts';
import { taxa } from './taxa.fr.ts';
import type { Widened, Words } from './words.ts';

export const peopleText = (count: number) => (isOne(count) ? `${count} personne` : `${count} personnes`);

const message = {
  choose: (name: string) => `Sélectionner : ${name}`,
  chosen: (name: string, count: number) => `Ajout à la sélection : « ${name} » (${peopleText(count)}).`,
  removed: (name: string, count: number) => `Retrait de la sélection : « ${name} » (${peopleText(count)}).`,
  full: (most: number) => `La sélection est pleine (${most} personnes). Retirez d’abord une personne.`,
  notStored: 'Ce navigateur ne peut pas conserver la sélection : elle disparaît quand vous quittez la page.',
  withheld: (registry: string) => `Nom non communiqué par ${registry}`,
};

const people = {
  count: (count, fewest = count) => (fewest < count ? `${fewest} à ${peopleText(count)}` : peopleText(count)),
  soFar: (count) => `${peopleText(count)} pour l’instant`,
  narrowed: (shown, all) => `${shown} sur ${peopleText(all)}`,
  list: 'Personnes trouvées',
  withheldRun: (count, registry) => `${count} personnes, noms non communiqués par ${registry}`,

  ...person,
  write: 'Écrire',
  writeTo: (name) => `Écrire à ${name}`,
  likelyAlso: (registry, evidence) =>
    `sans doute aussi dans ${registry} (${{ orcid: 'même identifiant ORCID', 'name-and-organisation': 'même nom et même organisation', name: 'même nom' }[evidence]})`,
  notSame: 'pas la même',
  notSameAs: (registry) => `Pas la même personne que dans ${registry}`,
  notChecked: (registry, filters) => `${registry} n’a pas pu filtrer selon : ${filters}`,

  asTable: 'Tableau',
  asCards: 'Fiches',
  facets: {
    organism: 'Organisme',
    registry: 'Registre',
    tier: 'Travaille sur le gène',
    name: 'Nom',
    position: 'Poste',
    category: 'Type de recherche',
    organ: 'Système d’organes',
    gene: 'Gène',
  },
  tiers: { TIER1: 'actuellement', TIER2: 'auparavant', TIER3: 'niveau 3' },
  names: { named: 'affiché', withheld: 'non communiqué' },
  apply: 'Appliquer',
  clear: 'Effacer les filtres',
  moreFilters: 'Plus de filtres',
  moreValues: (count) => `${count} de plus`,
  countsSoFar: (registries) =>
    isOne(registries)
      ? 'Décompte provisoire : 1 registre n’a pas encore répondu.'
      : `Décompte provisoire : ${registries} registres n’ont pas encore répondu.`,
  columns: 'Colonnes',
  sortBy: (column, isReversed) => `Trier par ${column}${isReversed ? ', ordre inverse' : ''}`,
  column: {
    name: 'Nom',
    place: 'Poste et organisation',
    genes: 'Travaille sur',
    work: 'Type de recherche',
    organs: 'Systèmes d’organes',
    registry: 'Registre',
    act: 'Contact',
  },

  offer: (count, registries) =>
    isOne(count)
      ? `${count} nouvelle personne de ${registries} : afficher`
      : `${count} nouvelles personnes de ${registries} : afficher`,
  offerLive: (count, registries) =>
    `Réponse de ${registries} : ${isOne(count) ? `${count} autre personne peut être affichée` : `${count} autres personnes peuvent être affichées`}.`,
  and: (names) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`),
  nobodyChosen: 'Personne ne correspond à ces filtres.',
} satisfies Widened<(typeof english)['people']>;

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
    'UBERON:0001015': 'Système musculaire',
    'UBERON:0001016': 'Système nerveux',
    'UBERON:0002199': 'Tégument',
    'UBERON:0004122': 'Système génito-urinaire',
    'UBERON:0004535': 'Système cardiovasculaire',
    'UBERON:0004755': 'Squelette et tissu conjonctif',
  },
  researchers: (count: number) => (isOne(count) ? `${count} chercheur` : `${count} chercheurs`),
  thisRegistry: 'ce registre',
  quoted,
  asking: 'Les registres sont interrogés…',
  nobodySure: 'Personne n’a été trouvé, et tous les registres interrogés ont répondu.',
  nobodyKnowsIt: (registries: number, gene: string) =>
    isOne(registries)
      ? `Le registre n’a pas de gène ${gene}.`
      : `Aucun des ${registries} registres n’a de gène ${gene}.`,
  nobodyKnowsTerms: 'Aucun des registres ne connaît les termes demandés.',
  nobodyUnsure: 'Personne n’a été trouvé jusqu’ici, mais certains registres n’ont pas répondu complètement.',
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
  count: (count: number) => (isOne(count) ? `${count} fiche` : `${count} fiches`),
  anonymised: (count: number) => (isOne(count) ? `${count} anonymisée` : `${count} anonymisées`),
  milliseconds: (milliseconds) => `en ${milliseconds} ms`,
  atOnce: 'aussitôt',
  seconds: (seconds) => `en ${seconds.toFixed(1).replace('.', ',')} s`,
  age: (minutes: number) => (minutes === 0 ? 'datant de moins d’une minute' : `datant de ${minutes} min`),
  asOf: (time: string) => `état du ${time}`,
  nextTry: (time: string) => `prochain essai à ${time}`,
  askedAs: (names: string) => `demandé sous le nom ${names}`,
  dropped: (count: number) => (isOne(count) ? `${count} fiche omise` : `${count} fiches omises`),
  shortened: (count: number) => (isOne(count) ? `${count} fiche abrégée` : `${count} fiches abrégées`),
  notExact: 'il peut y en avoir d’autres',
  terms: 'Conditions',
  reapplied: (filters: string) => `filtré ici selon : ${filters}`,
  unchecked: (filters: string) => `non filtré selon : ${filters}`,
  retry: 'Interroger à nouveau',
  retryOf: (registry: string) => `Interroger à nouveau : ${registry}`,

  ...completeness,
  reasonOf: (problem, state, isOfSeveral) =>
    (problem === null ? undefined : reasonInFrench(problem, isOfSeveral)) ??
    completeness.reasonOf(problem, state, isOfSeveral),

  people,
  gene: {
    /** Follows the text of a link, for screen readers. */
    only: '(n’afficher que cela)',
    people: (count: number) => (isOne(count) ? `${count} personne` : `${count} personnes`),
    nobody: 'personne',
    noneFound: 'personne de trouvé parmi les orthologues connus ici',
    atLeast: (count: number) => {
      if (count === 0) return 'personne de trouvé, réponse partielle';
      return isOne(count) ? `${count} personne ou plus` : `${count} personnes ou plus`;
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
