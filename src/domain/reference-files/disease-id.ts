/** Identifiers of diseases: `OMIM:607208`, `ORPHA:33069`, `DECIPHER:1`. */

import { quoted } from './line-parser.ts';
import type { RowFault } from './table-parser.ts';

const DISEASE_ID = /^[A-Za-z]\w{0,49}:[\w.-]{1,200}$/;

export function isDiseaseId(text: string): boolean {
  return DISEASE_ID.test(text);
}

/** Returns the fault for a field without an identifier of a disease. */
export function diseaseIdFault(column: string, found: string): RowFault {
  const reason = `The ${column} is ${quoted(found)}, but must be one such as OMIM:607208 or ORPHA:33069.`;
  return { kind: `disease ${column}`, reason };
}
