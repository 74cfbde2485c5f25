/** Orthologs, annotations and diseases: which rows are taken over, and how often. */

import { describe, expect, test } from 'vitest';
import {
  gene2goParser,
  geneOrthologsParser,
  genesToPhenotypeParser,
  phenotypeHpoaParser,
} from '../../../src/domain/reference-files/tables.ts';
import { parseText, table } from '../../support/reference-files/parse-text.ts';

const NUMBER = 'but must be a whole number from 1 to 2147483647.';

describe('gene_orthologs (rdp-protocol 9.2)', () => {
  const columns = ['#tax_id', 'GeneID', 'relationship', 'Other_tax_id', 'Other_GeneID'];

  test('gives the pairs in its own direction', () => {
    const text = table(columns, [9606, 1, 'Ortholog', 10090, 117586], [10090, 5, 'Ortholog', 9606, 6]);
    expect(parseText(geneOrthologsParser(), text)).toEqual({
      rows: [
        { sourceTaxonId: 9606, sourceGeneId: 1, targetTaxonId: 10090, targetGeneId: 117586 },
        { sourceTaxonId: 10090, sourceGeneId: 5, targetTaxonId: 9606, targetGeneId: 6 },
      ],
      skipped: [],
    });
  });

  test.each([
    [
      [9606, 1, 'Related pseudogene', 9606, 2],
      'The relationship is "Related pseudogene"; only Ortholog is taken over.',
    ],
    [['human', 1, 'Ortholog', 10090, 2], `The tax_id is "human", ${NUMBER}`],
    [[9606, -1, 'Ortholog', 10090, 2], `The GeneID is "-1", ${NUMBER}`],
    [[9606, 1, 'Ortholog', '', 2], `The Other_tax_id is "", ${NUMBER}`],
    [[9606, 1, 'Ortholog', 10090, '1e3'], `The Other_GeneID is "1e3", ${NUMBER}`],
  ])('skips %j', (row, reason) => {
    expect(parseText(geneOrthologsParser(), table(columns, row))).toEqual({
      rows: [],
      skipped: [{ lineNumber: 2, kind: expect.any(String), reason }],
    });
  });
});

describe('gene2go (rdp-protocol 9.3)', () => {
  const columns = ['#tax_id', 'GeneID', 'GO_ID', 'Evidence', 'Qualifier', 'GO_term', 'PubMed', 'Category'];
  const line = (taxonId: number, geneId: number, goId: string, qualifier = '-', evidence = 'IEA') => {
    return [taxonId, geneId, goId, evidence, qualifier, 'a term', '-', 'Process'];
  };

  test('gives an annotation once, however many kinds of evidence it has', () => {
    const text = table(
      columns,
      line(9606, 1, 'GO:0005576', '-', 'IDA'),
      line(9606, 1, 'GO:0003674', '-', 'ND'),
      line(9606, 1, 'GO:0005576', 'located_in', 'HDA'),
      line(9606, 2, 'GO:0005576'),
    );
    expect(parseText(gene2goParser(), text).rows).toEqual([
      { taxonId: 9606, geneId: 1, goId: 'GO:0005576' },
      { taxonId: 9606, geneId: 1, goId: 'GO:0003674' },
      { taxonId: 9606, geneId: 2, goId: 'GO:0005576' },
    ]);
  });

  test.each(['NOT', 'NOT involved_in', 'NOT|part_of'])('leaves out what the qualifier %j denies', (qualifier) => {
    const text = table(columns, line(9606, 1, 'GO:0005576', qualifier), line(9606, 1, 'GO:0005575', 'NOTABLE'));
    const reason = `The Qualifier is "${qualifier}", which says that the gene does not have the term.`;
    expect(parseText(gene2goParser(), text)).toEqual({
      rows: [{ taxonId: 9606, geneId: 1, goId: 'GO:0005575' }],
      skipped: [{ lineNumber: 2, kind: expect.any(String), reason }],
    });
  });

  test('keeps what one publication denies and another one affirms', () => {
    const text = table(columns, line(9606, 1, 'GO:0005576', 'NOT'), line(9606, 1, 'GO:0005576'));
    expect(parseText(gene2goParser(), text).rows).toEqual([{ taxonId: 9606, geneId: 1, goId: 'GO:0005576' }]);
  });

  test.each([
    [line(0, 1, 'GO:0005576'), `The tax_id is "0", ${NUMBER}`],
    [line(9606, 0.5, 'GO:0005576'), `The GeneID is "0.5", ${NUMBER}`],
    [line(9606, 1, 'HP:0000001'), 'The GO_ID is "HP:0000001", but must be one such as GO:0006281.'],
  ])('skips %j', (row, reason) => {
    expect(parseText(gene2goParser(), table(columns, row)).skipped).toEqual([
      { lineNumber: 2, kind: expect.any(String), reason },
    ]);
  });
});

describe('genes_to_phenotype.txt', () => {
  const columns = ['ncbi_gene_id', 'gene_symbol', 'hpo_id', 'hpo_name', 'frequency', 'disease_id'];
  const line = (geneId: number | string, diseaseId: string, hpoId = 'HP:0000007') => {
    return [geneId, 'NAT2', hpoId, 'Autosomal recessive inheritance', '-', diseaseId];
  };

  test('gives the gene, the disease and the phenotype of each line', () => {
    const text = table(columns, line(10, 'OMIM:243400'), line(16, 'ORPHA:2440'), line(10, 'OMIM:243400', 'HP:0001939'));
    expect(parseText(genesToPhenotypeParser(), text)).toEqual({
      rows: [
        { geneId: 10, diseaseId: 'OMIM:243400', phenotypeId: 'HP:0000007' },
        { geneId: 16, diseaseId: 'ORPHA:2440', phenotypeId: 'HP:0000007' },
        { geneId: 10, diseaseId: 'OMIM:243400', phenotypeId: 'HP:0001939' },
      ],
      skipped: [],
    });
  });

  test.each([
    [line('-', 'OMIM:243400'), `The ncbi_gene_id is "-", ${NUMBER}`],
    [line('NCBIGene:10', 'OMIM:243400'), `The ncbi_gene_id is "NCBIGene:10", ${NUMBER}`],
    [line(10, '-'), 'The disease_id is "-", but must be one such as OMIM:607208 or ORPHA:33069.'],
    [line(10, 'OMIM:'), 'The disease_id is "OMIM:", but must be one such as OMIM:607208 or ORPHA:33069.'],
    [line(10, 'OMIM:243400', '-'), 'The hpo_id is "-", but must be one such as HP:0001250.'],
    [line(10, 'a b:1'), 'The disease_id is "a b:1", but must be one such as OMIM:607208 or ORPHA:33069.'],
  ])('skips %j', (row, reason) => {
    expect(parseText(genesToPhenotypeParser(), table(columns, row)).skipped).toEqual([
      { lineNumber: 2, kind: expect.any(String), reason },
    ]);
  });
});

describe('phenotype.hpoa', () => {
  const comments =
    '#description: "HPO annotations for rare diseases [8359: OMIM; 47: DECIPHER]"\n#version: 2025-01-16\n#tracker: https://example.org/issues\n#hpo-version: https://example.org/hp/releases/2025-01-15/hp.json\n';
  const columns = ['database_id', 'disease_name', 'qualifier', 'hpo_id', 'reference'];
  const line = (diseaseId: string, name: string) => [diseaseId, name, '', 'HP:0011097', 'PMID:31675180'];

  test('gives each disease once, under the name that it has first', () => {
    const text = table(
      columns,
      line('OMIM:619340', 'Developmental and epileptic encephalopathy 96'),
      line('OMIM:236800', 'Hydroxykynureninuria'),
      line('OMIM:236800', 'HYDROXYKYNURENINURIA'),
      line('DECIPHER:1', '"Wolf-Hirschhorn" syndrome '),
    );
    expect(parseText(phenotypeHpoaParser(), comments + text)).toEqual({
      rows: [
        { diseaseId: 'OMIM:619340', name: 'Developmental and epileptic encephalopathy 96' },
        { diseaseId: 'OMIM:236800', name: 'Hydroxykynureninuria' },
        { diseaseId: 'DECIPHER:1', name: '"Wolf-Hirschhorn" syndrome' },
      ],
      skipped: [],
    });
  });

  test.each([
    [comments, '2025-01-16'],
    ['', null],
    ['#hpo-version: 2025-01-16\n', null],
    [`#version: ${'9'.repeat(60)}\n`, null],
  ])('above whose header stands %j is of the release %j', (above, release) => {
    const parser = phenotypeHpoaParser();
    parseText(parser, above + table(columns, line('OMIM:1', 'A')));
    expect(parser.release()).toBe(release);
  });

  test.each([
    [line('-', 'A'), 'The database_id is "-", but must be one such as OMIM:607208 or ORPHA:33069.'],
    [line('OMIM:1', ' '), 'The disease_name of OMIM:1 is " ", but must be a name.'],
    [line('OMIM:1', '-'), 'The disease_name of OMIM:1 is "-", but must be a name.'],
  ])('skips %j', (row, reason) => {
    const skipped = [{ lineNumber: 2, kind: expect.any(String), reason }];
    expect(parseText(phenotypeHpoaParser(), table(columns, row))).toEqual({ rows: [], skipped });
  });
});
