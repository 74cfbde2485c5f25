/** French names of organisms, by taxon id. */

export const taxa: Readonly<Record<string, string>> = {
  4896: 'levure fissipare',
  6239: 'nématode',
  7227: 'drosophile',
  7955: 'poisson-zèbre',
  8364: 'xénope',
  9606: 'humain',
  10090: 'souris',
  10116: 'rat',
  511145: 'E. coli',
  559292: 'levure de boulanger',
};
