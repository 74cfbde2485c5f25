/** French words of the page of a list of genes. */

import { isOne } from '../words/plurals.fr.ts';

export const geneList = {
  title: 'Une liste de gènes',
  several: 'Chercher une liste de gènes',
  lead: 'Qui travaille sur chacun d’eux, dans chaque organisme et chaque registre.',
  field: 'Gènes',
  fieldHelp:
    '100 au plus, un par ligne ou séparés par des virgules : symboles, alias, identifiants Ensembl, HGNC, NCBI ou OMIM, variants. Dans un tableau, seule la colonne des gènes est lue.',
  privacy:
    'Une liste de gènes candidats peut permettre d’identifier un patient. Elle ne figure dans aucune adresse ni aucun journal. Elle reste dans cet onglet jusqu’à ce que vous fermiez l’onglet ou effaciez la liste. Les autres registres sont interrogés sur un gène à la fois ; la plupart le reçoivent dans l’adresse de la requête.',
  search: 'Chercher ces gènes',
  mayBeGenes: 'Ces mots peuvent être des gènes ou désigner autre chose. Ils n’ont pas été recherchés :',
  confirm: (count: number) =>
    isOne(count) ? 'C’est un gène : le chercher aussi' : 'Ce sont des gènes : les chercher aussi',
  andMore: (count: number) => (isOne(count) ? `et ${count} autre` : `et ${count} autres`),
  goOn: 'Continuer',
  stop: 'Arrêter',
  forget: 'Effacer la liste',
  forgotten: 'La liste est effacée.',
  tooMany: (found: number, most: number) =>
    `La liste compte ${found} entrées. Vous pouvez en chercher ${most} au plus à la fois.`,
  nothingGiven: 'Indiquez au moins un gène.',
  failed: 'La recherche a été interrompue. Les réponses reçues sont affichées. Relancez la recherche pour continuer.',
  busy: 'Trop de listes sont en cours de recherche. Veuillez réessayer dans quelques secondes.',
  begun: (genes: number) => (isOne(genes) ? 'Recherche d’un gène.' : `Recherche de ${genes} gènes.`),
  stopped: 'Recherche arrêtée. Les réponses reçues sont affichées. Relancez la recherche pour continuer.',
  progress: (done: number, all: number) =>
    isOne(done)
      ? `${done} gène sur ${all} a la réponse de tous les registres`
      : `${done} gènes sur ${all} ont la réponse de tous les registres`,
  caption: 'Personnes par gène et par organisme',
  gene: 'Gène',
  registries: 'Registres',
  people: (count: number) => (isOne(count) ? `${count} personne` : `${count} personnes`),
  atLeast: (count: number) => (isOne(count) ? `au moins ${count} personne` : `au moins ${count} personnes`),
  withheld: (count: number) => (isOne(count) ? `${count} nom non communiqué` : `${count} noms non communiqués`),
  covers: (count: number, all: number) => (isOne(count) ? `${count} gène sur ${all}` : `${count} gènes sur ${all}`),
  mostFirst: 'à commencer par celles qui travaillent sur le plus de gènes',
  moreGenes: 'D’autres gènes de ces personnes : afficher',
  firstPeople: (shown: number, all: number) => `Les ${shown} premières personnes sur ${all}.`,
  showPeople: 'Afficher les personnes, le plus de gènes d’abord',
  peopleTitle: 'Qui travaille sur le plus de ces gènes',
  peopleOfOne: 'Qui travaille sur ce gène',
  kinds: {
    people: 'nombre de personnes : sélectionnez-le pour les voir',
    nobody: 'personne : chaque registre qui connaît le gène a répondu complètement',
    'no-ortholog': 'aucun orthologue du gène n’est connu dans l’organisme',
    unknown: 'inconnu : aucun registre ne connaît le gène sous ce symbole',
    silent: 'sans réponse : personne n’a été trouvé jusqu’ici, et certains registres n’ont pas répondu',
    waiting: 'en attente de réponses',
  },
  short: {
    people: 'des personnes',
    nobody: 'personne, chaque registre qui le connaît a répondu',
    'no-ortholog': 'aucun orthologue n’y est connu',
    unknown: 'aucun registre ne connaît ce symbole',
    silent: 'personne jusqu’ici, certains registres n’ont pas répondu',
    waiting: 'en attente',
  },
  /** A thing and its meaning. */
  clause: (what: string, said: string) => `${what} : ${said}`,
  more: 'il peut y en avoir d’autres',
  fromBefore: 'en partie d’une réponse antérieure',
  legend: 'Légende',
  given: (texts: string) => `indiqué comme ${texts}`,
  mayBe: 'Cela peut aussi être',
  notUnderstood: 'Non compris',
  didYouMean: 'Vouliez-vous dire',
  originUnknown: 'symbole inconnu',
  originSilent: 'sans réponse',
  originBefore: 'réponse antérieure',
  export: 'Télécharger',
};
