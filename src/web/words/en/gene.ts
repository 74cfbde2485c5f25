/** What the page says in English of the gene, and of who works on it where. */

export const gene = {
  more: 'More about the gene',
  identifiers: 'Identifiers and other places',
  askedAs: (symbol: string) => `asked for as ${symbol}`,
  unknown: 'The gene table of this registry does not know this gene.',
  unknownTaxon: (taxonId: string) => `This registry offers no organism with the number ${taxonId}.`,
  several: (count: number) => `${count} genes have this symbol; all of them are searched.`,
  other: 'Also called so:',
  kind: { 'protein-coding': 'protein-coding' } as Readonly<Record<string, string>>,
  /** Of the symbol, as NCBI tells it. */
  status: { official: 'official', interim: 'interim' } as Readonly<Record<string, string>>,
  diseases: 'Diseases:',
  diseasesBy: (source: string) => `by ${source}`,
  moreDiseases: (count: number, source: string) => `${count} more, ${source}`,
  human: 'Human gene:',
  orthologs: 'Orthologs:',
  moreOrthologs: (count: number) => `${count} more`,
  noOrthologs: 'No orthologs are known here.',
  noOrthologsIn: (taxon: string) => `No orthologs are known here in ${taxon}.`,
  toCoverage: 'Check every gene in every registry',

  matrix: 'People by organism and registry',
  matrixHelp: 'Who is in two registries counts in both.',
  legend: 'Legend',
  legendAtLeast: 'answered in part: this many or more',
  matrixOfAll: 'The map counts everybody, whatever the list is narrowed to.',
  /** Said behind what a link leads to. */
  only: '(show these only)',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nobody: 'nobody',
  noneFound: 'nobody found, as far as this registry knows the orthologs',
  atLeast: (count: number) => (count === 0 ? 'nobody found, but answered in part' : `${count} people or more`),
  earlier: (people: string, time: string) => `${people}, as of ${time}`,
  unknownThere: 'gene not known there',
  silent: 'no answer',
  outstanding: 'not answered yet',
  notAsked: 'not asked',
  cell: (people: string, taxon: string, registry: string) => `${people}: ${taxon}, ${registry}`,
  /** In one line, such as "mouse 4". */
  total: (taxon: string, count: number) => `${taxon} ${count}`,
};
