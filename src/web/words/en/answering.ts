/** English words of the page on which a person answers a request for access that is about them. */

import type { PersonAnswerProblem, PersonChoice } from '../../../domain/contact/person-answer.ts';

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
