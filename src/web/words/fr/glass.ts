/** French words of the looking-glass. */

export const glass = {
  heading: 'Miroir pour les partenaires',
  intro: (registry: string) =>
    `Comment votre registre est vu de ${registry} : réponses, échecs et questions, sans rien de ce qui a été demandé. La page s’ouvre avec un jeton que les administrateurs de ${registry} ont attribué à votre registre. Le jeton reste dans cette page, jusqu’à ce que vous la fermiez.`,
  refused: 'Le jeton a été refusé.',
  notTied: 'Ce jeton n’est attribué à aucun partenaire de ce registre.',
  unknown: 'Inconnu',
  never: 'Pas depuis le démarrage',
  ourToken: 'Notre jeton dans votre registre',
  lastGood: 'accepté pour la dernière fois le',
  saysItIs: 'Il se nomme',
  failures: 'Sortes d’échec parmi les dernières questions',
  noFailures: 'Aucun.',
  faults: 'Champs de vos fiches sans forme utilisable',
  noFaults: 'Aucun depuis le démarrage.',
  questions: 'Questions depuis le démarrage',
  neverTexts: 'Sortes et nombres seulement : ce qui a été demandé n’est ni conservé ni montré.',
  noQuestions: 'Aucune pour l’instant.',
  columns: {
    what: 'Quoi',
    count: 'Combien de fois',
    last: 'Dernière fois',
    kind: 'Question',
    sent: 'De nous à vous',
    came: 'De vous à nous, avec ce jeton',
  },
};
