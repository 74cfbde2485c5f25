/** French words of the page on which a person answers a request for access that is about them. */

import type { AllWords } from '../words.ts';

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
