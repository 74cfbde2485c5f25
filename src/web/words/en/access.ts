/** What the page of a request for access says in English. */

export const access = {
  about: 'What it is about',
  worksOn: 'Gene',
  tier: 'How they work on it',
  record: 'A researcher whose name is withheld.',
  begun: (gene: string, organism: string) => `I am looking for somebody who works on ${gene} (${organism}), because `,
  begunWithGene: (gene: string) => `I am looking for somebody who works on ${gene}, because `,
  next: 'What happens next',
  isRead: (registry: string) =>
    `The administrators of ${registry} read your request. They alone know whom it is about.`,
  isAsked: 'They may ask this person whether you may know the name.',
  isAnswered: (contact: string) =>
    `Whoever answers writes to ${contact}. No answer comes by itself, and it may take some days.`,
  noCopyIsSent: 'No mail is sent to you now: print or save this page.',
  reference: 'Reference',
  referenceHelp: 'Name it when you ask what became of your request.',
  askAt: 'Questions about it',
  copy: 'What was sent',
  receivedAt: 'Received',
  contact: 'Your address',
  reason: 'Your reason',
  afterExpiry: (time: string) =>
    `Your request stays when the reference to the record ends, at ${time}. A new request then needs a new search.`,
};
