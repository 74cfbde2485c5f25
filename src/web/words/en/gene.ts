/** English words about a gene, and about the people who work on it. */

export const gene = {
  /** Follows the text of a link, for screen readers. */
  only: '(show these only)',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nobody: 'nobody',
  noneFound: 'nobody found, as far as this registry knows the orthologs',
  atLeast: (count: number) => {
    if (count === 0) return 'nobody found, but answered in part';
    return count === 1 ? '1 person or more' : `${count} people or more`;
  },
  earlier: (people: string, time: string) => `${people}, as of ${time}`,
  unknownThere: 'gene not known there',
  silent: 'no answer',
  outstanding: 'not answered yet',
  notAsked: 'not asked',
  cell: (people: string, taxon: string, registry: string) => `${people}: ${taxon}, ${registry}`,
  /** In a list on one line, such as "mouse 4". */
  total: (taxon: string, count: number) => `${taxon} ${count}`,
};
