/** What the page says in French of the gene, and of who works on it where. */

export const gene = {
  more: 'Plus sur le gène',
  identifiers: 'Identifiants et autres sites',
  askedAs: (symbol: string) => `demandé sous le nom de ${symbol}`,
  unknown: 'La table des gènes de ce registre ne connaît pas ce gène.',
  unknownTaxon: (taxonId: string) => `Ce registre ne propose aucun organisme portant le numéro ${taxonId}.`,
  several: (count: number) => `${count} gènes portent ce symbole ; tous sont recherchés.`,
  other: 'Portent aussi ce symbole :',
  kind: { 'protein-coding': 'codant pour une protéine' } as Readonly<Record<string, string>>,
  /** Of the symbol, as NCBI tells it. */
  status: { official: 'officiel', interim: 'provisoire' } as Readonly<Record<string, string>>,
  diseases: 'Maladies :',
  diseasesBy: (source: string) => `selon ${source}`,
  moreDiseases: (count: number, source: string) => (count === 1 ? `1 autre, ${source}` : `${count} autres, ${source}`),
  human: 'Gène humain :',
  orthologs: 'Orthologues :',
  moreOrthologs: (count: number) => (count === 1 ? '1 autre' : `${count} autres`),
  noOrthologs: 'Aucun orthologue n’est connu ici.',
  noOrthologsIn: (taxon: string) => `Aucun orthologue n’est connu ici, organisme : ${taxon}.`,
  toCoverage: 'Vérifier chaque gène dans chaque registre',

  matrix: 'Personnes par organisme et par registre',
  matrixHelp: 'Une personne inscrite dans deux registres compte dans les deux.',
  legend: 'Légende',
  legendAtLeast: 'réponse partielle : au moins autant',
  matrixOfAll: 'Le tableau compte tout le monde, même quand la liste est restreinte.',
  /** Said behind what a link leads to. */
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
