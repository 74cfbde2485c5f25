/** What the page of a request for access says in French. */

export const access = {
  about: 'De quoi il s’agit',
  worksOn: 'Gène',
  tier: 'Lien avec le gène',
  record: 'Un chercheur dont le nom n’est pas communiqué.',
  begun: (gene: string, organism: string) => `Je cherche quelqu’un qui travaille sur ${gene} (${organism}), parce que `,
  begunWithGene: (gene: string) => `Je cherche quelqu’un qui travaille sur ${gene}, parce que `,
  next: 'La suite',
  isRead: (registry: string) =>
    `Les administrateurs de ${registry} lisent votre demande. Eux seuls savent de qui il s’agit.`,
  isAsked: 'Ils peuvent demander à cette personne si vous pouvez connaître son nom.',
  isAnswered: (contact: string) =>
    `La réponse est envoyée à ${contact}. Elle n’est pas automatique et peut prendre quelques jours.`,
  noCopyIsSent: 'Aucun courriel ne vous est envoyé maintenant : imprimez ou enregistrez cette page.',
  reference: 'Référence',
  referenceHelp: 'Donnez-la pour demander où en est votre demande.',
  askAt: 'Questions à ce sujet',
  copy: 'Ce qui a été envoyé',
  receivedAt: 'Reçue le',
  contact: 'Votre adresse',
  reason: 'Votre raison',
  afterExpiry: (time: string) =>
    `Votre demande reste valable quand la référence de la fiche prend fin, à ${time}. Une nouvelle demande exige alors une nouvelle recherche.`,
};
