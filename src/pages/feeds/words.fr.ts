/** French words of feeds and subscriptions: their pages, their messages, and the line that links to them. */

import { isOne } from '../words/plurals.fr.ts';

export const feed = {
  notifyMe: 'Être prévenu quand quelqu’un de nouveau apparaît :',
  link: 'flux',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about:
    'Une entrée par personne trouvée, les dernières arrivées d’abord. Une personne qui se retire disparaît de ce flux.',
  partly: (registries: string) => `Il peut manquer des personnes : pas de réponse entière cette fois de ${registries}.`,
  notStored:
    'Ce registre garde déjà autant de flux que permis : celui-ci est établi avec ce dont il dispose, aucun autre registre n’est interrogé, et toutes les personnes portent la date du jour.',
  month: (month: string) => `Qui a répondu en ${month}`,
  whole(whole: number, all: number) {
    if (all === 1) return `Le seul registre ${whole === 1 ? 'répond entièrement' : 'ne donne pas de réponse entière'}.`;
    if (whole === all) return `Les ${all} registres répondent entièrement.`;
    return `${whole} ${isOne(whole) ? 'registre' : 'registres'} sur ${all} ${isOne(whole) ? 'répond' : 'répondent'} entièrement.`;
  },
  silent: (registry: string, since: string) => `${registry} ne donne plus de réponse entière depuis ${since}.`,
  certifies: (registry: string, since: string, isNobody: boolean) =>
    `${registry}, silencieux depuis ${since}, ${isNobody ? 'certifie maintenant n’avoir personne' : 'répond maintenant entièrement'}.`,
  newest: (shown: number, all: number) => `Les ${shown} dernières arrivées, sur ${all}.`,
  recordOf: (registry: string) => `Fiche de ${registry}`,
  worksOn: (genes: string) => `Travaille sur ${genes}`,
};

export const subscription = {
  link: 'courriel',
  title: 'Être prévenu par courriel',
  about: 'Vous recevez un message quand quelqu’un de nouveau apparaît pour cette question :',
  address: 'Votre adresse électronique',
  addressHelp:
    'Elle n’est gardée qu’avec cette question, et supprimée quand vous vous désabonnez. Chaque message dit comment.',
  addressInvalid: 'Indiquez une adresse électronique, comme nom@example.org.',
  frequency: 'À quelle fréquence, au plus',
  frequencies: { weekly: 'Une fois par semaine', daily: 'Une fois par jour' },
  send: 'M’envoyer un lien de confirmation',
  sent: (address: string) =>
    `Si ${address} peut recevoir du courrier, un message avec un lien est en route. Ouvrez le lien et confirmez : rien d’autre n’est envoyé avant. Le lien est valable 3 jours.`,
  tooMany: 'Trop de messages ont été demandés. Réessayez plus tard.',
  full: 'Ce registre répond déjà par courriel à autant de questions que permis. Réessayez un autre jour, ou prenez le flux.',
  confirmTitle: 'Confirmer les messages sur les nouvelles personnes',
  confirmAsk: (address: string) => `Les messages sur cette question iraient à ${address} :`,
  confirmTick: 'Oui, écrire à cette adresse',
  confirm: 'Confirmer',
  confirmed: (address: string) =>
    `C’est confirmé : des messages vont à ${address} quand quelqu’un de nouveau apparaît pour cette question :`,
  notAll: (registries: string) =>
    `Pas de réponse entière à l’instant de ${registries}. Les personnes qui y seront trouvées plus tard seront nouvelles pour vous, et annoncées.`,
  unsubscribeLink: 'Ne plus recevoir de messages',
  unsubscribeTitle: 'Ne plus recevoir de messages sur les nouvelles personnes',
  unsubscribeAsk: (address: string) => `Les messages sur cette question vont à ${address} :`,
  unsubscribeTick: 'Oui, ne plus rien envoyer',
  unsubscribe: 'Se désabonner',
  unsubscribed: 'Plus aucun message ne sera envoyé. Tout ce qui était gardé pour cela est supprimé.',
  tickFirst: 'Rien n’a été changé. Cochez d’abord la case.',
  goneTitle: 'Messages sur les nouvelles personnes',
  gone: 'Ce lien ne mène à aucun message : l’abonnement a pris fin, il n’a pas été confirmé en 3 jours, ou le lien n’a pas été copié en entier. Si des messages arrivent encore, le registre a changé de clé : le lien du dernier message fonctionne.',
  message: {
    confirmSubject: (registry: string) => `À confirmer : messages sur les nouvelles personnes · ${registry}`,
    confirmAbout: (registry: string) =>
      `Quelqu’un, sans doute vous, demande à ${registry} d’écrire à cette adresse quand quelqu’un de nouveau apparaît pour une question.`,
    confirmHow: 'Pour lire la question et confirmer, ouvrez cette page, cochez la case et appuyez sur le bouton :',
    confirmElse:
      'Si ce n’était pas vous, ne faites rien : plus rien n’est envoyé, et l’adresse est supprimée après 3 jours.',
    subject: (people: number, question: string, registry: string) =>
      `${isOne(people) ? `${people} nouvelle personne` : `${people} nouvelles personnes`} : ${question} · ${registry}`,
    about: 'Nouveau pour votre question :',
    more: (people: number) => `Et ${people} de plus.`,
    whole: 'Toutes les personnes trouvées :',
    partly: (registries: string) =>
      `Il peut manquer des personnes : pas de réponse entière cette fois de ${registries}. Cela ne veut pas dire qu’il n’y a personne.`,
    why: (registry: string) => `Vous avez confirmé ces messages auprès de ${registry}.`,
    unsubscribe: 'Pour ne plus recevoir de messages :',
  },
};
