/** English words of the start page. */

export const start = {
  moreOptions: 'More ways to search',
  changeSearch: 'Change the search',
  examples: 'For example',
  exampleDisease: 'Dravet syndrome' as string,
  exampleKinds: {
    symbol: 'gene symbol',
    identifier: 'Ensembl identifier',
    disease: 'disease',
    variant: 'variant',
  },
  queried: (registries: number) => (registries === 1 ? 'One registry is asked' : `${registries} registries are asked`),
  organisms: 'Organisms',
  /** Only for a demonstration. */
  trials: 'Try',
  trialKinds: {
    slow: { title: 'A slow registry', means: 'its people come when it answers' },
    down: { title: 'A registry that is down', means: 'the answer says so; ask it again' },
    withheld: { title: 'A withheld name', means: 'ask for access' },
    list: { title: 'A list of genes', means: 'candidates of an exome' },
  },
};
