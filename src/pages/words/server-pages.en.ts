/** English words of a search that only the server writes; browsers do not load them. */

import { isOne } from '../../domain/plurals.ts';

export const geneCard = {
  more: 'More about the gene',
  identifiers: 'Identifiers and other places',
  moreLinks: 'More',
  searchedAs: (symbol: string) => `searched as ${symbol}`,
  unknown: 'The gene table of this registry does not know this gene.',
  unknownTaxon: (taxonId: string) => `This registry offers no organism with the number ${taxonId}.`,
  several: (count: number) => `${count} genes have this symbol; all of them are searched.`,
  other: 'Other genes with this symbol:',
  kind: { 'protein-coding': 'protein-coding' } as Readonly<Record<string, string>>,
  /** The status of the symbol, in the words of NCBI. */
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
  matrixHelp: 'A person in two registries counts in both.',
  legend: 'Legend',
  legendNobody: 'framed: nobody, for certain',
  legendNoneFound: 'no frame: nobody found among the orthologs that the registry knows',
  legendEarlier: 'hatched, with ↶: an earlier answer',
  legendAtLeast: 'partial answer: this many or more',
  matrixOfAll: 'The map counts all people.',
};

export const boxPages = {
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, Dravet syndrome',
  /** `identifier` distinguishes genes with the same name, such as `Ensembl ENSG00000075043`. */
  understood: (gene: string, organism: string, identifier: string) =>
    `Understood as ${gene}, ${organism} (${identifier})`,
  somethingElse: 'Something else?',
  moreGenes: (count: number) => (isOne(count) ? 'and 1 more' : `and ${count} more`),
  noGenes: 'No genes are known for it here.',
  humanGene: 'Human gene:',
  peopleWithTerm: 'People who chose this term',
  meant: (text: string) => `Results for “${text}”`,
  nothing: (text: string) => `No gene, disease or term matches “${text}”.`,
};

export const peoplePages = {
  part: (from: number, to: number, all: string) => `People ${from} to ${to} of ${all}`,
  /** The order of people, and how many they are. */
  whyList: 'Why this list?',
  counted:
    'Each person of each registry is counted. “4 to 10 people” means that some of the ten may be the same person. Two registries may show the same ORCID iD or the same name, and a person without a name may be one of the others.',
  ruleOfResearchers:
    'People whose name is shown come first, then principal investigators, then last names from A to Z.',
  tools: 'What to do with the list',
  share: 'Share and save',
  sheet: 'Print summary',
  filesOfAll: 'Files contain all people, even if you filter the list.',
  noticesOfAll: 'Notices are about all people, even if you filter the list.',
  downloadAs: (format: string) => (format === 'XLSX' ? 'Download as a spreadsheet (XLSX)' : `Download ${format}`),
  copySentence: 'Copy citation',
  narrow: 'Narrow the list',
  contains: 'Filter by text',
  question: 'What is searched',
  orthologsIn: (organism: string) => `its orthologs in ${organism}`,
  nameContains: (name: string) => `name contains “${name}”`,
  nameStarts: (name: string) => `last name starts with “${name}”`,
  interestContains: (interest: string) => `interest contains “${interest}”`,
  only: (registry: string) => `only ${registry}`,
  remove: (chip: string) => `Search without: ${chip}`,
};
