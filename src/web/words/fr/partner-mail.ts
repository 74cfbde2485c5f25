/** French words of messages to the contact of a partner. */

export const partnerMail = {
  subjects: {
    unwell: (partner: string, registry: string) => `${partner} répond mal à ${registry} depuis un jour`,
    'well-again': (partner: string, registry: string) => `${partner} répond de nouveau à ${registry}`,
  },
  unwell: (partner: string, url: string, registry: string, since: string) =>
    `${registry} interroge ${partner} (${url}) lors des recherches. Depuis le ${since}, ${partner} n’a pas bien répondu pendant une heure de suite.`,
  lastLook: (partner: string, reason: string) => `La dernière fois, ${partner} ${reason}.`,
  elsewhere: 'Cela peut venir du registre ou du chemin qui y mène : vu d’ailleurs, il peut aller bien.',
  next: 'Un seul autre message viendra, quand il aura bien répondu pendant une heure.',
  wellAgain: (partner: string, registry: string, wellSince: string, since: string) =>
    `${partner} a toujours répondu à ${registry} depuis le ${wellSince}. Avant cela, il répondait mal depuis le ${since}.`,
  glass: 'Avec un jeton attribué à votre registre, vous voyez là comment il se porte :',
  why: (registry: string) =>
    `Les administrateurs de ${registry} ont configuré cette adresse pour ces messages. Demandez-leur de la retirer si vous n’en voulez pas.`,
};
