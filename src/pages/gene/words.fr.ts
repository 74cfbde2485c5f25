/** French words of the page of a list of genes. */

import { isOne } from '../words/plurals.fr.ts';

export const geneList = {
  title: 'Une liste de gènes',
  several: 'Chercher une liste de gènes',
  lead: 'Qui travaille sur chacun d’eux, dans chaque organisme et chaque registre.',
  field: 'Gènes',
  fieldHelp:
    '50 au plus, un par ligne ou séparés par des virgules\u202f: symboles, alias, identifiants Ensembl, HGNC, NCBI ou OMIM, variants.',
  privacy:
    'Une liste de gènes candidats peut désigner un patient. Elle ne figure dans aucune adresse ni aucun journal, et n’est gardée que dans cet onglet, jusqu’à ce que vous le fermiez ou l’effaciez. Les autres registres sont interrogés sur un gène à la fois\u202f; la plupart le lisent dans l’adresse de la requête.',
  search: 'Chercher ces gènes',
  mayBeGenes: 'Ces mots peuvent être des gènes, ou désigner autre chose. Personne n’a été interrogé à leur sujet :',
  confirm: (count: number) =>
    isOne(count) ? 'C’est un gène : le chercher aussi' : 'Ce sont des gènes : les chercher aussi',
  goOn: 'Continuer',
  stop: 'Arrêter',
  forget: 'Effacer la liste',
  forgotten: 'La liste est effacée.',
  tooMany: (found: number, most: number) => `Cela fait ${found} gènes. On peut en chercher ${most} au plus à la fois.`,
  nothingGiven: 'Indiquez au moins un gène.',
  failed: 'La recherche a été interrompue. Ce qui est arrivé est affiché\u202f; relancez-la pour continuer.',
  busy: 'Trop de listes sont en cours de recherche. Veuillez réessayer dans quelques secondes.',
  begun: (genes: number) => (isOne(genes) ? 'Un gène est recherché.' : `${genes} gènes sont recherchés.`),
  stopped: 'Arrêté. Ce qui est arrivé est affiché\u202f; relancez la recherche pour continuer.',
  progress: (done: number, all: number) =>
    isOne(done)
      ? `${done} gène sur ${all} a la réponse de tous les registres`
      : `${done} gènes sur ${all} ont la réponse de tous les registres`,
  caption: 'Personnes par gène et par organisme',
  gene: 'Gène',
  registries: 'Registres',
  people: (count: number) => (isOne(count) ? `${count} personne` : `${count} personnes`),
  atLeast: (count: number) => (isOne(count) ? `au moins ${count} personne` : `au moins ${count} personnes`),
  withheld: (count: number) => (isOne(count) ? `${count} nom non divulgué` : `${count} noms non divulgués`),
  covers: (count: number, all: number) => (isOne(count) ? `${count} gène sur ${all}` : `${count} gènes sur ${all}`),
  mostFirst: 'à commencer par celles qui travaillent sur le plus de gènes',
  moreGenes: 'D’autres gènes de ces personnes : afficher',
  firstPeople: (shown: number, all: number) => `Les ${shown} premières de ${all} personnes.`,
  showPeople: 'Afficher les personnes, le plus de gènes d’abord',
  peopleTitle: 'Qui travaille sur le plus de ces gènes',
  peopleOfOne: 'Qui travaille sur ce gène',
  kinds: {
    people: 'des personnes\u202f: le nombre mène à elles',
    nobody: 'personne\u202f: chaque registre qui connaît le gène a répondu entièrement',
    'no-ortholog': 'aucun orthologue du gène n’est connu dans l’organisme',
    unknown: 'inconnu\u202f: aucun registre ne connaît le gène sous ce symbole',
    silent: 'sans réponse\u202f: personne n’a été trouvé jusqu’ici, et tous les registres n’ont pas répondu',
    waiting: 'des réponses sont attendues',
  },
  short: {
    people: 'des personnes',
    nobody: 'personne, chaque registre qui le connaît a répondu',
    'no-ortholog': 'aucun orthologue n’y est connu',
    unknown: 'aucun registre ne connaît ce symbole',
    silent: 'personne jusqu’ici, tous les registres n’ont pas répondu',
    waiting: 'réponse attendue',
  },
  /** A thing and its meaning. */
  clause: (what: string, said: string) => `${what} : ${said}`,
  more: 'il peut y en avoir d’autres',
  fromBefore: 'en partie d’une réponse antérieure',
  legend: 'Ce que signifient les signes',
  given: (texts: string) => `indiqué comme ${texts}`,
  mayBe: 'Ce peut être aussi',
  notUnderstood: 'Non compris',
  didYouMean: 'Vouliez-vous dire',
  originUnknown: 'symbole inconnu',
  originSilent: 'sans réponse',
  originBefore: 'd’avant',
  export: 'Télécharger',
};
