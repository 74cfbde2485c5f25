/** English words of the looking-glass, the page on which a partner's administrators see how their registry works with this one. */

export const glass = {
  heading: 'Looking-glass for partners',
  intro: (registry: string) =>
    `How your registry is seen from ${registry}: answers, failures and questions, without anything that was asked. It opens with a token that the administrators of ${registry} tied to your registry. The token stays in this page only, until you close it.`,
  refused: 'The token was refused.',
  notTied: 'This token is tied to no partner of this registry.',
  unknown: 'Not known',
  never: 'Not since the start',
  ourToken: 'Our token at your registry',
  lastGood: 'last good',
  saysItIs: 'It calls itself',
  failures: 'Kinds of failure among the last questions',
  noFailures: 'None.',
  faults: 'Members of your records that had no usable form',
  noFaults: 'None since the start.',
  questions: 'Questions since the start',
  neverTexts: 'Kinds and numbers alone: what was asked is neither kept nor shown.',
  noQuestions: 'None yet.',
  columns: {
    what: 'What',
    count: 'How often',
    last: 'Last',
    kind: 'Question',
    sent: 'From us to you',
    came: 'From you to us, with this token',
  },
};
