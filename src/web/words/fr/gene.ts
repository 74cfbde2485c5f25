/** French words about a gene, and about the people who work on it. */

export const gene = {
  /** Follows the text of a link, for screen readers. */
  only: '(n’afficher que cela)',
  people: (count: number) => (count < 2 ? `${count} personne` : `${count} personnes`),
  nobody: 'personne',
  noneFound: 'personne de trouvé, d’après les orthologues que ce registre connaît',
  atLeast: (count: number) => {
    if (count === 0) return 'personne de trouvé, mais réponse partielle';
    return count === 1 ? '1 personne ou plus' : `${count} personnes ou plus`;
  },
  earlier: (people: string, time: string) => `${people}, état de ${time}`,
  unknownThere: 'gène inconnu de ce registre',
  silent: 'pas de réponse',
  outstanding: 'pas encore de réponse',
  notAsked: 'non interrogé',
  cell: (people: string, taxon: string, registry: string) => `${people} : ${taxon}, ${registry}`,
  total: (taxon: string, count: number) => `${taxon} ${count}`,
};
