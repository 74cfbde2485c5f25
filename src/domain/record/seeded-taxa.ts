/** The organisms that every RDP is installed with, whether active or not (rdp-protocol 8.4). */

export const SEEDED_TAXA: readonly { id: number; commonName: string; scientificName: string }[] = [
  { id: 9606, commonName: 'human', scientificName: 'Homo sapiens' },
  { id: 10090, commonName: 'mouse', scientificName: 'Mus musculus' },
  { id: 10116, commonName: 'rat', scientificName: 'Rattus norvegicus' },
  { id: 7955, commonName: 'zebrafish', scientificName: 'Danio rerio' },
  { id: 8364, commonName: 'frog', scientificName: 'Xenopus tropicalis' },
  { id: 7227, commonName: 'fruit fly', scientificName: 'Drosophila melanogaster' },
  { id: 6239, commonName: 'roundworm', scientificName: 'Caenorhabditis elegans' },
  { id: 559292, commonName: 'budding yeast', scientificName: 'Saccharomyces cerevisiae' },
  { id: 4896, commonName: 'fission yeast', scientificName: 'Schizosaccharomyces pombe' },
  { id: 511145, commonName: 'e. coli', scientificName: 'Escherichia coli' },
];
