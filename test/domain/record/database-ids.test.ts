/** Identifiers of databases are read in every form in which people and programs write them. */

import { expect, test } from 'vitest';
import { readDatabaseIds, termIdOf } from '../../../src/domain/record/database-ids.ts';

test.each([
  ['hgnc:1100', 'HGNC:1100', 'hgnc 1100', 'HGNC:HGNC:1100', 'https://identifiers.org/hgnc/HGNC:1100'],
  ['hgnc:1100', 'https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:1100', 'identifiers.org/hgnc:1100'],
  ['ensg00000012048', 'ENSG00000012048', 'ensg00000012048.23', 'Ensembl:ENSG00000012048', 'ensembl:ENSG00000012048'],
  ['ensg00000012048', 'http://www.ensembl.org/Homo_sapiens/Gene/Summary?db=core;g=ENSG00000012048;r=17:43'],
  [
    'fbgn0004644',
    'FBgn0004644',
    'FLYBASE:FBgn0004644',
    'FB:FBgn0004644',
    'https://flybase.org/reports/FBgn0004644.htm',
  ],
  ['wbgene00003415', 'WBGene00003415', 'WB:WBGene00003415'],
  ['wbgene00003415', 'https://wormbase.org/species/c_elegans/gene/WBGene00003415#0-9g-3'],
  ['zdb-gene-980526-166', 'ZDB-GENE-980526-166', 'ZFIN:ZDB-GENE-980526-166', 'https://zfin.org/ZDB-GENE-980526-166'],
  ['mgi:104537', 'MGI:104537', 'MGI:MGI:104537', 'https://www.informatics.jax.org/marker/MGI:104537'],
  ['mgi:104537', 'https://www.alliancegenome.org/gene/MGI:104537', 'https://identifiers.org/mgi/MGI:104537'],
  ['rgd:2465', 'RGD:2465', 'https://rgd.mcw.edu/rgdweb/report/gene/main.html?id=2465'],
  ['s000000241', 'SGD:S000000241', 'S000000241', 'https://www.yeastgenome.org/locus/S000000241'],
  ['ybr037c', 'https://www.yeastgenome.org/locus/YBR037C'],
  ['xb-gene-484781', 'Xenbase:XB-GENE-484781', 'XB-GENE-484781', 'https://www.xenbase.org/gene/XB-GENE-484781'],
  ['omim:154700', 'OMIM:154700', 'MIM 154700', 'omim.disease:154700', 'https://omim.org/entry/154700', 'OMIM: #154700'],
  ['omim:604370', 'PS604370', 'OMIM:PS604370', 'OMIMPS:604370', 'https://www.omim.org/phenotypicSeries/PS604370'],
  ['orpha:558', 'ORPHA:558', 'Orphanet:558', 'ORDO:558', 'Orphanet_558', 'ORDO:Orphanet_558'],
  ['orpha:558', 'https://www.orpha.net/en/disease/detail/558'],
  ['hp:0001250', 'HP:0001250', 'HP_0001250', 'HPO:0001250', 'hp 0001250', 'http://purl.obolibrary.org/obo/HP_0001250'],
  ['hp:0001250', 'https://hpo.jax.org/browse/term/HP:0001250'],
  ['mondo:0007739', 'MONDO:0007739', 'mondo_0007739'],
])('%s is read', (identifier, ...forms) => {
  expect(forms.map((form) => readDatabaseIds(form).identifiers)).toEqual(forms.map(() => [identifier]));
});

test.each(['672', 'NCBIGene:672', 'Entrez 672', 'https://www.ncbi.nlm.nih.gov/gene/672', 'ncbi.nlm.nih.gov/gene/672/'])(
  '%j is a gene of NCBI',
  (text) => expect(readDatabaseIds(text).geneIds).toEqual([672]),
);

test('a number of six digits may be one of OMIM, too', () => {
  expect(readDatabaseIds('154700')).toEqual({ geneIds: [154700], identifiers: ['omim:154700'] });
});

test('zeros that a spreadsheet removed are added', () => {
  expect(readDatabaseIds('HP:1250').identifiers).toEqual(['hp:1250', 'hp:0001250']);
});

test.each(['HP1', 'RGD1', 'S1', 'PS1', 'MGI12', 'KCNQ2', 'SCN1A', 'T4', 'Marfan', 'https://example.org/people/7', ''])(
  '%j is none',
  (text) => expect(readDatabaseIds(text)).toEqual({ geneIds: [], identifiers: [] }),
);

test.each([
  ['HP_0001250', 'HP:0001250'],
  ['HPO:0001250', 'HP:0001250'],
  ['HP:1250', 'HP:0001250'],
  ['MP_0001262', 'MP:0001262'],
  ['HP:1', 'HP:1'],
  ['R-HSA-109582', 'R-HSA-109582'],
])('as a filter, %j is %j', (text, termId) => {
  expect(termIdOf(text)).toBe(termId);
});
