/** French words of requests for access: the page of their sender, and that of the person whom they are about. */

import { isOne } from '../words/plurals.fr.ts';
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
  elsewhere: (registry: string) => `${registry} n’accepte les demandes d’accès que sur son propre site.`,
  expiresThere: (registry: string, time: string) =>
    `${registry} connaît cette fiche jusqu’à ${time} au plus tard, une heure après la recherche. Ensuite, relancez la recherche.`,
  formThere: (registry: string) => `Le formulaire de ${registry}`,
  next: 'La suite',
  isRead: (registry: string) =>
    `Les administrateurs de ${registry} lisent votre demande. Eux seuls savent de qui il s’agit.`,
  isForwarded: 'Ils peuvent la transmettre à cette personne, qui décide si vous apprenez son nom.',
  isForwardedAtOnce: 'Elle est aussi transmise aussitôt à cette personne, qui décide si vous apprenez son nom.',
  isAnswered: (contact: string, hasPage: boolean) =>
    `La réponse est envoyée à ${contact}${hasPage ? ' et figure sur la page de votre demande' : ''}. Elle peut prendre quelques jours.`,
  isConfirmed: (until: string) => `Vous confirmez votre adresse, avant le ${until}. Sinon la demande est supprimée.`,
  confirmFirst: (contact: string) =>
    `Il reste une étape : un courriel est en route vers ${contact}. Ouvrez la page qu’il indique, et confirmez-y que la demande est la vôtre.`,
  noCopyIsSent: 'Aucune copie ne vous est envoyée par courriel : imprimez ou enregistrez cette page.',
  pageOfIt: 'La page de votre demande',
  whatBecame: 'État',
  name: 'Votre nom',
  organisation: 'Votre organisation',
  fieldHelp: {
    name: 'Obligatoire. Il est montré à la personne que vous souhaitez joindre.',
    organisation: 'Un hôpital, un laboratoire ou une association, par exemple ; facultatif.',
  },
  nameMissing: 'Veuillez indiquer votre nom.',
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
    `Votre demande reste valable. Le lien vers cette fiche expire à ${time} ; pour une autre demande, relancez la recherche.`,
  status: {
    heading: 'Votre demande d’accès',
    isItYours: (registry: string, reference: string) =>
      `Quelqu’un a demandé à ${registry} l’accès à une fiche, avec votre adresse électronique. La référence est ${reference}.`,
    question: 'Était-ce vous ?',
    choices: {
      mine: 'Oui, c’est ma demande : envoyez-la au registre',
      'not-mine': 'Non, ce n’est pas la mienne : supprimez-la',
    },
    nothingChosen: 'Veuillez choisir l’une des deux réponses.',
    send: 'Continuer',
    confirmBy: (until: string) => `Sans réponse, la demande est supprimée le ${until}.`,
    deleted: 'La demande est supprimée. Personne n’en est informé.',
    unknown:
      'Il n’y a pas de demande à cette adresse. Une demande qui n’est pas confirmée est supprimée après sept jours, toute autre après un an, ou plus tôt par le registre.',
    keepAddress: 'Conservez l’adresse de cette page : qui la possède peut lire où en est votre demande.',
    openSince: 'En cours depuis le',
    closes: 'La demande prend fin le',
    closedAt: 'La demande a pris fin le',
    received: (registry: string) => `${registry} a reçu votre demande.`,
    noMore: 'La réponse figurera sur cette page. En attendant, la page ne dit rien d’autre.',
    accepted: 'Acceptée : vous pouvez écrire à cette personne.',
    name: 'Nom',
    address: 'Comment la joindre',
    words: 'Quelques mots',
    notNow: 'Pas maintenant : la personne n’est pas disponible en ce moment.',
    until: 'Indisponible jusqu’au',
    closed: (registry: string) =>
      `Clôturée : il n’y a pas eu de réponse à temps. La raison n’est pas connue. Si vous cherchez encore quelqu’un, écrivez à ${registry} avec votre référence, ou relancez une recherche.`,
  },
};

export const answering: AllWords['answering'] = {
  heading: (gene) =>
    gene === undefined ? 'Quelqu’un souhaite vous joindre' : `Quelqu’un souhaite vous joindre au sujet de ${gene}`,
  about: (registry) =>
    `Quelqu’un a trouvé votre fiche dans ${registry}, sans votre nom, et souhaite vous joindre. Cette personne ne sait pas qui vous êtes.`,
  request: 'La demande',
  theirName: 'Son nom',
  theirOrganisation: 'Son organisation',
  theirAddress: 'Son adresse',
  theirReason: 'Sa raison',
  notConfirmed: 'non confirmée',
  others: (count) =>
    isOne(count)
      ? `${count} autre demande attend que vous ayez répondu à celles-ci.`
      : `${count} autres demandes attendent que vous ayez répondu à celles-ci.`,
  question: 'Quelle est votre réponse ?',
  choices: {
    accept: 'Accepter : elle reçoit le nom et l’adresse que je donne ci-dessous',
    'not-now': 'Pas maintenant',
    decline: 'Refuser : elle n’apprend rien, comme si je n’avais pas répondu',
  },
  toAccept: 'Si vous acceptez',
  name: 'Nom à lui donner',
  address: 'Adresse électronique ou téléphone à lui donner',
  ifNotNow: 'Si ce n’est pas maintenant',
  weeks: 'Pour combien de temps',
  chooseWeeks: 'Veuillez choisir',
  inWeeks: (weeks) =>
    weeks === 52 ? 'un an' : weeks === 26 ? 'six mois' : weeks === 13 ? 'trois mois' : `${weeks} semaines`,
  isShown: 'Lui dire que je ne peux pas en ce moment, et jusqu’à quand',
  words: 'Quelques mots (facultatif)',
  wordsHelp: (registry) =>
    `Si vous acceptez, elle les lit. Sinon, seuls les administrateurs de ${registry} les lisent.`,
  typed: (signs) => `Tapez ${signs} pour confirmer`,
  send: 'Envoyer cette réponse',
  once: 'Vous pouvez répondre une fois. Sans réponse, personne n’apprend rien de vous.',
  problems: {
    'nothing-chosen': 'Veuillez choisir l’une des trois réponses.',
    'typed-wrong': 'Veuillez taper exactement les caractères indiqués.',
    'name-missing': 'Veuillez indiquer le nom à lui donner.',
    'address-missing': 'Veuillez dire comment vous joindre.',
    'weeks-missing': 'Veuillez choisir pour combien de temps.',
    'words-too-long': 'Veuillez écrire au plus 500 caractères.',
  },
  done: {
    accept: 'Merci. Elle reçoit maintenant par courriel le nom et l’adresse que vous avez donnés.',
    'not-now': 'Merci. Votre réponse est enregistrée.',
    decline: 'Merci. Votre réponse est enregistrée. Elle n’en apprend rien.',
  },
  closed: {
    unknown: (registry) =>
      `Ce lien n’est pas complet, ou il ne vient pas de ${registry}. Copiez-le de nouveau depuis le message, ou écrivez au registre avec la référence.`,
    gone: (registry) => `${registry} a supprimé cette demande. Vous n’avez pas besoin de répondre.`,
    used: () => 'Cette demande a déjà une réponse, de vous ou en votre nom. Un lien ne sert qu’une fois.',
    expired: (registry) =>
      `Ce lien a expiré, ou un message plus récent le remplace. Pour répondre, écrivez à ${registry} avec la référence.`,
    'person-gone': (registry) =>
      `Le compte dont il s’agit n’existe plus dans ${registry}. Rien n’est modifié, et personne n’est informé.`,
  },
};
