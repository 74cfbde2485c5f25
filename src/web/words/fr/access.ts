/** French words of the page of a request for access. */

export const access = {
  about: 'De quoi il s’agit',
  worksOn: 'Gène',
  tier: 'Lien avec le gène',
  record: 'Un chercheur dont le nom n’est pas communiqué.',
  begun: (gene: string, organism: string) => `Je cherche quelqu’un qui travaille sur ${gene} (${organism}), parce que `,
  begunWithGene: (gene: string) => `Je cherche quelqu’un qui travaille sur ${gene}, parce que `,
  notTaken: (registry: string) =>
    `${registry} n’a pas pris en compte la demande. Veuillez réessayer dans un moment, ou la faire là-bas.`,
  elsewhere: (registry: string) => `${registry} ne prend les demandes d’accès que sur son propre site.`,
  expiresThere: (registry: string, time: string) =>
    `${registry} connaît cette fiche jusqu’à ${time} au plus tard, une heure après la recherche. Ensuite, relancez la recherche.`,
  formThere: (registry: string) => `Le formulaire de ${registry}`,
  next: 'La suite',
  isRead: (registry: string) =>
    `Les administrateurs de ${registry} lisent votre demande. Eux seuls savent de qui il s’agit.`,
  isForwarded: 'Ils peuvent demander à cette personne si vous pouvez connaître son nom.',
  isAnswered: (contact: string, hasPage: boolean) =>
    `La réponse est envoyée à ${contact}${hasPage ? ', ou figure sur la page de votre demande' : ''}. Elle peut prendre quelques jours.`,
  isConfirmed: (until: string) => `Vous confirmez votre adresse, avant le ${until}. Sinon la demande est supprimée.`,
  confirmFirst: (contact: string) =>
    `Il reste une étape : un courriel est en route vers ${contact}. Ouvrez la page qu’il indique, et confirmez-y que la demande est la vôtre.`,
  noCopyIsSent: 'Aucune copie ne vous est envoyée par courriel : imprimez ou enregistrez cette page.',
  pageOfIt: 'La page de votre demande',
  whatBecame: 'Où elle en est',
  name: 'Votre nom',
  organisation: 'Votre organisation',
  fieldHelp: {
    name: 'Obligatoire. Il est montré à la personne que vous souhaitez joindre.',
    organisation: 'Un hôpital, un laboratoire ou une association, par exemple ; facultatif.',
  },
  nameMissing: 'Veuillez donner votre nom.',
  language: 'Langue dans laquelle nous vous écrivons',
  tooManyOfAddress:
    'Trop de demandes ont été envoyées avec cette adresse. Confirmez dans votre messagerie celles qui l’attendent, ou réessayez demain.',
  reference: 'Référence',
  referenceHelp: 'Donnez-la pour demander où en est votre demande.',
  askAt: 'Questions à ce sujet',
  copy: 'Copie de votre demande',
  receivedAt: 'Reçue le',
  contact: 'Votre adresse',
  reason: 'Votre raison',
  afterExpiry: (time: string) =>
    `Votre demande reste valable quand la référence de la fiche prend fin, à ${time}. Une nouvelle demande exige alors une nouvelle recherche.`,
  status: {
    heading: 'Votre demande d’accès',
    isItYours: (registry: string, reference: string) =>
      `Quelqu’un a demandé à ${registry} l’accès à une fiche, avec votre adresse de courriel. La référence est ${reference}.`,
    question: 'Était-ce vous ?',
    choices: {
      mine: 'Oui, c’est ma demande : envoyez-la au registre',
      'not-mine': 'Non, je n’en sais rien : supprimez-la',
    },
    nothingChosen: 'Veuillez choisir l’une des deux réponses.',
    send: 'Continuer',
    confirmBy: (until: string) => `Sans réponse, la demande est supprimée le ${until}.`,
    deleted: 'La demande a été supprimée. Personne n’en a été informé.',
    unknown:
      'Il n’y a pas de demande à cette adresse. Une demande qui n’est pas confirmée est supprimée après sept jours, toute autre après un an, ou plus tôt par le registre.',
    keepAddress: 'Conservez l’adresse de cette page : qui la possède peut lire où en est votre demande.',
    openSince: 'En cours depuis le',
    closes: 'La demande prend fin le',
    closedAt: 'La demande a pris fin le',
    received: (registry: string) => `${registry} a reçu votre demande.`,
    noMore: 'Cette page dira s’il y a une réponse. Jusqu’à la fin de la demande, elle ne dit rien d’autre.',
    accepted: 'Acceptée : vous pouvez écrire à cette personne.',
    name: 'Nom',
    address: 'Comment la joindre',
    words: 'Quelques mots',
    notNow: 'Pas maintenant : la personne n’est pas disponible en ce moment.',
    until: 'Indisponible jusqu’au',
    closed: (registry: string) =>
      `Close : aucune réponse n’est venue à temps. Cela ne dit rien de la raison. S’il vous faut encore quelqu’un, écrivez à ${registry} avec votre référence, ou relancez une recherche.`,
  },
};
