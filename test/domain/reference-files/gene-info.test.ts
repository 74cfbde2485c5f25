/** gene_info of NCBI (rdp-protocol 9.1): what a gene becomes, and which rows are none. */

import { describe, expect, test } from 'vitest';
import { type GeneInfoRow, geneInfoParser } from '../../../src/domain/reference-files/gene-info.ts';
import { parseText, table } from '../../support/reference-files/parse-text.ts';

const COLUMNS =
  '#tax_id GeneID Symbol LocusTag Synonyms dbXrefs chromosome map_location description type_of_gene Symbol_from_nomenclature_authority Full_name_from_nomenclature_authority Nomenclature_status Other_designations Modification_date Feature_type'.split(
    ' ',
  );
const BRCA1: Record<string, string> = {
  '#tax_id': '9606',
  GeneID: '672',
  Symbol: 'BRCA1',
  Synonyms: 'BRCAI|RNF53',
  dbXrefs:
    'MIM:113705|HGNC:HGNC:1100|Ensembl:ENSG00000012048|Ensembl:ENSG00000012049|MIM:604370|AllianceGenome:HGNC:1100',
  chromosome: '17',
  map_location: '17q21.31',
  description: 'BRCA1 DNA repair associated',
  type_of_gene: 'protein-coding',
  Nomenclature_status: 'O',
  Other_designations: 'breast cancer type 1 susceptibility protein|RING finger protein 53',
  Modification_date: '20200113',
};

function rowOf(fields: Record<string, string>, columns = COLUMNS): string[] {
  return columns.map((column) => fields[column] ?? '-');
}

/** The one row that comes of BRCA1 with these changes. */
function brca1(changes: Record<string, string> = {}, columns = COLUMNS): GeneInfoRow {
  const { rows, skipped } = parseText(geneInfoParser(), table(columns, rowOf({ ...BRCA1, ...changes }, columns)));
  expect(skipped).toEqual([]);
  expect(rows).toHaveLength(1);
  return rows[0] as GeneInfoRow;
}

const EXPECTED: GeneInfoRow = {
  taxonId: 9606,
  geneId: 672,
  symbol: 'BRCA1',
  name: 'BRCA1 DNA repair associated',
  aliases: 'BRCAI|RNF53',
  modificationDate: '2020-01-13',
  facts: {
    authoritySymbol: null,
    hgncId: 'HGNC:1100',
    ensemblIds: ['ENSG00000012048', 'ENSG00000012049'],
    omimIds: ['113705', '604370'],
    nomenclatureStatus: 'official',
    kind: 'protein-coding',
    otherDesignations: ['breast cancer type 1 susceptibility protein', 'RING finger protein 53'],
    chromosome: '17',
    mapLocation: '17q21.31',
  },
};

describe('a gene', () => {
  test('is read whole', () => {
    expect(brca1()).toEqual(EXPECTED);
  });

  test('is read by the names in the header, in any order and with unknown columns among them', () => {
    expect(brca1({}, ['new_column', ...COLUMNS.slice(1).toReversed(), '#tax_id', 'another'])).toEqual(EXPECTED);
  });

  test('is read from an old file, whose header has blanks and says what it is', () => {
    const names = COLUMNS.map((column) => column.replace('#', '')).join(' ');
    const header = `#Format: ${names} (tab is used as a separator, pound sign - start of a comment)\n`;
    expect(parseText(geneInfoParser(), header + table(rowOf(BRCA1))).rows).toEqual([EXPECTED]);
  });

  test('is read from a file with a byte order mark and CRLF', () => {
    const text = `\ufeff${table(COLUMNS, rowOf(BRCA1)).replaceAll('\n', '\r\n')}`;
    expect(parseText(geneInfoParser(), text).rows).toEqual([EXPECTED]);
  });

  test('needs only the columns that RDP needs; what the others would say is not known', () => {
    const needed = ['#tax_id', 'GeneID', 'Symbol', 'Synonyms', 'description', 'Modification_date'];
    const nothing = {
      authoritySymbol: null,
      hgncId: null,
      ensemblIds: [],
      omimIds: [],
      nomenclatureStatus: null,
      kind: null,
    };
    const facts = { ...nothing, otherDesignations: [], chromosome: null, mapLocation: null };
    expect(brca1({}, needed)).toEqual({ ...EXPECTED, facts });
  });

  test('has nothing where the file has a hyphen, but keeps the hyphen of its aliases', () => {
    const columns = ['#tax_id', 'GeneID', 'Symbol'];
    const fields = Object.fromEntries(columns.map((column) => [column, BRCA1[column] ?? '']));
    const { rows } = parseText(geneInfoParser(), table(COLUMNS, rowOf(fields)));
    expect(rows).toMatchObject([
      { name: null, aliases: '-', modificationDate: null, facts: { kind: null, omimIds: [] } },
    ]);
  });

  test.each([
    ['"the ""big"" one', '"the ""big"" one'],
    ['5\' nucleotidase, "cytosolic" III', '5\' nucleotidase, "cytosolic" III'],
    ['protéine Ω', 'protéine Ω'],
    [' padded ', ' padded '],
  ])('keeps the name %j letter by letter: quotes quote nothing', (description, name) => {
    expect(brca1({ description }).name).toBe(name);
  });

  test.each([
    ['20200229', '2020-02-29'],
    ['20190229', null],
    ['20201301', null],
    ['2020011', null],
    ['2020-01-13', null],
    ['00000000', null],
    ['yesterday', null],
    ['-', null],
    ['', null],
  ])('of the date %j was changed on %j', (Modification_date, date) => {
    expect(brca1({ Modification_date }).modificationDate).toBe(date);
  });

  test.each([
    ['HGNC:1100', 'HGNC:1100'],
    ['HGNC:HGNC:1100', 'HGNC:1100'],
    ['MGI:MGI:104537', null],
    ['-', null],
  ])('with the reference %j has the HGNC id %j', (dbXrefs, hgncId) => {
    expect(brca1({ dbXrefs }).facts.hgncId).toBe(hgncId);
  });

  test.each([
    ['FLYBASE:FBgn0004644', 'Dmel_CG4637', ['FBgn0004644', 'CG4637']],
    ['WormBase:WBGene00003415|AllianceGenome:WB:WBGene00003415', 'CELE_F58B3.5', ['WBGene00003415', 'F58B3.5']],
    ['SGD:S000000241', 'YBR037C', ['S000000241', 'YBR037C']],
    ['ZFIN:ZDB-GENE-980526-166|Ensembl:ENSDARG00000068567', '-', ['ZDB-GENE-980526-166']],
    ['MGI:MGI:104537|Ensembl:ENSMUSG00000017146', '-', ['MGI:104537']],
    ['RGD:2465', '-', ['RGD:2465']],
    ['Xenbase:XB-GENE-484781', '-', ['XB-GENE-484781']],
    ['HGNC:HGNC:1100|IMGT/GENE-DB:IGHA1', 'BRCA1', undefined],
    ['-', '-', undefined],
  ])('with the references %j and the locus tag %j has the identifiers %j of its organism', (dbXrefs, LocusTag, ids) => {
    expect(brca1({ dbXrefs, LocusTag }).facts.organismIds).toEqual(ids);
  });

  test.each([
    ['O', 'official'],
    ['I', 'interim'],
    ['-', null],
    ['constructor', null],
  ])('of the nomenclature status %j is %j', (Nomenclature_status, status) => {
    expect(brca1({ Nomenclature_status }).facts.nomenclatureStatus).toBe(status);
  });

  test('is taken over whatever its taxon is: files of one taxon have genes of others among them', () => {
    const neanderthal = { ...BRCA1, '#tax_id': '63221', GeneID: '6775083' };
    const { rows } = parseText(geneInfoParser(), table(COLUMNS, rowOf(BRCA1), rowOf(neanderthal)));
    expect(rows.map(({ taxonId }) => taxonId)).toEqual([9606, 63221]);
  });
});

describe('a row is skipped, and reported with its line,', () => {
  test.each([
    [{ Symbol: 'NEWENTRY' }, 'The Symbol of gene 672 is "NEWENTRY", which is no gene\'s; one is needed.'],
    [{ Symbol: '-' }, 'The Symbol of gene 672 is "-", which is no gene\'s; one is needed.'],
    [{ GeneID: 'BRCA1' }, 'The GeneID is "BRCA1", but must be a whole number from 1 to 2147483647.'],
    [{ GeneID: '2147483648' }, 'The GeneID is "2147483648", but must be a whole number from 1 to 2147483647.'],
    [{ GeneID: '0' }, 'The GeneID is "0", but must be a whole number from 1 to 2147483647.'],
    [{ '#tax_id': '' }, 'The tax_id is "", but must be a whole number from 1 to 2147483647.'],
    [{ '#tax_id': '9606 ' }, 'The tax_id is "9606 ", but must be a whole number from 1 to 2147483647.'],
  ])('for %j', (changes, reason) => {
    const text = table(COLUMNS, rowOf(BRCA1), rowOf({ ...BRCA1, ...changes }), rowOf({ ...BRCA1, GeneID: '1' }));
    const { rows, skipped } = parseText(geneInfoParser(), text);
    expect(skipped).toEqual([{ lineNumber: 3, kind: expect.any(String), reason }]);
    expect(rows.map(({ geneId }) => geneId)).toEqual([672, 1]);
  });
});
