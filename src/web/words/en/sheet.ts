/** English words of the printed sheet. */

export const sheet = {
  title: 'Summary',
  titleOf: (sentence: string) => `Summary: ${sentence}`,
  print: 'Print summary',
  printHint: 'One page, A4 or Letter: print it with your browser.',
  back: 'Back to the results',
  identifiers: 'NCBI Gene',
  orthologs: 'Orthologs',
  moreOrthologs: (count: number) => `and ${count} more`,
  people: 'Whom to ask first',
  order: 'Named people first; then whoever works on it now, on the gene itself, principal investigators, names.',
  withheld: (registry: string) => `Name withheld by ${registry}: ask there for access`,
  otherPeople: (count: number) => (count === 1 ? '1 more person was found.' : `${count} more people were found.`),
  otherPeopleAtLeast: (count: number) => `At least ${count} more people were found.`,
  completeness: 'How complete this is',
  asOf: (moment: string) => `As of ${moment}.`,
  address: 'The same search, up to date',
  codeOf: 'The address of this search as a QR code',
};
