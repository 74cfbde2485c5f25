/** English words of messages to the contact of a partner. */

export const partnerMail = {
  subjects: {
    unwell: (partner: string, registry: string) => `${partner} has not answered ${registry} well for a day`,
    'well-again': (partner: string, registry: string) => `${partner} answers ${registry} again`,
  },
  unwell: (partner: string, url: string, registry: string, since: string) =>
    `${registry} asks ${partner} (${url}) when people search there. Since ${since} it has not answered well for an hour at a stretch.`,
  lastLook: (partner: string, reason: string) => `At the last look, ${partner} ${reason}.`,
  elsewhere: 'It may be the registry or the way to it: from elsewhere it may look well.',
  next: 'One more message comes when it has been well for an hour, and none before.',
  wellAgain: (partner: string, registry: string, wellSince: string, since: string) =>
    `${partner} has answered ${registry} at every look since ${wellSince}. Before that it had not answered well since ${since}.`,
  glass: 'With a token that is tied to your registry you see there how it fares:',
  why: (registry: string) =>
    `The administrators of ${registry} have configured this address for these messages. Ask them to take it out if you want none.`,
};
