/** Parses product 1 of Orphadata in XML: the names of rare diseases in one language, and their OMIM equivalents. */

import { quoted } from './line-parser.ts';
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

/** A disease in product 1 of Orphadata. */
export type DiseaseNamesRow = {
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
  return disorderParser(readElement, { product: 'product 1', lacks, toRow });
}

function toRow(disorder: XmlElement): DiseaseNamesRow | RowFault {
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
export function withoutRemark(name: string): string {
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
