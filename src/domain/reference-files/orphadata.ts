/** Product 1 of Orphadata in XML: the names of rare diseases in one language, and which of OMIM they are the same as. */

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
import type { DiseaseNamesRow } from './rows.ts';
import type { RowFault } from './table-parser.ts';

const OMIM_NUMBER = /^\d{6}$/;
const LANGUAGE = /^[a-z]{2}$/;
/** How much of the same a reference is begins with a letter in every language: `E (Exact mapping: …)`. */
const SAME = /^E\b/;
/** Stands before a name, in any language: `NON RARE IN EUROPE: Cystic fibrosis`. */
const REMARK = /^[\p{Lu}\s]{6,40}:\s+/u;

/** Reads product 1: a row for each disease. */
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

/** A name as people say it. */
export function withoutRemark(name: string): string {
  return name.replace(REMARK, '');
}

/** The number of a disease of OMIM that is the same one. */
function numberOfSame(reference: XmlElement): string[] {
  const [source, number = '', relation = ''] = [
    ...[textsAt(reference, 'Source')[0], textsAt(reference, 'Reference')[0]],
    textsAt(reference, 'DisorderMappingRelation', 'Name')[0],
  ];
  return source === 'OMIM' && OMIM_NUMBER.test(number) && SAME.test(relation) ? [number] : [];
}
