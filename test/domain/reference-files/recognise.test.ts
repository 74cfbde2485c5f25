/** What a file is, by how it begins. */

import { expect, test } from 'vitest';
import { recognise } from '../../../src/files/load-files.ts';

const GENE_INFO = '#tax_id\tGeneID\tSymbol\tLocusTag\tSynonyms\tdbXrefs\tdescription\tModification_date';

test.each([
  [[GENE_INFO, '9606\t1\tA1BG'], 'gene_info'],
  [['', `#Format: ${GENE_INFO.slice(1).replaceAll('\t', ' ')} (tab is used as a separator)`], 'gene_info'],
  [['#tax_id\tGeneID\tSymbol\tSynonyms'], 'gene_info'],
  [['#tax_id\tGeneID\trelationship\tOther_tax_id\tOther_GeneID'], 'gene_orthologs'],
  [['#tax_id\tGeneID\tGO_ID\tEvidence\tQualifier'], 'gene2go'],
  [['ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id'], 'genes_to_phenotype.txt'],
  [['ncbi_gene_id\tgene_symbol\tassociation_type\tdisease_id\tsource'], 'genes_to_disease.txt'],
  [['#description: "HPO"', '#version: 2025-01-16', 'database_id\tdisease_name\tqualifier'], 'phenotype.hpoa'],
  [['format-version: 1.2', 'ontology: hp'], 'obo'],
  [['! a comment', 'data-version: 1', 'ontology: x', '', '[Term]', 'id: X:1'], 'obo'],
  [['[Term]', 'id: X:1'], 'obo'],
  [['<?xml version="1.0"?>', '<JDBOR date="2025-06-24 07:29:58">', '<DisorderList count="1">'], 'product1.xml'],
  [['<JDBOR date="2025-06-24">', '<DisorderList>', '<DisorderGeneAssociationList count="1">'], 'product6.xml'],
  [['<JDBOR date="2025-06-24">', '<HPODisorderSetStatusList>'], undefined],
  [['<?xml version="1.0"?>', '<rss>'], undefined],
  [['#tax_id\tGeneID\tstatus\tRNA_nucleotide_accession.version\tSymbol'], undefined],
  [['# Real reference data', '', '| File | What |', '[Term]'], undefined],
  [['name: John', 'age: 3'], undefined],
  [['#only', '#comments'], undefined],
  [['', ' '], undefined],
  [[], undefined],
])('%j is %s', (lines, format) => {
  expect(recognise(lines)).toBe(format);
});
