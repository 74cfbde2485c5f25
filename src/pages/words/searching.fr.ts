/** French words for the scripts of a search. */

import { person, quoted } from '../people/words.fr.ts';
import { completeness } from './completeness.fr.ts';
import { isOne } from './plurals.fr.ts';
import { reasonInFrench } from './reasons.fr.ts';
import type { searching as english } from './searching.en.ts';
import { taxa } from './taxa.fr.ts';
import type { Widened, Words } from './words.ts';

const box = {
  label: 'Gène, maladie, identifiant ou personne',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, syndrome de Dravet',

  groups: {
    gene: 'Gènes',
    disease: 'Maladies',
    term: 'Phénotypes et autres termes',
    person: 'Personnes',
    search: 'Recherches',
  },
  reasons: {
    identifier: (matched: string) => `identifiant ${matched}`,
    symbol: (matched: string) => `symbole ${matched}`,
    alias: (matched: string) => `alias ${matched}`,
    name: (matched: string) => `nom : ${matched}`,
    designation: (matched: string) => `aussi appelé ${matched}`,
    beginning: (matched: string) => `commence par : ${matched}`,
    words: (matched: string) => `tous les mots correspondent : ${matched}`,
    'some-words': (matched: string) => `certains mots correspondent : ${matched}`,
    'symbol-in-text': (matched: string) => `${matched} figure dans le texte`,
    'spelled-alike': (matched: string) => `orthographe proche : ${matched}`,
    date: (matched) => `un tableur change ${matched} en cette date`,
    considered: (matched) => `peut remplacer ${matched}, terme obsolète`,
  },
  reasonsAlone: {
    identifier: 'identifiant',
    symbol: 'symbole',
    alias: 'alias',
    name: 'nom',
    designation: 'nom',
    beginning: 'commence ainsi',
    words: 'tous les mots correspondent',
    'some-words': 'certains mots correspondent',
    'symbol-in-text': 'figure dans le texte',
    'spelled-alike': 'orthographe proche',
    date: 'date due à un tableur',
    considered: 'peut remplacer un terme obsolète',
  },
  geneOf: (disease: string, from: string) => `gène de ${disease}, ${from}`,
  genesOf: (count: number, from: string) => (isOne(count) ? `${count} gène, ${from}` : `${count} gènes, ${from}`),
  didYouMean: 'Vouliez-vous dire… ?',
  peopleCalled: (text: string) => `Chercher des personnes nommées « ${text} »`,
  interestsWith: (text: string) => `Chercher « ${text} » dans les thèmes de recherche`,
} satisfies Words['box'];

const peopleText = (count: number) => (isOne(count) ? `${count} personne` : `${count} personnes`);

const message = {
  shortlist: 'Sélection',
  shortlistOf: (count: number) => `Sélection : ${peopleText(count)}`,
  choose: (name: string) => `Sélectionner : ${name}`,
  chosen: (name: string, count: number) => `Ajout à la sélection : « ${name} » (${peopleText(count)}).`,
  removed: (name: string, count: number) => `Retrait de la sélection : « ${name} » (${peopleText(count)}).`,
  full: (most: number) => `La sélection est pleine (${most} personnes). Retirez d’abord une personne.`,
  notStored: 'Ce navigateur ne peut pas conserver la sélection : elle disparaît quand vous quittez la page.',
  onlyHere: 'La sélection reste dans ce navigateur.',
  withheld: (registry: string) => `Nom non communiqué par ${registry}`,
  workOn: (gene: string, organism: string) => `${gene} (${organism})`,
  notes: 'Notes',
  closeNotes: 'Fermer les notes',
  note: 'Note',
  noteOn: (name: string) => `Note sur ${name}`,
  up: 'Monter',
  upOf: (name: string) => `Monter : ${name}`,
  down: 'Descendre',
  downOf: (name: string) => `Descendre : ${name}`,
  place: (name: string, place: number, count: number) => `« ${name} » : place ${place} sur ${count}.`,
  remove: 'Retirer',
  removeOf: (name: string) => `Retirer ${name}`,
  clear: 'Vider la sélection',
  confirmClear: (count: number) => `Retirer ${peopleText(count)} et toutes les notes ? C’est irréversible.`,
  cleared: 'La sélection est vide.',
  expiresAt: (time: string) => `Vous pouvez demander l’accès jusque vers ${time}. Ensuite, relancez la recherche.`,
  expired: 'Le lien vers cette fiche a expiré. Relancez la recherche pour demander l’accès.',

  draft: (count: number) => (isOne(count) ? 'Écrire' : `Écrire aux ${count} personnes`),
  draftTo: (name: string) => `Message à ${name}`,
  draftToAll: (count: number) => `Un message à chacune des ${peopleText(count)}`,
  lookingUp: 'Recherche de l’adresse…',
  openMail: 'Ouvrir dans votre messagerie',
  openMailTo: (name: string) => `Ouvrir dans votre messagerie : message à ${name}`,
  noAddress: 'Aucune adresse électronique n’est indiquée.',
  lookUpFailed: 'L’adresse n’a pas pu être chargée.',
  tooLong: 'Le message est trop long pour une messagerie. Copiez-le, ou raccourcissez-le.',
  profile: 'Profil',
  profileOf: (name: string) => `Profil de ${name}`,
  access: 'Demander l’accès',
  accessTo: (name: string) => `Demander l’accès : ${name}`,
  subject: 'Objet',
  text: 'Message',
  textHelp: 'Rien n’est envoyé tant que vous ne l’envoyez pas depuis votre messagerie.',
  textHelpAll:
    'Chaque message commence par le nom de la personne et le registre où vous l’avez trouvée. Personne ne voit à qui d’autre vous écrivez. Rien n’est envoyé tant que vous ne l’envoyez pas depuis votre messagerie.',
  copy: 'Copier le message',
  copied: 'Le message a été copié.',
  close: 'Fermer',

  subjectOf: (about: string) => `Question au sujet de ${about}`,
  subjectOfWork: 'Question au sujet de vos recherches',
  greeting: (name: string) => `Bonjour ${name},`,
  foundWith: (registry: string, about: string) =>
    `Je vous ai trouvé(e) dans ${registry}, où votre fiche mentionne ${about}.`,
  foundIn: (registry: string) => `Je vous ai trouvé(e) dans ${registry}.`,
  lookingFor: (about: string) => `Je cherche une personne qui travaille sur ${about}. `,
  wish: '[Que souhaitez-vous demander ?]',
  link: (address: string) => `Ma recherche : ${address}`,
  regards: 'Cordialement,',
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
    techniques: 'Techniques',
    zfa: 'Anatomie du poisson-zèbre (ZFA)',
  },
  researchers: (count: number) => (isOne(count) ? `${count} chercheur` : `${count} chercheurs`),
  suggestionsLive: (count: number) => (isOne(count) ? `${count} suggestion` : `${count} suggestions`),
  termChosenLive: (name: string) => `Terme choisi : ${name}.`,
  removeTerm: (name: string) => `Retirer ${name}`,
  termSearchHelp: 'Saisissez une partie du nom et choisissez.',
  termIdsHelp: 'Noms ou identifiants de termes, séparés par des points-virgules.',
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

  termsNotEverywhere: 'Certains registres ne connaissent peut-être pas ces termes :',
  termByName: (name: string, termId: string) => `« ${name} » (${termId})`,
  termById: (termId: string) => `« ${termId} »`,
  termsUnaskable: (registry: string, version: string | null) =>
    `${registry} ne permet pas de chercher par terme${version === null ? '' : ` (version ${version})`}.`,
  ontologyUnknown: (registry: string, ontology: string) => `${registry} ne connaît pas l’ontologie « ${ontology} ».`,
  termsUnknown: (registry: string, terms: readonly string[], others: number) =>
    `${registry} ne connaît pas ${terms.join(', ')}${others === 0 ? '' : ` et ${others} autre${isOne(others) ? '' : 's'}`}.`,
  termsUnresolved: (registry: string, clause: string) =>
    `${registry} ne connaît peut-être pas tous les termes : il ${clause}.`,
  termsLookupFailed: (ontology: string) => `On ne sait pas quels registres connaissent ces termes de « ${ontology} ».`,

  ...completeness,
  reasonOf: (problem, state, isOfSeveral) =>
    (problem === null ? undefined : reasonInFrench(problem, isOfSeveral)) ??
    completeness.reasonOf(problem, state, isOfSeveral),

  box,
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
