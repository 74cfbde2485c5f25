/** French words of requests for access: the page of their sender, and that of the person whom they are about. */

import type { AllWords } from '../words/words.ts';

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

export const answering: AllWords['answering'] = {
  heading: 'Quelqu’un vous cherche',
  about: (registry) =>
    `Quelqu’un a trouvé votre fiche dans ${registry}, sans votre nom, et souhaite vous joindre. Personne ne lui a dit qui vous êtes.`,
  request: 'La demande',
  theirName: 'Son nom',
  theirOrganisation: 'Son organisation',
  theirAddress: 'Son adresse',
  theirReason: 'Sa raison',
  notConfirmed: 'non confirmée',
  others: (count) =>
    count === 1
      ? '1 autre demande attend que celles-ci aient une réponse.'
      : `${count} autres demandes attendent que celles-ci aient une réponse.`,
  question: 'Quelle est votre réponse ?',
  choices: {
    accept: 'Accepter : la personne lit le nom et l’adresse que je donne ici',
    'not-now': 'Pas maintenant',
    decline: 'Refuser : la personne n’apprend rien, comme sans réponse',
  },
  toAccept: 'Si vous acceptez',
  name: 'Nom, tel qu’il sera lu',
  address: 'Adresse ou téléphone, tels qu’ils seront lus',
  ifNotNow: 'Si ce n’est pas maintenant',
  weeks: 'Pour combien de temps',
  chooseWeeks: 'Veuillez choisir',
  inWeeks: (weeks) =>
    weeks === 52 ? 'un an' : weeks === 26 ? 'six mois' : weeks === 13 ? 'trois mois' : `${weeks} semaines`,
  isShown: 'Dire à qui demande que je ne peux pas en ce moment, et jusqu’à quand',
  words: 'Quelques mots (facultatif)',
  wordsHelp: (registry) =>
    `Si vous acceptez, la personne qui demande les lit. Sinon, seuls les administrateurs de ${registry} les lisent.`,
  typed: (signs) => `Tapez ${signs} pour confirmer`,
  send: 'Envoyer cette réponse',
  once: 'Une réponse ne peut être donnée qu’une fois. Sans réponse, personne n’apprend rien de vous.',
  problems: {
    'nothing-chosen': 'Veuillez choisir l’une des trois réponses.',
    'typed-wrong': 'Veuillez taper les caractères indiqués.',
    'name-missing': 'Veuillez donner le nom qui sera lu.',
    'address-missing': 'Veuillez dire comment vous joindre.',
    'weeks-missing': 'Veuillez choisir pour combien de temps.',
    'words-too-long': 'Veuillez écrire au plus 500 caractères.',
  },
  done: {
    accept: 'Merci. La personne qui demande peut maintenant lire le nom et l’adresse que vous avez donnés.',
    'not-now': 'Merci. Votre réponse est notée.',
    decline: 'Merci. Votre réponse est notée. La personne qui demande n’en apprend rien.',
  },
  closed: {
    unknown: (registry) =>
      `Ce lien ne vient pas de ${registry}, ou pas en entier, ou le registre a changé de clé depuis. Copiez-le de nouveau depuis le message, ou écrivez au registre avec la référence.`,
    gone: (registry) => `${registry} a supprimé cette demande. Il n’y a plus rien à répondre.`,
    used: () =>
      'Cette demande a déjà une réponse, la vôtre ou celle de quelqu’un pour vous. Un lien ne sert qu’une fois.',
    expired: (registry) =>
      `Ce lien a pris fin, ou un message plus récent le remplace. Si vous voulez répondre, écrivez à ${registry} avec la référence.`,
    'person-gone': (registry) =>
      `Le compte dont il s’agit n’est plus dans ${registry}. Rien n’a été modifié, et personne n’a rien appris.`,
  },
};
