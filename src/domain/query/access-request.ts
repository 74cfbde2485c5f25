/** What somebody writes who asks for access to an anonymised record, and what is wrong with it. */

import { isMailAddress } from '../mail-address.ts';

export type AccessForm = {
  /** An e-mail address, for the answer. */
  contact: string;
  reason: string;
};
export type AccessFormProblem = 'reason-missing' | 'reason-too-long' | 'contact-invalid';

export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 4000;
/** A field that people do not see and programs fill in. */
export const TRAP_FIELD = 'homepage';

/** The reason that the page began for the reader: alone it is none. */
export const BEGUN_FIELD = 'begun';

/** A host that mail from elsewhere reaches has a dot in its name. */
const HOST_WITH_DOT = /@[^@]*\./;

export type ReadAccessForm = { form: AccessForm; problems: readonly AccessFormProblem[]; isFromMachine: boolean };

/** Reads the fields `reason` and `contact`. Lengths count characters as browsers do, a line end as one. */
export function readAccessForm(fields: Readonly<Record<string, unknown>>): ReadAccessForm {
  const reason = textOf(fields.reason).replace(/\r\n?/g, '\n').trim();
  const contact = textOf(fields.contact).trim();
  const problems: AccessFormProblem[] = [];
  const isBegunOnly = reason !== '' && reason === textOf(fields[BEGUN_FIELD]).trim();
  if (reason.length < SHORTEST_REASON || isBegunOnly) problems.push('reason-missing');
  if (reason.length > LONGEST_REASON) problems.push('reason-too-long');
  if (!isMailAddress(contact) || !HOST_WITH_DOT.test(contact)) problems.push('contact-invalid');
  return { form: { contact, reason }, problems, isFromMachine: textOf(fields[TRAP_FIELD]) !== '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
