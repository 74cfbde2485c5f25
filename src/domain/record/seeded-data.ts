/** What every RDP is installed with (rdp-protocol 8.4). */

import { TAXON_NAMES } from './taxon-names.ts';

/** The organisms, whether active or not. */
export const SEEDED_TAXA: readonly { id: number; commonName: string; scientificName: string }[] = [
  { id: 9606, commonName: TAXON_NAMES[9606], scientificName: 'Homo sapiens' },
  { id: 10090, commonName: TAXON_NAMES[10090], scientificName: 'Mus musculus' },
  { id: 10116, commonName: TAXON_NAMES[10116], scientificName: 'Rattus norvegicus' },
  { id: 7955, commonName: TAXON_NAMES[7955], scientificName: 'Danio rerio' },
  { id: 8364, commonName: TAXON_NAMES[8364], scientificName: 'Xenopus tropicalis' },
  { id: 7227, commonName: TAXON_NAMES[7227], scientificName: 'Drosophila melanogaster' },
  { id: 6239, commonName: TAXON_NAMES[6239], scientificName: 'Caenorhabditis elegans' },
  { id: 559292, commonName: TAXON_NAMES[559292], scientificName: 'Saccharomyces cerevisiae' },
  { id: 4896, commonName: TAXON_NAMES[4896], scientificName: 'Schizosaccharomyces pombe' },
  { id: 511145, commonName: TAXON_NAMES[511145], scientificName: 'Escherichia coli' },
];

/** The organ systems, in order, under RDP's own names. */
export const SEEDED_ORGANS: readonly { uberonId: string; name: string }[] = [
  { uberonId: 'UBERON:0000026', name: 'Limb/Appendage' },
  { uberonId: 'UBERON:0004535', name: 'Cardiovascular' },
  { uberonId: 'UBERON:0000970', name: 'Eye and Ear' },
  { uberonId: 'UBERON:0000033', name: 'Head and Neck' },
  { uberonId: 'UBERON:0001015', name: 'Musculature' },
  { uberonId: 'UBERON:0001016', name: 'Nervous System' },
  { uberonId: 'UBERON:0001004', name: 'Respiratory System' },
  { uberonId: 'UBERON:0004755', name: 'Skeletal and Connective Tissue' },
  { uberonId: 'UBERON:0000178', name: 'Blood and Immune' },
  { uberonId: 'UBERON:0000949', name: 'Endocrine System' },
  { uberonId: 'UBERON:0002199', name: 'Integument' },
  { uberonId: 'UBERON:0001007', name: 'Digestive System' },
  { uberonId: 'UBERON:0004122', name: 'Genitourinary' },
];
