/** What somebody writes who asks for access to an anonymised record, and what is wrong with it. */

import { isPublicMailAddress } from '../mail-address.ts';
import { shownText } from '../shown-text.ts';

/** The languages in which this registry writes to whoever asks. */
export const ANSWER_LANGUAGES = ['en', 'fr'] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];

export type AccessForm = {
  name: string;
  /** Empty for somebody who belongs to none. */
  organisation: string;
  /** An e-mail address, for the answer. */
  contact: string;
  reason: string;
  language: AnswerLanguage;
};
export type AccessFormProblem = 'name-missing' | 'reason-missing' | 'reason-too-long' | 'contact-invalid';

/** Of a name or an organisation, in characters; what is longer is cut. */
export const LONGEST_NAME = 200;
export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 4000;
/** A field that people do not see and programs fill in. */
export const TRAP_FIELD = 'homepage';

/** The reason that the page began for the reader: alone it is none. */
export const BEGUN_FIELD = 'begun';

type ReadAccessForm = { form: AccessForm; problems: readonly AccessFormProblem[]; isFromMachine: boolean };

/**
 * Reads the fields `name`, `organisation`, `contact`, `reason` and `language`. Lengths count characters as browsers do, a
 * line end as one.
 */
export function readAccessForm(fields: Readonly<Record<string, unknown>>): ReadAccessForm {
  const name = lineOf(fields.name);
  const reason = textOf(fields.reason).replace(/\r\n?/g, '\n').trim();
  const contact = textOf(fields.contact).trim();
  const problems: AccessFormProblem[] = [];
  const isBegunOnly = reason !== '' && reason === textOf(fields[BEGUN_FIELD]).trim();
  if (name === '') problems.push('name-missing');
  if (reason.length < SHORTEST_REASON || isBegunOnly) problems.push('reason-missing');
  if (reason.length > LONGEST_REASON) problems.push('reason-too-long');
  if (!isPublicMailAddress(contact)) problems.push('contact-invalid');
  return {
    form: {
      name,
      organisation: lineOf(fields.organisation),
      contact,
      reason,
      language: answerLanguage(fields.language),
    },
    problems,
    isFromMachine: textOf(fields[TRAP_FIELD]) !== '',
  };
}

/** English for anything else. */
export function answerLanguage(value: unknown): AnswerLanguage {
  return ANSWER_LANGUAGES.find((one) => one === value) ?? 'en';
}

function lineOf(value: unknown): string {
  return shownText(textOf(value).slice(0, LONGEST_NAME), LONGEST_NAME);
}

/** The text of a field; nothing for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
