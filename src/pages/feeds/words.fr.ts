/** French words of feeds and subscriptions: their pages, their messages, and the line that links to them. */

import { isOne } from '../words/plurals.fr.ts';

export const feed = {
  notifyMe: 'M’avertir quand une nouvelle personne apparaît :',
  link: 'flux',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about: 'Une entrée par personne trouvée, les plus récentes d’abord. Une personne qui se retire disparaît de ce flux.',
  partly: (registries: string) => `Il peut manquer des personnes : réponse incomplète de ${registries} cette fois.`,
  notStored:
    'Ce registre ne peut pas conserver d’autres flux. Celui-ci ne montre que ce qui est connu ici maintenant : aucun autre registre n’est interrogé, et chaque entrée porte la date du jour.',
  month: (month: string) => `Qui a répondu en ${month}`,
  whole(whole: number, all: number) {
    if (all === 1)
      return `Le seul registre ${whole === 1 ? 'répond complètement' : 'ne donne pas de réponse complète'}.`;
    if (whole === all) return `Les ${all} registres répondent complètement.`;
    return `${whole} ${isOne(whole) ? 'registre' : 'registres'} sur ${all} ${isOne(whole) ? 'répond' : 'répondent'} complètement.`;
  },
  silent: (registry: string, since: string) => `${registry} ne donne plus de réponse complète depuis ${since}.`,
  certifies: (registry: string, since: string, isNobody: boolean) =>
    `${registry}, silencieux depuis ${since}, ${isNobody ? 'répond maintenant n’avoir personne' : 'répond maintenant complètement'}.`,
  newest: (shown: number, all: number) => `Les ${shown} plus récentes sur ${all}.`,
  recordOf: (registry: string) => `Fiche de ${registry}`,
  worksOn: (genes: string) => `Travaille sur ${genes}`,
};

export const subscription = {
  link: 'courriel',
  title: 'M’avertir par courriel',
  about: 'Vous recevez un message quand une nouvelle personne apparaît pour cette recherche :',
  address: 'Votre adresse électronique',
  addressHelp:
    'Elle n’est conservée qu’avec cette recherche, et supprimée quand vous vous désabonnez. Chaque message contient un lien pour cela.',
  addressInvalid: 'Veuillez indiquer une adresse électronique, comme nom@example.org.',
  frequency: 'Fréquence maximale',
  frequencies: { weekly: 'Une fois par semaine', daily: 'Une fois par jour' },
  send: 'M’envoyer un lien de confirmation',
  sent: (address: string) =>
    `Si ${address} peut recevoir du courrier, un message avec un lien est en route. Ouvrez le lien et confirmez ; rien d’autre n’est envoyé avant cela. Le lien est valable 3 jours.`,
  tooMany: 'Trop de messages ont été demandés. Veuillez réessayer plus tard.',
  full: 'Ce registre n’accepte plus d’abonnements pour le moment. Veuillez réessayer un autre jour, ou utiliser le flux.',
  confirmTitle: 'Confirmer les messages sur les nouvelles personnes',
  confirmAsk: (address: string) => `Les messages sur cette recherche seront envoyés à ${address} :`,
  confirmTick: 'Oui, écrire à cette adresse',
  confirm: 'Confirmer',
  confirmed: (address: string) =>
    `Confirmé. Les messages sont envoyés à ${address} quand une nouvelle personne apparaît pour cette recherche :`,
  notAll: (registries: string) =>
    `Réponse incomplète de ${registries} à l’instant. Les personnes qui y seront trouvées plus tard compteront comme nouvelles.`,
  unsubscribeLink: 'Ne plus recevoir de messages',
  unsubscribeTitle: 'Ne plus recevoir de messages sur les nouvelles personnes',
  unsubscribeAsk: (address: string) => `Les messages sur cette recherche sont envoyés à ${address} :`,
  unsubscribeTick: 'Oui, ne plus rien envoyer',
  unsubscribe: 'Se désabonner',
  unsubscribed: 'Plus aucun message ne sera envoyé. Tout ce qui était conservé pour cela est supprimé.',
  tickFirst: 'Rien n’est modifié. Cochez d’abord la case.',
  goneTitle: 'Messages sur les nouvelles personnes',
  gone: 'Ce lien ne fonctionne plus : vous vous êtes désabonné, l’abonnement n’a pas été confirmé dans les 3 jours, ou le lien n’a pas été copié en entier. Si des messages arrivent encore, utilisez le lien du plus récent.',
  message: {
    confirmSubject: (registry: string) => `À confirmer : messages sur les nouvelles personnes · ${registry}`,
    confirmAbout: (registry: string) =>
      `Quelqu’un, sans doute vous, a demandé à ${registry} d’écrire à cette adresse quand une nouvelle personne apparaît pour une recherche.`,
    confirmHow: 'Pour lire la recherche et confirmer, ouvrez cette page, cochez la case et appuyez sur le bouton :',
    confirmElse:
      'Si ce n’était pas vous, ne faites rien : plus rien n’est envoyé, et l’adresse est supprimée après 3 jours.',
    subject: (people: number, question: string, registry: string) =>
      `${isOne(people) ? `${people} nouvelle personne` : `${people} nouvelles personnes`} : ${question} · ${registry}`,
    about: 'Nouveau pour votre recherche :',
    more: (people: number) => `Et ${people} de plus.`,
    whole: 'Toutes les personnes trouvées :',
    partly: (registries: string) =>
      `Il peut manquer des personnes : réponse incomplète de ${registries} cette fois. Cela ne veut pas dire qu’il n’y a personne.`,
    why: (registry: string) => `Vous avez confirmé ces messages auprès de ${registry}.`,
    unsubscribe: 'Pour ne plus recevoir de messages :',
  },
};
