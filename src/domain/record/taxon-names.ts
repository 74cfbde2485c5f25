/** The names of the organisms that every RDP is installed with (rdp-protocol 8.4), by taxon id. */

export const TAXON_NAMES = {
  9606: 'human',
  10090: 'mouse',
  10116: 'rat',
  7955: 'zebrafish',
  8364: 'frog',
  7227: 'fruit fly',
  6239: 'roundworm',
  559292: 'budding yeast',
  4896: 'fission yeast',
  511145: 'e. coli',
} as const;
