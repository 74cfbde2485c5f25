/** Parses XML files of Orphadata by disorders, each of which begins on its own line. */

import { UnreadableFile } from '../unreadable-file.ts';
import { type LineParser, quoted, type SkippedLine } from './line-parser.ts';
import type { RowFault } from './table-parser.ts';

/** An element with its own text, without the text of its children. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] };
/** Reads one whole element; returns a few words about the problem if the text is none. */
export type ReadElement = (xml: string) => XmlElement | string;

export type OrphadataParser<Row extends object> = LineParser<Row> & {
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
export const LONGEST_NAME = 500;
const ORPHA_CODE = /^\d{1,7}$/;

/** Returns a parser that gives a row or a skipped line at the end of each disorder. */
export function disorderParser<Row extends object>(
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
export function orphaCodeOf(disorder: XmlElement): string | RowFault {
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
