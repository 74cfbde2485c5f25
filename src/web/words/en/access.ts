/** English words of the page of a request for access. */

export const access = {
  about: 'What it is about',
  worksOn: 'Gene',
  tier: 'How they work on it',
  record: 'A researcher whose name is withheld.',
  begun: (gene: string, organism: string) => `I am looking for somebody who works on ${gene} (${organism}), because `,
  begunWithGene: (gene: string) => `I am looking for somebody who works on ${gene}, because `,
  notTaken: (registry: string) =>
    `${registry} did not take the request. Please try again in a while, or ask there yourself.`,
  elsewhere: (registry: string) => `${registry} takes requests for access on its own website only.`,
  expiresThere: (registry: string, time: string) =>
    `${registry} knows this record until ${time} at the latest, an hour after it was found. After that, search again.`,
  formThere: (registry: string) => `The form of ${registry} itself`,
  next: 'What happens next',
  isRead: (registry: string) =>
    `The administrators of ${registry} read your request. They alone know whom it is about.`,
  isForwarded: 'They may ask this person whether you may know the name.',
  isAnswered: (contact: string, hasPage: boolean) =>
    `Whoever answers writes to ${contact}${hasPage ? ', or the page of your request says it' : ''}. It may take some days.`,
  isConfirmed: (until: string) => `You confirm your address, until ${until}. Otherwise the request is deleted.`,
  confirmFirst: (contact: string) =>
    `One step is left: a message is on its way to ${contact}. Open the page that it names, and confirm there that the request is yours.`,
  noCopyIsSent: 'No copy is mailed to you: print or save this page.',
  pageOfIt: 'The page of your request',
  whatBecame: 'What became of it',
  name: 'Your name',
  organisation: 'Your organisation',
  fieldHelp: {
    name: 'Required. It is shown to the person whom you would like to reach.',
    organisation: 'Such as a hospital, a laboratory or an association; may be left empty.',
  },
  nameMissing: 'Please give your name.',
  language: 'Language in which we write to you',
  tooManyOfAddress:
    'Too many requests came with this address. Confirm those that wait for it, in your mailbox, or try again tomorrow.',
  reference: 'Reference',
  referenceHelp: 'Name it when you ask what became of your request.',
  askAt: 'Questions about it',
  copy: 'Copy of your request',
  receivedAt: 'Received',
  contact: 'Your address',
  reason: 'Your reason',
  afterExpiry: (time: string) =>
    `Your request stays when the reference to the record ends, at ${time}. A new request then needs a new search.`,
  status: {
    heading: 'Your request for access',
    isItYours: (registry: string, reference: string) =>
      `Somebody asked ${registry} for access to a record, with your e-mail address. The reference is ${reference}.`,
    question: 'Was it you?',
    choices: {
      mine: 'Yes, this is my request: send it to the registry',
      'not-mine': 'No, I know nothing of it: delete it',
    },
    nothingChosen: 'Please choose one of the two.',
    send: 'Continue',
    confirmBy: (until: string) => `Without an answer, the request is deleted on ${until}.`,
    deleted: 'The request was deleted. Nobody was told of it.',
    unknown:
      'There is no request at this address. A request that is not confirmed is deleted after seven days, any other after a year, or earlier by the registry.',
    keepAddress: 'Keep the address of this page: whoever has it can read what became of your request.',
    openSince: 'Open since',
    closes: 'The request ends',
    closedAt: 'The request ended',
    received: (registry: string) => `${registry} has received your request.`,
    noMore: 'This page says it when there is an answer. Until the request ends, it says nothing more.',
    accepted: 'Accepted: you can write to this person.',
    name: 'Name',
    address: 'How to reach them',
    words: 'A few words',
    notNow: 'Not now: the person cannot at the moment.',
    until: 'They cannot until',
    closed: (registry: string) =>
      `Closed: no answer came in time. That says nothing of the reason. If you still need somebody, write to ${registry} with your reference, or search again.`,
  },
};
