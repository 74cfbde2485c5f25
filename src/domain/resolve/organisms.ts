/** The organisms of the registries, with their names in English and French. */

const WORDS: readonly (readonly [taxonId: number, words: readonly string[]])[] = [
  [9606, ['human', 'humans', 'homo sapiens', 'h. sapiens', 'humain', 'humains', 'humaine', 'homme']],
  [10090, ['mouse', 'mice', 'murine', 'mus musculus', 'm. musculus', 'souris', 'murin', 'murins']],
  [10116, ['rat', 'rats', 'rattus norvegicus', 'r. norvegicus']],
  [
    7955,
    [
      'zebrafish',
      'zebra fish',
      'danio',
      'danio rerio',
      'd. rerio',
      'poisson zèbre',
      'poisson-zèbre',
      'poissons zèbres',
      'poissons-zèbres',
    ],
  ],
  [
    7227,
    [
      'fly',
      'flies',
      'fruit fly',
      'fruit flies',
      'drosophila',
      'drosophila melanogaster',
      'd. melanogaster',
      'drosophile',
      'drosophiles',
      'mouche',
      'mouches',
    ],
  ],
  [
    6239,
    [
      'worm',
      'worms',
      'roundworm',
      'nematode',
      'c. elegans',
      'c elegans',
      'c.elegans',
      'caenorhabditis elegans',
      'nématode',
      'nématodes',
    ],
  ],
  [
    559292,
    ['yeast', 'budding yeast', "baker's yeast", 's. cerevisiae', 'saccharomyces cerevisiae', 'levure', 'levures'],
  ],
  [
    8364,
    [
      'frog',
      'frogs',
      'xenopus',
      'xenopus tropicalis',
      'x. tropicalis',
      'xénope',
      'xénopes',
      'grenouille',
      'grenouilles',
    ],
  ],
];
const TAXON_BY_WORD: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap(([taxonId, words]) => words.map((word) => [word, taxonId] as const)),
);

/** Returns the organism of which a text is the name; undefined for any other text. */
export function organismCalled(text: string): number | undefined {
  return TAXON_BY_WORD.get(text.toLowerCase());
}

const MOST_WORDS_OF_NAME = 2;

type OrganismFound = { taxonId: number; from: number; count: number };

/** Returns the first organism that one or two neighbouring words name, if any. */
export function organismAmong(words: readonly string[]): OrganismFound | undefined {
  for (let from = 0; from < words.length; from++) {
    for (let count = MOST_WORDS_OF_NAME; count > 0; count--) {
      const named = words
        .slice(from, from + count)
        .join(' ')
        .toLowerCase();
      const taxonId = TAXON_BY_WORD.get(named);
      if (taxonId !== undefined && from + count <= words.length) return { taxonId, from, count };
    }
  }
  return undefined;
}
