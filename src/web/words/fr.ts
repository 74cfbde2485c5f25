/** All words of the site in French. */

import { access } from './fr/access.ts';
import { admin } from './fr/admin.ts';
import { answering } from './fr/answering.ts';
import { disease } from './fr/disease.ts';
import { feed } from './fr/feed.ts';
import { geneList } from './fr/gene-list.ts';
import { glass } from './fr/glass.ts';
import { partnerMail } from './fr/partner-mail.ts';
import { order } from './fr/person.ts';
import { searching } from './fr/searching.ts';
import { boxPages, geneCard, peoplePages } from './fr/server-pages.ts';
import { sheet } from './fr/sheet.ts';
import { start } from './fr/start.ts';
import { subscription } from './fr/subscription.ts';
import { trail } from './fr/trail.ts';
import { typedText } from './fr/typed-text.ts';
import type { AllWords } from './words.ts';

export const fr = {
  ...searching,
  gene: { ...searching.gene, ...geneCard },
  box: { ...searching.box, ...boxPages },
  people: { ...searching.people, ...order, ...peoplePages },

  coverage: {
    title: (symbol: string, taxon: string) => `Qui travaille sur ${symbol} (${taxon})`,
    help: 'Chaque registre a été interrogé sur chaque gène à part : « personne » veut donc dire personne, avec certitude. La recherche les demande tous ensemble et compte par organisme.',
    caption: 'Personnes par gène et par registre',
    gene: 'Gène',
    legend: 'Ce que disent les cases',
    many: 'personnes : plus c’est rempli, plus il y en a',
    nobody: 'personne, avec certitude',
    atLeast: 'réponse partielle : il peut y en avoir d’autres',
    earlier: 'réponse antérieure, de l’heure indiquée',
    unknown: 'gène inconnu de ce registre',
    silent: 'pas de réponse',
  },
  keys: {
    title: 'Touches',
    on: 'Ces touches sont actives',
    explained: {
      '/': 'vers le champ de recherche',
      'j k': 'vers la personne suivante, vers la précédente',
      x: 'ajoute la personne à la sélection, ou l’en retire',
      w: 'écrit à la personne, ou demande l’accès',
      s: 'vers la sélection',
      d: 'rédige un message à toutes les personnes sélectionnées',
    },
  },

  language: 'Français',
  skip: 'Aller au contenu',
  skipToPeople: 'Aller aux personnes',
  navigation: 'Pages',
  otherPages: 'Autres pages',
  languages: 'Langue',
  siteLinks: {
    termsOfUse: 'Conditions d’utilisation',
    privacy: 'Protection des données',
    faq: 'Questions et réponses',
  },
  geneListPage: 'Liste de gènes',
  apiPage: 'API',
  adminPage: 'Administration',
  contact: 'Contact',
  footer: 'Chaque fiche appartient au registre dont elle provient.',

  heading: 'Trouver des chercheurs dans tous les registres',
  welcome:
    'Qui travaille sur un gène, ou sur son équivalent dans un organisme modèle ? Tous les registres du réseau sont interrogés.',
  byGene: 'Par gène',
  byResearcher: 'Par chercheur',
  symbol: 'Symbole ou alias du gène',
  symbolHelp: 'Par exemple BRCA1. Majuscules et minuscules sont équivalentes.',
  taxon: 'Organisme',
  orthologTaxon: 'Organismes des orthologues',
  orthologTaxonHelp: 'Seulement pour les gènes humains ; sans choix, dans tous les organismes.',
  tiersHeading: 'Niveaux',
  tierShort: { TIER1: 'Niveau 1', TIER2: 'Niveau 2', TIER3: 'Niveau 3' },
  name: 'Nom',
  nameHelp: 'Le prénom ou le nom contient ce texte.',
  prefix: 'Le nom de famille commence par ce texte',
  interest: 'Thème de recherche',
  interestHelp: 'Une description de la recherche contient ce texte.',
  filters: 'Filtres',
  filtersUsed: (count: number) => (count < 2 ? `${count} utilisé` : `${count} utilisés`),
  filtersHelp: 'Dans un filtre, une valeur suffit ; tous les filtres doivent être satisfaits.',
  termsNoneMatch: (typed: string, ontology: string) =>
    `Aucun terme de « ${ontology} » n’a été trouvé par « ${typed} ».`,
  termsSeveralMatch: (typed: string, ontology: string) =>
    `« ${typed} » n’est pas le nom d’un seul terme de « ${ontology} ». Choisissez parmi ceux qui suivent le filtre.`,
  termsMeant: (typed: string) => `Quels termes « ${typed} » désigne-t-il ?`,
  registries: 'Registres à interroger',
  registriesHelp: 'Sans choix, tous sont interrogés.',
  search: 'Rechercher',

  results: 'Résultats',
  withoutScript: 'Afficher toute la réponse sur une page',
  queryGenes: (symbol: string, taxon: string) => `Chercheurs qui travaillent sur ${symbol} (${taxon})`,
  queryGenesAndOrthologs: (symbol: string, taxon: string) =>
    `Chercheurs qui travaillent sur ${symbol} (${taxon}), ou sur ses orthologues dans n’importe quel organisme`,
  queryOrthologs: (symbol: string, taxon: string, orthologTaxon: string) =>
    `Chercheurs qui travaillent sur des orthologues de ${symbol} (${taxon}), organisme : ${orthologTaxon}`,
  queryName: (name: string) => `Chercheurs dont le nom contient « ${name} »`,
  queryPrefix: (name: string) => `Chercheurs dont le nom de famille commence par « ${name} »`,
  queryInterest: (interest: string) => `Chercheurs dont le thème de recherche contient « ${interest} »`,
  queryInterestToo: (interest: string) => `dont le thème de recherche contient « ${interest} »`,
  queryAnybody: 'Chercheurs',
  queryFilter: (filter: string, values: readonly string[]) =>
    `${filter} = ${values.map((value) => `« ${value} »`).join(' ou ')}`,
  caption: (rows: number) => (rows < 2 ? `${rows} fiche` : `${rows} fiches`),
  columns: {
    researcher: 'Chercheur',
    organisation: 'Poste et organisation',
    gene: 'Gène',
    tier: 'Niveau',
    organism: 'Organisme',
    registry: 'Registre',
    more: 'Profil',
  },
  nobody: 'Personne n’a été trouvé.',
  pages: 'Pages de la réponse',
  firstPage: 'Première page',
  nextPage: 'Page suivante',
  copyLink: 'Copier le lien',
  backToSearch: 'Retour à la recherche',
  foundWith: 'Trouvé avec',
  nextSteps: 'Ce que vous pouvez faire',
  sameGeneElsewhere: 'Le même gène dans d’autres organismes',
  otherGenesOf: (disease: string) => `Autres gènes de ${disease}`,
  askTheRegistry: (registry: string) => `Écrire à l’équipe de ${registry}`,
  visitTheRegistry: (registry: string) => `Voir ${registry} et à qui s’y adresser`,
  from: (registry: string) => `Fiche de ${registry}`,
  department: 'Département',
  organisation: 'Organisation',
  email: 'Courriel',
  phone: 'Téléphone',
  website: 'Site web',
  orcid: 'Identifiant ORCID',
  ror: 'Organisation (ROR)',
  about: 'Thèmes de recherche',
  genesHeading: 'Gènes',
  noGenes: 'Aucun gène n’est affiché.',
  geneSymbol: 'Symbole',
  geneName: 'Nom du gène',
  goTerms: 'Termes de Gene Ontology',
  publications: 'Publications',

  accessHeading: 'Demander l’accès',
  accessIntro: (registry: string) =>
    `L’identité de la personne n’est pas affichée. Les administrateurs de ${registry} lisent votre demande et peuvent vous mettre en contact.`,
  accessExpiry: (minutes: number) =>
    `La référence de la fiche reste valable ${minutes} ${minutes < 2 ? 'minute' : 'minutes'} après la recherche dont elle provient. Ensuite, recherchez à nouveau.`,
  accessExpiresAt: (time: string) => `Veuillez envoyer cette demande avant ${time}. Ensuite, relancez la recherche.`,
  accessReason: 'Pourquoi demandez-vous l’accès ?',
  accessReasonHelp: 'Obligatoire. Une phrase suffit.',
  accessContact: 'Comment vous joindre ?',
  accessContactHelp: 'Obligatoire. Une adresse de courriel, pour la réponse.',
  accessSend: 'Envoyer la demande',
  accessReasonMissing: 'Veuillez donner une raison.',
  accessReasonTooLong: (allowed: number) => `Veuillez écrire au plus ${allowed} caractères.`,
  accessContactInvalid: 'Veuillez donner une adresse de courriel, telle que ada@example.org.',
  accessTooMany: 'Trop de demandes ont été envoyées d’ici. Veuillez réessayer plus tard.',
  accessSent: (registry: string) => `Votre demande a été envoyée aux administrateurs de ${registry}.`,

  error: 'Cela n’a pas fonctionné',
  pageNotFound: 'Page introuvable',
  criterionMissing: 'Au moins un critère de recherche doit être donné.',
  errors: {
    400: 'La demande ne peut pas être comprise.',
    401: 'Vous n’avez pas le droit de lire ceci.',
    403: 'Le registre ne vous laisse pas lire cette fiche.',
    404: 'Il n’y a rien ici, ou il n’y a plus rien.',
    405: 'Cette adresse ne s’utilise pas ainsi.',
    414: 'L’adresse est trop longue.',
    429: 'Trop de demandes. Veuillez réessayer plus tard.',
    500: 'Une erreur est survenue ici. Veuillez réessayer plus tard.',
    501: 'Le registre ne sait pas traiter cette question.',
    502: 'Le registre n’a donné aucune réponse utilisable.',
    503: 'Ceci n’est pas disponible pour le moment.',
    504: 'Le registre n’a pas répondu à temps.',
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
} satisfies AllWords;
