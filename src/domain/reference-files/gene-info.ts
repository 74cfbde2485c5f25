/** Parses `gene_info` of NCBI: the genes of one or more taxa (rdp-protocol 9.1). */

import type { GeneIdentity, NomenclatureStatus } from '../record/snapshot.ts';
import { type LineParser, quoted } from './line-parser.ts';
import { type FieldOf, id, listOf, orNull, type RowFault, tableParser, text } from './table-parser.ts';

export const GENE_INFO = {
  name: 'gene_info',
  required: { tax_id: id, GeneID: id, Symbol: text, Synonyms: text, description: text, Modification_date: text },
  optional: [
    'LocusTag',
    'dbXrefs',
    'chromosome',
    'map_location',
    'type_of_gene',
    'Nomenclature_status',
    'Other_designations',
    'Symbol_from_nomenclature_authority',
  ],
  marks: ['GeneID', 'Symbol', 'Synonyms'],
} as const;

type Optional = (typeof GENE_INFO.optional)[number];

export type GeneInfoRow = {
  taxonId: number;
  geneId: number;
  symbol: string;
  name: string | null;
  /** Exactly as in NCBI's file: `A|B`, `-` for none. */
  aliases: string;
  /** In the form `yyyy-mm-dd`; null for an invalid date. */
  modificationDate: string | null;
  facts: GeneIdentity;
};

/** The symbol of NCBI's placeholder records, which stand for genes without a record. */
const PLACEHOLDER = 'NEWENTRY';

/** Returns a parser that gives rows of all taxa, as even a file of one taxon has rows of others; the caller chooses. */
export function geneInfoParser(): LineParser<GeneInfoRow> {
  return tableParser(GENE_INFO, (row, field): GeneInfoRow | RowFault => {
    const symbol = orNull(row.Symbol);
    if (symbol === null || symbol === PLACEHOLDER) {
      const reason = `The Symbol of gene ${row.GeneID} is ${quoted(row.Symbol)}, which is no gene's; one is needed.`;
      return { kind: 'symbol', reason };
    }
    return {
      taxonId: row.tax_id,
      geneId: row.GeneID,
      symbol,
      name: orNull(row.description),
      aliases: row.Synonyms || '-',
      modificationDate: toDate(row.Modification_date),
      facts: toIdentity(field, symbol),
    };
  });
}

function toIdentity(field: FieldOf<Optional>, symbol: string): GeneIdentity {
  const references = listOf(field('dbXrefs'));
  const idsIn = (database: string) =>
    references.filter((one) => one.startsWith(`${database}:`)).map((one) => one.slice(database.length + 1));
  const authoritySymbol = orNull(field('Symbol_from_nomenclature_authority'));
  return {
    authoritySymbol: authoritySymbol === symbol ? null : authoritySymbol,
    hgncId: toHgncId(idsIn('HGNC')[0]),
    ensemblIds: idsIn('Ensembl'),
    omimIds: idsIn('MIM'),
    ...organismIds(references, field('LocusTag'), symbol),
    nomenclatureStatus: NOMENCLATURE_STATUS.get(field('Nomenclature_status')) ?? null,
    kind: orNull(field('type_of_gene')),
    otherDesignations: listOf(field('Other_designations')),
    chromosome: orNull(field('chromosome')),
    mapLocation: orNull(field('map_location')),
  };
}

/** Databases of one organism each. The ids of MGI and RGD are numbers, so that their prefix belongs to them. */
const ORGANISM_DATABASE = /^(?:FLYBASE|FlyBase|WormBase|ZFIN|SGD|Xenbase|PomBase|MGI(?=:MGI:)|RGD(?=:RGD:)):(?=.)/;
const NUMBERED = /^(?:MGI|RGD):\d+$/;
/** What NCBI puts before a systematic name. */
const OF_NCBI = /^(?:Dmel|CELE)_(?=.)/;

function organismIds(
  references: readonly string[],
  locusTag: string,
  symbol: string,
): Pick<GeneIdentity, 'organismIds'> {
  const ids = references.flatMap((one) => {
    const own = one.replace(ORGANISM_DATABASE, '');
    return own !== one || NUMBERED.test(one) ? [own] : [];
  });
  const systematic = orNull(locusTag)?.replace(OF_NCBI, '');
  const all = systematic === undefined || systematic === symbol ? ids : [...ids, systematic];
  return all.length === 0 ? {} : { organismIds: [...new Set(all)] };
}

const NOMENCLATURE_STATUS: ReadonlyMap<string, NomenclatureStatus> = new Map([
  ['O', 'official'],
  ['I', 'interim'],
]);

/** Returns the id with its prefix once; newer files repeat it, as in `HGNC:HGNC:5`. */
function toHgncId(id: string | undefined): string | null {
  if (id === undefined) return null;
  return id.startsWith('HGNC:') ? id : `HGNC:${id}`;
}

function toDate(text: string): string | null {
  const [, year, month, day] = /^([12]\d{3})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const atMs = Date.parse(date);
  // `Date.parse` reads 30 February as 1 March.
  return Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, date.length) !== date ? null : date;
}
