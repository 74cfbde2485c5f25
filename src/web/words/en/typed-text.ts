/** English words about a text that was typed into the search box. */

export const typedText = {
  /** The name that was found, if it is not the symbol: `MT-TK`. */
  typed: (called: string) => `You typed ${called}.`,
  /** For a text of which only the gene was searched. */
  omitted: 'The other words of your text were not searched for.',
  /** For a text that is no gene, disease or term. */
  searched: { people: 'Searched among names of people.', interests: 'Searched among research interests.' },
  variantAlone: 'A variant without its gene: type the gene.',
  listInAddress:
    'Several genes are not read from an address, where others could read them. Press Search to look them up.',
  nothingTyped: 'Type a gene, a disease, an identifier or a name.',
  tooLong: (found: number, most: number) => `The text has ${found} characters, but at most ${most} are read.`,
};
