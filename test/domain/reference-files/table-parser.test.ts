/** What all tables of the field have in common: their headers, comments and broken lines. */

import { describe, expect, test } from 'vitest';
import { geneInfoParser } from '../../../src/domain/reference-files/gene-info.ts';
import type { LineParser } from '../../../src/domain/reference-files/line-parser.ts';
import {
  gene2goParser,
  geneOrthologsParser,
  genesToPhenotypeParser,
  phenotypeHpoaParser,
} from '../../../src/domain/reference-files/tables.ts';
import { parseText } from '../../support/reference-files/parse-text.ts';

const HEADER = '#tax_id\tGeneID\tGO_ID\n';
const ROW = { taxonId: 9606, geneId: 1, goId: 'GO:0005576' };
const LINE = '9606\t1\tGO:0005576\n';

describe('a table', () => {
  test('may have comments and empty lines above its header and between its rows', () => {
    const text = `# from a mirror\n\n${HEADER}# the rows\n   \n${LINE}`;
    expect(parseText(gene2goParser(), text)).toEqual({ rows: [ROW], skipped: [] });
  });

  test('may end without a line end', () => {
    expect(parseText(gene2goParser(), (HEADER + LINE).trimEnd()).rows).toEqual([ROW]);
  });

  test('may have no rows', () => {
    expect(parseText(gene2goParser(), HEADER)).toEqual({ rows: [], skipped: [] });
  });

  test('may be several files in a row, each with its own order of columns', () => {
    const text = `${HEADER}${LINE}#GO_ID\tGeneID\ttax_id\nGO:0003674\t2\t10090\n`;
    expect(parseText(gene2goParser(), text).rows).toEqual([ROW, { taxonId: 10090, geneId: 2, goId: 'GO:0003674' }]);
  });

  test('reports lines that have more or fewer fields than its header, such as one that was cut', () => {
    const text = `${HEADER}9606\t1\n${LINE}9606\t2\tGO:0005576\tmore\n9606\t3\tGO:00`;
    expect(parseText(gene2goParser(), text)).toEqual({
      rows: [ROW],
      skipped: [
        { lineNumber: 2, kind: 'field-count', reason: 'It has 2 fields, but the header names 3.' },
        { lineNumber: 4, kind: 'field-count', reason: 'It has 4 fields, but the header names 3.' },
        { lineNumber: 5, kind: 'go-id', reason: 'The GO_ID is "GO:00", but must be one such as GO:0006281.' },
      ],
    });
  });
});

describe('a file is refused', () => {
  const parsers: Record<string, () => LineParser<object>> = {
    gene_info: geneInfoParser,
    gene_orthologs: geneOrthologsParser,
    gene2go: gene2goParser,
    'genes_to_phenotype.txt': genesToPhenotypeParser,
    'phenotype.hpoa': phenotypeHpoaParser,
  };

  test.each([
    [
      'gene_info',
      '#tax_id\tGeneID\tSymbol\tLocusTag\tSynonyms\n9606\t1\tA1BG\t-\t-\n',
      'lacks the columns description, Modification_date: its header in line 1 names "tax_id", "GeneID", "Symbol", "LocusTag", "Synonyms", and gene_info must name tax_id, GeneID, Symbol, Synonyms, description, Modification_date',
    ],
    [
      'gene_info',
      '9606\t1\tA1BG\n',
      'lacks the columns tax_id, GeneID, Symbol, Synonyms, description, Modification_date: its header in line 1 names "9606", "1", "A1BG", and gene_info must name tax_id, GeneID, Symbol, Synonyms, description, Modification_date',
    ],
    [
      'gene_orthologs',
      '#Format: tax_id GeneID relationship Other_tax_id (tab is used as a separator)\n',
      'lacks the column Other_GeneID: its header in line 1 names "tax_id", "GeneID", "relationship", "Other_tax_id", and gene_orthologs must name tax_id, GeneID, relationship, Other_tax_id, Other_GeneID',
    ],
    [
      'gene2go',
      `${HEADER}${LINE}#tax_id\tGeneID\tStatus\n`,
      'lacks the column GO_ID: its header in line 3 names "tax_id", "GeneID", "Status", and gene2go must name tax_id, GeneID, GO_ID',
    ],
    [
      'genes_to_phenotype.txt',
      'ncbi_gene_id\tgene_symbol\tassociation_type\tdisease_id\tsource\n',
      'lacks the column hpo_id: its header in line 1 names "ncbi_gene_id", "gene_symbol", "association_type", "disease_id", "source", and genes_to_phenotype.txt must name ncbi_gene_id, hpo_id, disease_id',
    ],
    [
      'phenotype.hpoa',
      '#version: 2020-01-01\n#DatabaseID\tDiseaseName\n',
      'lacks the columns database_id, disease_name: its header in line 2 names "DatabaseID", "DiseaseName", and phenotype.hpoa must name database_id, disease_name',
    ],
    ['phenotype.hpoa', '#version: 2025-01-16\n\n', 'has no header; phenotype.hpoa must name database_id, disease_name'],
    [
      'gene2go',
      `<html>${'x'.repeat(100)}\n`,
      `lacks the columns tax_id, GeneID, GO_ID: its header in line 1 names "<html>${'x'.repeat(54)}…", and gene2go must name tax_id, GeneID, GO_ID`,
    ],
  ])('as %s when it is %j', (name, text, problem) => {
    expect(() => parseText((parsers[name] as () => LineParser<object>)(), text)).toThrow(`The file ${problem}.`);
  });

  test('with no more than twenty names of a long header', () => {
    const header = Array.from({ length: 300 }, (_, index) => `c${index}`).join('\t');
    expect(() => parseText(gene2goParser(), header)).toThrow('"c18", "c19" and 280 more, and gene2go must name');
  });
});
