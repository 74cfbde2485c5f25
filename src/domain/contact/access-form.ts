/**
 * Reads a request for access to an anonymised record, and finds what is wrong with it: from its form, and as one
 * registry sends it to the registry of the record.
 */

import type { AccessReceipt as AccessReceiptSchema } from '../../api/access.ts';
import type { Static } from '../../api/schema.ts';
import { foundAs, RegistryError, refuseMembers } from '../errors.ts';
import { isPublicMailAddress } from '../mail-address.ts';
import { isObject, ownMember } from '../own-member.ts';
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
const SHORTEST_REASON = 10;
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

export type FederatedAccessRequest = { anonymousId: string; form: AccessForm };

/** The answer of the registry of the record when it accepts a request. */
export type AccessReceipt = Static<typeof AccessReceiptSchema>;

export const ACCESS_REQUESTS_PATH = '/api/federated/access-requests';

/** The member that a problem is about, and what is allowed. */
const MEMBERS: { readonly [Problem in AccessFormProblem]: readonly [name: string, allowed: string] } = {
  'name-missing': ['name', `a text of 1 to ${LONGEST_NAME} characters`],
  'reason-missing': ['reason', `a text of ${SHORTEST_REASON} to ${LONGEST_REASON} characters`],
  'reason-too-long': ['reason', `a text of ${SHORTEST_REASON} to ${LONGEST_REASON} characters`],
  'contact-invalid': ['contact', 'one e-mail address'],
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Reads a request. @throws RegistryError `body-invalid`, `member-invalid` with every member that is wrong */
export function readFederatedRequest(body: unknown): FederatedAccessRequest {
  if (!isObject(body)) throw new RegistryError('body-invalid', { allowed: 'a JSON object' });
  const { anonymousId, ...fields } = body;
  const { form, problems } = readAccessForm(fields);
  const named = problems.map((problem) => MEMBERS[problem]);
  const isId = typeof anonymousId === 'string' && UUID.test(anonymousId);
  const asked = isId ? named : [['anonymousId', 'the anonymous id of a record of this registry'] as const, ...named];
  refuseMembers(asked.map(([name, allowed]) => ({ name, found: foundAs(ownMember(body, name)), allowed })));
  return { anonymousId: anonymousId as string, form };
}

/** The result of sending a request to the registry of the record. */
export type SentElsewhere =
  | { state: 'sent'; receipt: AccessReceipt }
  | { state: 'unknown-id' }
  | { state: 'too-many'; retryAfterSeconds: number }
  /** The request was not accepted, or the result is unknown: it may be sent again. */
  | { state: 'failed' };

const REFERENCE = /^[\w-]{1,32}$/;

/**
 * Reads the receipt in an answer of another registry; undefined where the answer is none.
 *
 * @param registryUrl the address of the registry; the page of the request must have the same origin
 */
export function readReceipt(body: unknown, registryUrl: string): AccessReceipt | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { reference, receivedAt, confirmBy, page } = body as Record<string, unknown>;
  if (typeof reference !== 'string' || !REFERENCE.test(reference)) return undefined;
  const received = momentOf(receivedAt);
  if (received === undefined) return undefined;
  return {
    ...{ reference, receivedAt: received, confirmBy: momentOf(confirmBy) ?? null },
    page: typeof page === 'string' && isOfOrigin(page, registryUrl) ? page : null,
  };
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40 || Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString();
}

function isOfOrigin(page: string, registryUrl: string): boolean {
  const [at, base] = [URL.parse(page), URL.parse(registryUrl)];
  return at?.origin !== undefined && /^https?:/.test(page) && page.length <= 500 && at.origin === base?.origin;
}
