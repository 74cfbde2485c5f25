/** Checks that the keys of `app.settings.mail` are all set that a message needs, or none. */

import { isThisMachine } from '../domain/this-machine.ts';

export type MailConfig = {
  /** The mail server; without it no message is sent. With it, `from` is set and `to` is not empty. */
  readonly host: string | undefined;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  /** The account, which is set only together with the password. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string | undefined;
  readonly to: readonly string[];
};

const MAIL = 'app.settings.mail';

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function mailProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  const isSet = (key: string) => isGiven(values.get(`${MAIL}.${key}`));
  const requiresKeys = (key: string, others: readonly string[]) => {
    const missing = others.filter((other) => !isSet(other));
    return isSet(key) && missing.length > 0 ? [togetherSentence(key, missing)] : [];
  };
  return [
    ...requiresKeys('host', ['from', 'to']),
    ...['user', 'password', 'from', 'to'].flatMap((key) => requiresKeys(key, ['host'])),
    ...requiresKeys('user', ['password']),
    ...requiresKeys('password', ['user']),
    ...openWayProblem(values),
  ];
}

/**
 * Returns a sentence for each partner with a contact to whom no message could be sent.
 *
 * @param key the key of the partners in the configuration; `partners` has one for each entry there, in the same order
 */
export function contactProblems(
  key: string,
  partners: readonly { readonly contact?: string | undefined }[],
  values: ReadonlyMap<string, unknown>,
): readonly string[] {
  if (values.get(`${MAIL}.host`) !== undefined) return [];
  return partners.flatMap(({ contact }, at) =>
    contact === undefined
      ? []
      : [`${key}[${at}].contact is set, but must be set together with ${MAIL}.host or not at all.`],
  );
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function togetherSentence(key: string, missing: readonly string[]): string {
  const others = missing.map((other) => `${MAIL}.${other}`).join(' and ');
  return `${MAIL}.${key} is set, but must be set together with ${others} or not at all.`;
}

/** Refuses an unencrypted connection: messages hold addresses of people, and the password opens an account. */
function openWayProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const host = values.get(`${MAIL}.host`) as string | undefined;
  if (values.get(`${MAIL}.security`) !== 'none' || host === undefined || isThisMachine(host)) return [];
  return [
    `${MAIL}.security is the text "none", but must be one of starttls, tls, unless ${MAIL}.host is this machine: localhost, 127.0.0.1, ::1.`,
  ];
}
