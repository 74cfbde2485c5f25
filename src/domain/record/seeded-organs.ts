/** The organ systems that every RDP is installed with, in order, under its own names (rdp-protocol 8.4). */

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
