/** Genes are found in what clinics type and paste, and no other gene is searched. */

import { expect, test } from 'vitest';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { CLINIC_TEXTS } from '../../support/registry/clinic-texts.ts';
import { searchedGenes } from '../../support/registry/trial-answers.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const HUMAN =
  `KCNQ2 SCN1A SCN2A SHH COL1A1 COL1A2 PAX6 CFTR MECP2 CBLC MMACHC CYP2D6 DMD NKX2-5 BRCA1 BRCA2 TP53 CDKL5 STXBP1 TOR3A
  AR WAS CAT KIT SON REST MAX MET ACE HR AN SHE SET LARGE1 IMPACT CK ID MRI ADA TH GK FH PAH INS CP`.split(/\s+/);
const OTHERS: readonly [taxonId: number, symbols: readonly string[]][] = [
  [10090, ['Scn1a', 'Shh', 'Kit', 'Rest', 'Max']],
  [7955, ['shha', 'kcnq2a']],
  [7227, ['for', 'sick', 'fly', 'white', 'ear', 'mother']],
];
const official = { nomenclatureStatus: 'official', kind: 'protein-coding' } as const;
const genes = [
  ...HUMAN.map((symbol, at) => {
    const ids = symbol === 'KCNQ2' ? { hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'] } : {};
    return foundGene({ geneId: 1000 + at, symbol }, { ...official, ...ids });
  }),
  ...OTHERS.flatMap(([taxonId, symbols]) => {
    return symbols.map((symbol, at) => foundGene({ geneId: taxonId * 100 + at, symbol, taxonId }));
  }),
];
const lookups = smallLookups({ genes, orthologs: [[1000, 7955 * 100 + 1]] });
const texts = CLINIC_TEXTS.filter(({ genes: meant }) => !meant.some((gene) => gene.endsWith(' rat')));

test.each(texts)('in $text: $genes', ({ text, genes: meant }) => {
  expect(searchedGenes(resolveText(text, 10, lookups)).sort()).toEqual([...meant].sort());
});
