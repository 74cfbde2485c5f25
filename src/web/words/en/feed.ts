/** What feeds say in English, and the line that leads to them. */

export const feed = {
  tellMe: 'Tell me when somebody new appears:',
  link: 'feed',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about: 'An entry for everybody who is found, whoever came last first. Who withdraws leaves this feed.',
  partly: (registries: string) => `Not everybody may be here: ${registries} gave no whole answer this time.`,
  notKept: 'This registry keeps as many feeds as it may, so everybody here is dated today.',
  newest: (shown: number, all: number) => `The ${shown} who came last, of ${all}.`,
  recordOf: (registry: string) => `Record of ${registry}`,
  worksOn: (genes: string) => `Works on ${genes}`,
};
