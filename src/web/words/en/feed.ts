/** English words of feeds, and of the line that links to them. */

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
