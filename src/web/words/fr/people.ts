/** French words about people. */

import type { people as english } from '../en/people.ts';
import type { Widened } from '../words.ts';
import { person } from './person.ts';

const peopleText = (count: number) => (count < 2 ? `${count} personne` : `${count} personnes`);

export const people = {
  count: (count, fewest = count) =>
    fewest < count ? `Au plus ${count}, au moins ${peopleText(fewest)}` : peopleText(count),
  soFar: (count) => `${peopleText(count)} pour l’instant`,
  narrowed: (shown, all) => `${shown} sur ${peopleText(all)}`,
  list: 'Personnes trouvées',

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
    tier: 'Travaille dessus',
    name: 'Nom',
    position: 'Poste',
    category: 'Type de recherche',
    organ: 'Système d’organes',
    gene: 'Gène',
  },
  tiers: { TIER1: 'actuellement', TIER2: 'auparavant', TIER3: 'niveau 3' },
  names: { named: 'montré', withheld: 'non communiqué' },
  apply: 'Appliquer',
  clear: 'Effacer les filtres',
  moreFilters: 'Plus de filtres',
  moreValues: (count) => `${count} de plus`,
  countsSoFar: (registries) =>
    registries === 1
      ? 'Compté pour l’instant : 1 registre n’a pas encore répondu.'
      : `Compté pour l’instant : ${registries} registres n’ont pas encore répondu.`,
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
    count === 1
      ? `1 nouvelle personne de ${registries} : afficher`
      : `${count} nouvelles personnes de ${registries} : afficher`,
  offerLive: (count, registries) =>
    `Réponse de ${registries} : ${count === 1 ? '1 autre personne peut être affichée' : `${count} autres personnes peuvent être affichées`}.`,
  and: (names) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`),
  nobodyChosen: 'Personne ne correspond à ces filtres.',
} satisfies Widened<typeof english>;
