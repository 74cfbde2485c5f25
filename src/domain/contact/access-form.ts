/** Reads the form of a request for access to an anonymised record, and finds what is wrong with it. */

import { isPublicMailAddress } from '../mail-address.ts';
import { shownText } from '../shown-text.ts';

/** The languages in which this registry writes to the sender of a request. */
export const ANSWER_LANGUAGES = ['en', 'fr'] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];

export type AccessForm = {
  name: string;
  /** Empty for a sender without an organisation. */
  organisation: string;
  /** The e-mail address for the answer. */
  contact: string;
  reason: string;
  language: AnswerLanguage;
};
export type AccessFormProblem = 'name-missing' | 'reason-missing' | 'reason-too-long' | 'contact-invalid';

/** In characters, for a name or an organisation; longer ones are cut. */
export const LONGEST_NAME = 200;
export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 4000;
/** A hidden field that people leave empty and programs fill in. */
export const TRAP_FIELD = 'homepage';

/** The field with the reason that the page prefilled; unchanged, it does not count as a reason. */
export const BEGUN_FIELD = 'begun';

type ReadAccessForm = { form: AccessForm; problems: readonly AccessFormProblem[]; isFromMachine: boolean };

/**
 * Reads the fields `name`, `organisation`, `contact`, `reason` and `language`. Lengths are counted as in browsers, with a
 * line end as one character.
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

/** Reads a language; English for any other value. */
export function answerLanguage(value: unknown): AnswerLanguage {
  return ANSWER_LANGUAGES.find((one) => one === value) ?? 'en';
}

function lineOf(value: unknown): string {
  return shownText(textOf(value).slice(0, LONGEST_NAME), LONGEST_NAME);
}

/** Returns the text of a field; an empty text for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
