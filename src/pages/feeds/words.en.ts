/** English words of feeds and subscriptions: their pages, their messages, and the line that links to them. */

import { isOne } from '../../domain/plurals.ts';

export const feed = {
  notifyMe: 'Tell me when someone new appears:',
  link: 'feed',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about: 'One entry for each person who is found, the newest first. People who withdraw leave this feed.',
  partly: (registries: string) => `People may be missing: ${registries} gave no full answer this time.`,
  notStored:
    'This registry stores no more feeds. This one shows only what is known here now: no other registry is asked, and every entry has today’s date.',
  month: (month: string) => `Who answered in ${month}`,
  whole(whole: number, all: number) {
    if (all === 1)
      return whole === 1 ? 'The only registry answers in full.' : 'The only registry gives no full answer.';
    return whole === all ? `All ${all} registries answer in full.` : `${whole} of ${all} registries answer in full.`;
  },
  /** `since`: a month in words. */
  silent: (registry: string, since: string) => `${registry} has given no full answer since ${since}.`,
  certifies: (registry: string, since: string, isNobody: boolean) =>
    `${registry}, silent since ${since}, now ${isNobody ? 'answers that it has nobody' : 'answers in full'}.`,
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}.`,
  recordOf: (registry: string) => `Record of ${registry}`,
  worksOn: (genes: string) => `Works on ${genes}`,
};

export const subscription = {
  link: 'mail',
  title: 'Tell me by mail',
  about: 'You get a message when someone new appears for this search:',
  address: 'Your e-mail address',
  addressHelp:
    'It is stored with this search only, and deleted when you unsubscribe. Every message has a link for that.',
  addressInvalid: 'Please give one e-mail address, such as name@example.org.',
  frequency: 'How often, at most',
  frequencies: { weekly: 'Once a week', daily: 'Once a day' },
  send: 'Send me a link to confirm',
  sent: (address: string) =>
    `If ${address} receives mail, a message with a link is on its way. Open the link and confirm; nothing else is sent before that. The link works for 3 days.`,
  tooMany: 'Too many messages were requested. Please try again later.',
  full: 'This registry takes no more subscriptions at the moment. Please try again another day, or use the feed.',
  confirmTitle: 'Confirm messages about new people',
  confirmAsk: (address: string) => `Messages about this search will go to ${address}:`,
  confirmTick: 'Yes, write to this address',
  confirm: 'Confirm',
  confirmed: (address: string) => `Confirmed. Messages go to ${address} when someone new appears for this search:`,
  notAll: (registries: string) =>
    `${registries} gave no full answer just now. People who are found there later count as new.`,
  unsubscribeLink: 'No more messages',
  unsubscribeTitle: 'No more messages about new people',
  unsubscribeAsk: (address: string) => `Messages about this search go to ${address}:`,
  unsubscribeTick: 'Yes, send no more',
  unsubscribe: 'Unsubscribe',
  unsubscribed: 'No more messages are sent. Everything that was stored for them is deleted.',
  tickFirst: 'Nothing is changed. Tick the box first.',
  goneTitle: 'Messages about new people',
  gone: 'This link no longer works: you have unsubscribed, it was not confirmed within 3 days, or it was not copied completely. If messages still come, use the link of the newest one.',
  message: {
    confirmSubject: (registry: string) => `Please confirm: messages about new people · ${registry}`,
    confirmAbout: (registry: string) =>
      `Someone, probably you, asked ${registry} to write to this address when someone new appears for a search.`,
    confirmHow: 'To read the search and confirm, open this page, tick the box and press the button:',
    confirmElse: 'If it was not you, do nothing: nothing more is sent, and the address is deleted after 3 days.',
    subject: (people: number, question: string, registry: string) =>
      `${isOne(people) ? '1 new person' : `${people} new people`}: ${question} · ${registry}`,
    about: 'New for your search:',
    more: (people: number) => `And ${people} more.`,
    whole: 'Everyone who is found:',
    partly: (registries: string) =>
      `People may be missing: ${registries} gave no full answer this time. This does not mean that nobody is there.`,
    why: (registry: string) => `You confirmed these messages at ${registry}.`,
    unsubscribe: 'No more messages:',
  },
};
