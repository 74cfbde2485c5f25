/** Product 1 of Orphadata in XML: the names of rare diseases in one language, and which of OMIM they are the same as. */

import { UnreadableFile } from '../unreadable-file.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { DiseaseNamesRow, SkippedLine } from './rows.ts';
import type { RowFault } from './table-parser.ts';

/** An element with the text that stands in it, all but that of the elements below it. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] };
/** Reads one whole element; answers why it is none, in a few words. */
export type ReadElement = (xml: string) => XmlElement | string;

export type OrphadataParser = LineParser<DiseaseNamesRow> & {
  /** The day of the file, `2025-06-24`; null where it does not say. */
  release(): string | null;
};

const ROOT = /<JDBOR\b([^>]{0,1000})/;
const BEGIN = /<Disorder[\s>]/;
const END = '</Disorder>';
/** A disorder takes some thousand. */
const MOST_CHARACTERS = 1_000_000;
const ORPHA_CODE = /^\d{1,7}$/;
const OMIM_NUMBER = /^\d{6}$/;
const LANGUAGE = /^[a-z]{2}$/;
/** How much of the same a reference is begins with a letter in every language: `E (Exact mapping: …)`. */
const SAME = /^E\b/;
/** Stands before a name, in any language: `NON RARE IN EUROPE: Cystic fibrosis`. */
const REMARK = /^[\p{Lu}\s]{6,40}:\s+/u;
const LONGEST_NAME = 500;

/** Reads disorder by disorder, each of which begins on a line of its own. */
export function orphadataParser(readElement: ReadElement): OrphadataParser {
  let lineNumber = 0;
  let begun: string[] | undefined;
  let begunLength = 0;
  let count = 0;
  let release: string | null | undefined;

  function ended(lines: readonly string[]): DiseaseNamesRow | SkippedLine {
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
      if (begun === undefined && !BEGIN.test(line)) return undefined;
      begun ??= [];
      begun.push(line);
      begunLength += line.length;
      if (begunLength > MOST_CHARACTERS) {
        throw new UnreadableFile(`is no product 1 of Orphadata: line ${lineNumber} is still within one <Disorder>`);
      }
      return line.includes(END) ? ended(begun) : undefined;
    },
    end() {
      if (begun !== undefined) throw new UnreadableFile(`ends within a <Disorder>, after line ${lineNumber}`);
      if (count === 0) {
        throw new UnreadableFile('holds no disease: product 1 of Orphadata has a <Disorder> with a <Name> for each');
      }
    },
    release: () => release ?? null,
  };
}

function noXml(problem: string): RowFault {
  return { kind: 'xml', reason: `The <Disorder> that ends here is no XML: ${problem}.` };
}

function toRow(disorder: XmlElement): DiseaseNamesRow | RowFault {
  const code = textsAt(disorder, 'OrphaCode')[0] ?? textsAt(disorder, 'OrphaNumber')[0] ?? '';
  if (!ORPHA_CODE.test(code)) {
    return { kind: 'code', reason: `The OrphaCode is ${quoted(code)}, but must be a number such as 33069.` };
  }
  const [name] = elementsAt(disorder, 'Name');
  const language = name?.attributes.lang ?? '';
  if (!LANGUAGE.test(language)) {
    return { kind: 'language', reason: `The lang of a Name is ${quoted(language)}, but must be one such as en or fr.` };
  }
  const written = [...textsAt(disorder, 'Name'), ...textsAt(disorder, 'SynonymList', 'Synonym')];
  const names = written.map((text) => text.replace(REMARK, '')).filter((text) => text.length <= LONGEST_NAME);
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

/** The number of a disease of OMIM that is the same one. */
function numberOfSame(reference: XmlElement): string[] {
  const [source, number = '', relation = ''] = [
    ...[textsAt(reference, 'Source')[0], textsAt(reference, 'Reference')[0]],
    textsAt(reference, 'DisorderMappingRelation', 'Name')[0],
  ];
  return source === 'OMIM' && OMIM_NUMBER.test(number) && SAME.test(relation) ? [number] : [];
}

function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

function textsAt(element: XmlElement, ...path: string[]): string[] {
  return elementsAt(element, ...path)
    .map(({ text }) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text !== '');
}

const OTHER_PRODUCTS =
  /<(?:DisorderGeneAssociation|HPODisorder|Prevalence|AverageAgeOfOnset|Classification|DisorderDisability)/;

/** Whether a file begins as product 1 does; other products list diseases, too. */
export function isOrphadata(firstLines: readonly string[]): boolean {
  return firstLines.some((line) => ROOT.test(line)) && !firstLines.some((line) => OTHER_PRODUCTS.test(line));
}
