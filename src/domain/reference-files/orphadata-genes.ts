/** Parses product 6 of Orphadata in XML, in English: genes of rare diseases, with the kind of each association. */

import { quoted } from './line-parser.ts';
import { withoutRemark } from './orphadata.ts';
import {
  disorderParser,
  elementsAt,
  LONGEST_NAME,
  type OrphadataParser,
  orphaCodeOf,
  type ReadElement,
  textsAt,
  type XmlElement,
} from './orphadata-disorder.ts';
import type { RowFault } from './table-parser.ts';

/** A disease in product 6 of Orphadata, with its associated genes. */
export type DiseaseGenesRow = {
  /** Such as `ORPHA:33069`. */
  diseaseId: string;
  name: string | null;
  genes: {
    symbol: string;
    /** The HGNC id before Ensembl ids: `HGNC:10585`, `ENSG00000144285`. */
    identifiers: string[];
    /** The kind in the words of the file: `Disease-causing germline mutation(s) in`; null where it gives none. */
    association: string | null;
  }[];
};

/** In characters; enough for `Disease-causing germline mutation(s) (loss of function) in`. */
const LONGEST_KIND = 120;

/** Returns a parser for product 6, which gives a row for each disease. */
export function diseaseGenesParser(readElement: ReadElement): OrphadataParser<DiseaseGenesRow> {
  const lacks =
    'holds no gene of a disease: product 6 of Orphadata has a <DisorderGeneAssociation> for each, and is read in English';
  return disorderParser(readElement, { product: 'product 6', lacks, toRow });
}

function toRow(disorder: XmlElement): DiseaseGenesRow | RowFault {
  const code = orphaCodeOf(disorder);
  if (typeof code !== 'string') return code;
  const associations = elementsAt(disorder, 'DisorderGeneAssociationList', 'DisorderGeneAssociation');
  if (associations.length === 0) return { kind: 'genes', reason: `ORPHA:${code} has no <DisorderGeneAssociation>.` };
  const [kind] = associations.flatMap((one) => elementsAt(one, 'DisorderGeneAssociationType', 'Name'));
  const language = kind?.attributes.lang ?? '';
  if (language !== 'en') {
    const reason = `The lang of a kind of association is ${quoted(language)}, but must be en: load the English file.`;
    return { kind: 'language', reason };
  }
  const name = textsAt(disorder, 'Name').map(withoutRemark)[0] ?? '';
  return {
    diseaseId: `ORPHA:${code}`,
    name: name === '' || name.length > LONGEST_NAME ? null : name,
    genes: associations.map(toGene),
  };
}

function toGene(association: XmlElement): DiseaseGenesRow['genes'][number] {
  const [gene] = elementsAt(association, 'Gene');
  const kind = textsAt(association, 'DisorderGeneAssociationType', 'Name')[0] ?? '';
  const references = gene === undefined ? [] : elementsAt(gene, 'ExternalReferenceList', 'ExternalReference');
  return {
    symbol: (gene && textsAt(gene, 'Symbol')[0]) ?? '',
    identifiers: [
      ...referencesTo('HGNC', references).map((number) => `HGNC:${number.replace(/^HGNC:/, '')}`),
      ...referencesTo('Ensembl', references),
    ],
    association: kind === '' || kind.length > LONGEST_KIND ? null : kind,
  };
}

function referencesTo(source: string, references: readonly XmlElement[]): string[] {
  return references
    .filter((reference) => textsAt(reference, 'Source')[0] === source)
    .flatMap((reference) => textsAt(reference, 'Reference').slice(0, 1));
}
