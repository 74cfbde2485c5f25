/** English words of feeds and subscriptions: their pages, their messages, and the line that links to them. */

import { isOne } from '../words/plurals.en.ts';

export const feed = {
  notifyMe: 'Tell me when somebody new appears:',
  link: 'feed',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about: 'An entry for everybody who is found, whoever came last first. Who withdraws leaves this feed.',
  partly: (registries: string) => `Not everybody may be here: ${registries} gave no full answer this time.`,
  notStored:
    'This registry keeps as many feeds as it may: this one is answered from what it has at the moment, no other registry is asked, and everybody is dated today.',
  month: (month: string) => `Who answered in ${month}`,
  whole(whole: number, all: number) {
    if (all === 1) return whole === 1 ? 'The one registry answers in full.' : 'The one registry gives no full answer.';
    return whole === all ? `All ${all} registries answer in full.` : `${whole} of ${all} registries answer in full.`;
  },
  /** `since`: a month in words. */
  silent: (registry: string, since: string) => `${registry} has given no full answer since ${since}.`,
  certifies: (registry: string, since: string, isNobody: boolean) =>
    `${registry}, silent since ${since}, now ${isNobody ? 'certifies nobody' : 'answers in full'}.`,
  newest: (shown: number, all: number) => `The ${shown} who came last, of ${all}.`,
  recordOf: (registry: string) => `Record of ${registry}`,
  worksOn: (genes: string) => `Works on ${genes}`,
};

export const subscription = {
  link: 'mail',
  title: 'Tell me by mail',
  about: 'You get a message whenever somebody new appears for this question:',
  address: 'Your e-mail address',
  addressHelp: 'It is kept with this question alone, and deleted when you leave. Every message says how.',
  addressInvalid: 'Please give one e-mail address, such as name@example.org.',
  frequency: 'How often, at most',
  frequencies: { weekly: 'Once a week', daily: 'Once a day' },
  send: 'Send me a link to confirm',
  sent: (address: string) =>
    `If mail reaches ${address}, a message with a link is on its way. Open the link and confirm there: nothing else is sent before. The link lasts for 3 days.`,
  tooMany: 'Too many messages were asked for. Please try again later.',
  full: 'This registry answers as many questions by mail as it may. Please try again another day, or take the feed.',
  confirmTitle: 'Confirm messages about new people',
  confirmAsk: (address: string) => `Messages about this question would go to ${address}:`,
  confirmTick: 'Yes, write to this address',
  confirm: 'Confirm',
  confirmed: (address: string) => `Confirmed: messages go to ${address} when somebody new appears for this question:`,
  notAll: (registries: string) =>
    `${registries} gave no full answer just now. Whoever is found there later counts as new, and is in a message.`,
  unsubscribeLink: 'No more messages',
  unsubscribeTitle: 'No more messages about new people',
  unsubscribeAsk: (address: string) => `Messages about this question go to ${address}:`,
  unsubscribeTick: 'Yes, send no more',
  unsubscribe: 'Leave',
  unsubscribed: 'No more messages are sent. Everything that was kept for them is deleted.',
  tickFirst: 'Nothing was changed. Tick the box first.',
  goneTitle: 'Messages about new people',
  gone: 'This link leads to no messages: they were left, it was not confirmed within 3 days, or it was not copied as a whole. If messages still come, the registry has changed its key: the link of the newest one works.',
  message: {
    confirmSubject: (registry: string) => `Please confirm: messages about new people · ${registry}`,
    confirmAbout: (registry: string) =>
      `Somebody, probably you, asks ${registry} to write to this address whenever somebody new appears for a question.`,
    confirmHow: 'To read the question and confirm, open this page, tick the box and press the button:',
    confirmElse: 'If it was not you, do nothing: no more is sent, and the address is deleted after 3 days.',
    subject: (people: number, question: string, registry: string) =>
      `${isOne(people) ? '1 new person' : `${people} new people`}: ${question} · ${registry}`,
    about: 'New for your question:',
    more: (people: number) => `And ${people} more.`,
    whole: 'Everybody who is found:',
    partly: (registries: string) =>
      `Not everybody may be here: ${registries} gave no full answer this time. That does not mean that nobody is there.`,
    why: (registry: string) => `You confirmed these messages at ${registry}.`,
    unsubscribe: 'No more messages:',
  },
};
