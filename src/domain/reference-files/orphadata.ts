/**
 * Parses XML files of Orphadata by disorders, each of which begins on its own line: product 1, the names of rare
 * diseases in one language with their OMIM equivalents, and product 6, their genes with the kind of each association.
 */

import { UnreadableFile } from '../problem.ts';
import { type LineParser, quoted, type SkippedLine } from './line-parser.ts';
import type { RowFault } from './table-parser.ts';

/** An element with its own text, without the text of its children. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] };
/** Reads one whole element; returns a few words about the problem if the text is none. */
export type ReadElement = (xml: string) => XmlElement | string;

type OrphadataParser<Row extends object> = LineParser<Row> & {
  /** The date of the file, `2025-06-24`; null where it gives none. */
  release(): string | null;
};

type Product<Row extends object> = {
  /** The name of the product: `product 1`. */
  product: string;
  /** The end of a sentence about a file without rows: what it lacks. */
  lacks: string;
  toRow(disorder: XmlElement): Row | RowFault;
};

const ROOT = /<JDBOR\b([^>]{0,1000})/;
const ROOT_END = '</JDBOR>';
const BEGIN = /<Disorder[\s>]/;
const END = '</Disorder>';
/** The largest number of characters of one disorder; usual ones have some thousand. */
const MOST_CHARACTERS = 1_000_000;
/** The longest name of a disease, in characters; a longer text is no name. */
const LONGEST_NAME = 500;
const ORPHA_CODE = /^\d{1,7}$/;

/** Returns a parser that gives a row or a skipped line at the end of each disorder. */
function disorderParser<Row extends object>(
  readElement: ReadElement,
  { product, lacks, toRow }: Product<Row>,
): OrphadataParser<Row> {
  let lineNumber = 0;
  let begun: string[] | undefined;
  let begunLength = 0;
  let count = 0;
  let isWhole = false;
  let release: string | null | undefined;

  function ended(lines: readonly string[]): Row | SkippedLine {
    begun = undefined;
    begunLength = 0;
    const xml = lines.join('\n');
    const element = readElement(xml.slice(xml.search(BEGIN), xml.lastIndexOf(END) + END.length));
    const row = typeof element === 'string' ? noXml(element) : toRow(element);
    if ('reason' in row) return { lineNumber, ...row };
    count += 1;
    return row;
  }

  return {
    take(line) {
      lineNumber += 1;
      const root = release === undefined ? ROOT.exec(line) : null;
      if (root !== null) release = /\bdate="(\d{4}-\d{2}-\d{2})/.exec(root[1] ?? '')?.[1] ?? null;
      const begin = line.search(BEGIN);
      const rootEnd = line.lastIndexOf(ROOT_END);
      if (Math.max(begin, rootEnd) !== -1) isWhole = rootEnd > begin;
      if (begun === undefined && begin === -1) return undefined;
      begun ??= [];
      begun.push(line);
      begunLength += line.length;
      if (begunLength > MOST_CHARACTERS) {
        throw new UnreadableFile(`is no ${product} of Orphadata: line ${lineNumber} is still within one <Disorder>`);
      }
      return line.includes(END) ? ended(begun) : undefined;
    },
    end() {
      if (begun !== undefined) throw new UnreadableFile(`ends within a <Disorder>, after line ${lineNumber}`);
      if (count === 0) throw new UnreadableFile(lacks);
      if (!isWhole) throw new UnreadableFile(`is cut short: it ends after line ${lineNumber}, without ${ROOT_END}`);
    },
    release: () => release ?? null,
  };
}

function noXml(problem: string): RowFault {
  return { kind: 'xml', reason: `The <Disorder> that ends here is no XML: ${problem}.` };
}

/** Returns the code, such as `33069`, or the fault. */
function orphaCodeOf(disorder: XmlElement): string | RowFault {
  const code = textsAt(disorder, 'OrphaCode')[0] ?? textsAt(disorder, 'OrphaNumber')[0] ?? '';
  if (ORPHA_CODE.test(code)) return code;
  return { kind: 'code', reason: `The OrphaCode is ${quoted(code)}, but must be a number such as 33069.` };
}

/** Returns the elements to which a path of names leads from an element. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** Returns the texts of these elements, each on one line, without empty ones. */
export function textsAt(element: XmlElement, ...path: string[]): string[] {
  return elementsAt(element, ...path)
    .map(({ text }) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text !== '');
}

/** Elements of other products of Orphadata, which list diseases as well but cannot be read. */
const OTHER_PRODUCTS = /<(?:HPODisorder|Prevalence|AverageAgeOfOnset|Classification|DisorderDisability)/;
const OF_PRODUCT_6 = /<DisorderGeneAssociation/;

/** Returns the product to which the first lines of a file belong: 1 or 6. */
export function orphadataProduct(firstLines: readonly string[]): 'product1.xml' | 'product6.xml' | undefined {
  if (!firstLines.some((line) => ROOT.test(line)) || firstLines.some((line) => OTHER_PRODUCTS.test(line)))
    return undefined;
  return firstLines.some((line) => OF_PRODUCT_6.test(line)) ? 'product6.xml' : 'product1.xml';
}

/** A disease in product 1 of Orphadata. */
type DiseaseNamesRow = {
  /** Its own id, and the OMIM ids of the same disease: `ORPHA:33069`, `OMIM:607208`. */
  diseaseIds: string[];
  /** The preferred name first. */
  names: string[];
  /** Such as `en` or `fr`. */
  language: string;
};

const OMIM_NUMBER = /^\d{6}$/;
const LANGUAGE = /^[a-z]{2}$/;
/** In every language, the relation of an exact reference begins with this letter: `E (Exact mapping: …)`. */
const SAME = /^E\b/;
/** A remark before a name, in any language: `NON RARE IN EUROPE: Cystic fibrosis`. */
const REMARK = /^[\p{Lu}\s]{6,40}:\s+/u;

/** Returns a parser for product 1, which gives a row for each disease. */
export function diseaseNamesParser(readElement: ReadElement): OrphadataParser<DiseaseNamesRow> {
  const lacks = 'holds no disease: product 1 of Orphadata has a <Disorder> with a <Name> for each';
  return disorderParser(readElement, { product: 'product 1', lacks, toRow: toNamesRow });
}

function toNamesRow(disorder: XmlElement): DiseaseNamesRow | RowFault {
  const code = orphaCodeOf(disorder);
  if (typeof code !== 'string') return code;
  const [name] = elementsAt(disorder, 'Name');
  const language = name?.attributes.lang ?? '';
  if (!LANGUAGE.test(language)) {
    return { kind: 'language', reason: `The lang of a Name is ${quoted(language)}, but must be one such as en or fr.` };
  }
  const written = [...textsAt(disorder, 'Name'), ...textsAt(disorder, 'SynonymList', 'Synonym')];
  const names = written.map(withoutRemark).filter((text) => text.length <= LONGEST_NAME);
  if (names.length === 0) {
    return { kind: 'name', reason: `The Name of ORPHA:${code} is ${quoted(written[0] ?? '')}, but must be a name.` };
  }
  const numbers = elementsAt(disorder, 'ExternalReferenceList', 'ExternalReference').flatMap(numberOfSame);
  return {
    diseaseIds: [`ORPHA:${code}`, ...numbers.map((number) => `OMIM:${number}`)],
    names: [...new Set(names)],
    language,
  };
}

/** Returns a name without the remark before it. */
function withoutRemark(name: string): string {
  return name.replace(REMARK, '');
}

/** Returns the OMIM number of a reference if it is the same disease. */
function numberOfSame(reference: XmlElement): string[] {
  const [source, number = '', relation = ''] = [
    ...[textsAt(reference, 'Source')[0], textsAt(reference, 'Reference')[0]],
    textsAt(reference, 'DisorderMappingRelation', 'Name')[0],
  ];
  return source === 'OMIM' && OMIM_NUMBER.test(number) && SAME.test(relation) ? [number] : [];
}

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
  return disorderParser(readElement, { product: 'product 6', lacks, toRow: toGenesRow });
}

function toGenesRow(disorder: XmlElement): DiseaseGenesRow | RowFault {
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
