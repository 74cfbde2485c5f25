/** English words of requests for access: the page of their sender, and that of the person whom they are about. */

import type { PersonAnswerProblem, PersonChoice } from '../../domain/contact/person-plan.ts';

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

export const answering = {
  heading: 'Somebody asks for you',
  about: (registry: string) =>
    `Somebody who found your record in ${registry}, without your name, would like to reach you. Nobody has told them who you are.`,
  request: 'The request',
  theirName: 'Their name',
  theirOrganisation: 'Their organisation',
  theirAddress: 'Their address',
  theirReason: 'Their reason',
  notConfirmed: 'not confirmed',
  others: (count: number) =>
    count === 1
      ? '1 more request waits until these are answered.'
      : `${count} more requests wait until these are answered.`,
  question: 'What is your answer?',
  choices: {
    accept: 'Accept: they read the name and address that I give here',
    'not-now': 'Not now',
    decline: 'Decline: they learn nothing, as if I had not answered',
  } satisfies Record<PersonChoice, string>,
  toAccept: 'If you accept',
  name: 'Name, as they are to read it',
  address: 'Address or telephone, as they are to read it',
  ifNotNow: 'If not now',
  weeks: 'For how long',
  chooseWeeks: 'Please choose',
  inWeeks: (weeks: number) =>
    weeks === 52 ? 'a year' : weeks === 26 ? 'half a year' : weeks === 13 ? 'three months' : `${weeks} weeks`,
  isShown: 'Tell whoever asked that I cannot now, and until when',
  words: 'A few words (may be left empty)',
  wordsHelp: (registry: string) =>
    `If you accept, whoever asked reads them. Otherwise the administrators of ${registry} alone do.`,
  typed: (signs: string) => `Type ${signs} to confirm`,
  send: 'Send this answer',
  once: 'An answer can be given once. Without one, nobody learns anything of you.',
  problems: {
    'nothing-chosen': 'Please choose one of the three.',
    'typed-wrong': 'Please type the signs that stand there.',
    'name-missing': 'Please give the name that they are to read.',
    'address-missing': 'Please say how they can reach you.',
    'weeks-missing': 'Please choose for how long.',
    'words-too-long': 'Please write at most 500 characters.',
  } satisfies Record<PersonAnswerProblem, string>,
  done: {
    accept: 'Thank you. Whoever asked can now read the name and address that you gave.',
    'not-now': 'Thank you. Your answer was noted.',
    decline: 'Thank you. Your answer was noted. Whoever asked learns nothing of it.',
  } satisfies Record<PersonChoice, string>,
  closed: {
    unknown: (registry: string) =>
      `This link does not come from ${registry}, or not as a whole, or the registry has changed its key since. Copy it again from the message, or write to the registry with the reference.`,
    gone: (registry: string) => `${registry} has deleted this request. There is nothing to answer any more.`,
    used: (_registry: string) => 'This request was answered already, by you or for you. A link can be used once.',
    expired: (registry: string) =>
      `This link has ended, or a newer message has taken its place. If you want to answer, write to ${registry} with the reference.`,
    'person-gone': (registry: string) =>
      `The account that this request is about is not at ${registry} any more. Nothing was changed, and nobody was told anything.`,
  },
};
