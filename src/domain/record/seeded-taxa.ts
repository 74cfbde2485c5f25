/** The organisms that every RDP is installed with, switched on or not (rdp-protocol 8.4). */

export const SEEDED_TAXA: readonly { id: number; commonName: string }[] = [
  { id: 9606, commonName: 'human' },
  { id: 10090, commonName: 'mouse' },
  { id: 10116, commonName: 'rat' },
  { id: 7955, commonName: 'zebrafish' },
  { id: 8364, commonName: 'frog' },
  { id: 7227, commonName: 'fruit fly' },
  { id: 6239, commonName: 'roundworm' },
  { id: 559292, commonName: 'budding yeast' },
  { id: 4896, commonName: 'fission yeast' },
  { id: 511145, commonName: 'e. coli' },
];
