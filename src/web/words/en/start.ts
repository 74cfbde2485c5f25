/** What the start page says in English. */

export const start = {
  moreOptions: 'More ways to search',
  changeSearch: 'Change the search',
  examples: 'For example',
  exampleKinds: {
    symbol: 'gene symbol',
    identifier: 'Ensembl identifier',
    disease: 'disease',
    variant: 'variant',
  },
  asked: (registries: number) => (registries === 1 ? 'One registry is asked' : `${registries} registries are asked`),
  researchers: (count: number) => (count === 1 ? '1 researcher' : `${count} researchers`),
  organisms: 'Organisms',
};
