/** English words of requests for access: the page of their sender, and that of the person whom they are about. */

import type { PersonAnswerProblem, PersonChoice } from '../../domain/contact/person-plan.ts';
import { isOne } from '../../domain/plurals.ts';

export const access = {
  about: 'What it is about',
  worksOn: 'Gene',
  tier: 'How they work on it',
  record: 'A researcher whose name is withheld.',
  begun: (gene: string, organism: string) => `I am looking for someone who works on ${gene} (${organism}), because `,
  begunWithGene: (gene: string) => `I am looking for someone who works on ${gene}, because `,
  notTaken: (registry: string) =>
    `${registry} did not take the request. Please try again in a while, or ask there yourself.`,
  elsewhere: (registry: string) => `${registry} takes requests for access on its own website only.`,
  expiresThere: (registry: string, time: string) =>
    `${registry} knows this record until ${time} at the latest, an hour after it was found. After that, search again.`,
  formThere: (registry: string) => `The form of ${registry} itself`,
  next: 'What happens next',
  isRead: (registry: string) => `The administrators of ${registry} read your request. Only they know whom it is about.`,
  isForwarded: 'They can forward it to this person, who decides whether you learn the name.',
  isForwardedAtOnce: 'It is also forwarded to this person at once, who decides whether you learn the name.',
  isAnswered: (contact: string, hasPage: boolean) =>
    `The answer comes to ${contact}${hasPage ? ' and appears on the page of your request' : ''}. It may take some days.`,
  isConfirmed: (until: string) => `You confirm your address, until ${until}. Otherwise the request is deleted.`,
  confirmFirst: (contact: string) =>
    `One step is left: a message is on its way to ${contact}. Open the page that it names, and confirm there that the request is yours.`,
  noCopyIsSent: 'No copy is mailed to you: print or save this page.',
  pageOfIt: 'The page of your request',
  whatBecame: 'Status',
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
  referenceHelp: 'Give it when you ask about your request.',
  askAt: 'Questions about it',
  copy: 'Copy of your request',
  receivedAt: 'Received',
  contact: 'Your address',
  reason: 'Your reason',
  afterExpiry: (time: string) =>
    `Your request stays valid. The link to this record ends at ${time}; for another request, search again.`,
  status: {
    heading: 'Your request for access',
    isItYours: (registry: string, reference: string) =>
      `Someone asked ${registry} for access to a record, with your e-mail address. The reference is ${reference}.`,
    question: 'Was it you?',
    choices: {
      mine: 'Yes, this is my request: send it to the registry',
      'not-mine': 'No, it is not mine: delete it',
    },
    nothingChosen: 'Please choose one of the two.',
    send: 'Continue',
    confirmBy: (until: string) => `Without an answer, the request is deleted on ${until}.`,
    deleted: 'The request is deleted. Nobody is notified.',
    unknown:
      'There is no request at this address. A request that is not confirmed is deleted after seven days, any other after a year, or earlier by the registry.',
    keepAddress: 'Keep the address of this page. Whoever has it can read the status of your request.',
    openSince: 'Open since',
    closes: 'The request ends',
    closedAt: 'The request ended',
    received: (registry: string) => `${registry} has received your request.`,
    noMore: 'The answer appears on this page. Until there is one, the page says nothing more.',
    accepted: 'Accepted: you can write to this person.',
    name: 'Name',
    address: 'How to reach them',
    words: 'A few words',
    notNow: 'Not now: the person is not available at the moment.',
    until: 'Not available until',
    closed: (registry: string) =>
      `Closed: there was no answer in time. The reason is not known. If you still need someone, write to ${registry} with your reference, or search again.`,
  },
};

export const answering = {
  heading: (gene: string | undefined) =>
    gene === undefined ? 'Someone would like to contact you' : `Someone would like to contact you about ${gene}`,
  about: (registry: string) =>
    `Someone found your record in ${registry}, without your name, and would like to contact you. They do not know who you are.`,
  request: 'The request',
  theirName: 'Their name',
  theirOrganisation: 'Their organisation',
  theirAddress: 'Their address',
  theirReason: 'Their reason',
  notConfirmed: 'not confirmed',
  others: (count: number) =>
    isOne(count)
      ? '1 more request waits until you have answered these.'
      : `${count} more requests wait until you have answered these.`,
  question: 'What is your answer?',
  choices: {
    accept: 'Accept: they get the name and address that I give below',
    'not-now': 'Not now',
    decline: 'Decline: they learn nothing, as if I had not answered',
  } satisfies Record<PersonChoice, string>,
  toAccept: 'If you accept',
  name: 'Name to give them',
  address: 'E-mail address or telephone number to give them',
  ifNotNow: 'If not now',
  weeks: 'For how long',
  chooseWeeks: 'Please choose',
  inWeeks: (weeks: number) =>
    weeks === 52 ? 'a year' : weeks === 26 ? 'half a year' : weeks === 13 ? 'three months' : `${weeks} weeks`,
  isShown: 'Tell them that I cannot now, and until when',
  words: 'A few words (may be left empty)',
  wordsHelp: (registry: string) =>
    `If you accept, they read this. Otherwise only the administrators of ${registry} do.`,
  typed: (signs: string) => `Type ${signs} to confirm`,
  send: 'Send this answer',
  once: 'You can answer once. Without an answer, nobody learns anything about you.',
  problems: {
    'nothing-chosen': 'Please choose one of the three.',
    'typed-wrong': 'Please type exactly the characters in the label.',
    'name-missing': 'Please enter the name to give them.',
    'address-missing': 'Please say how they can reach you.',
    'weeks-missing': 'Please choose for how long.',
    'words-too-long': 'Please write at most 500 characters.',
  } satisfies Record<PersonAnswerProblem, string>,
  done: {
    accept: 'Thank you. They now get the name and address that you gave, by e-mail.',
    'not-now': 'Thank you. Your answer is recorded.',
    decline: 'Thank you. Your answer is recorded. They learn nothing of it.',
  } satisfies Record<PersonChoice, string>,
  closed: {
    unknown: (registry: string) =>
      `This link is not complete, or it is not from ${registry}. Copy it again from the message, or write to the registry with the reference.`,
    gone: (registry: string) => `${registry} has deleted this request. You do not need to answer.`,
    used: (_registry: string) => 'This request is already answered, by you or on your behalf. A link works once.',
    expired: (registry: string) =>
      `This link has expired, or a newer message replaces it. To answer, write to ${registry} with the reference.`,
    'person-gone': (registry: string) =>
      `The account that this request is about no longer exists at ${registry}. Nothing is changed, and nobody is notified.`,
  },
};
