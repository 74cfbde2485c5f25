/** What the keys of `app.settings.mail` may be together: all that a message needs, or none of it. */

import { isThisMachine } from '../domain/this-machine.ts';

export type MailConfig = {
  /** Unset: no message is sent. With it, `from` is set and `to` is not empty. */
  readonly host: string | undefined;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  /** Set together with the password, or not at all. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string | undefined;
  readonly to: readonly string[];
};

const MAIL = 'app.settings.mail';

/** A sentence for every key that cannot be as it is beside the others. `values` are those of single keys, by name. */
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
 * A sentence for every partner whose contact could be sent nothing.
 *
 * @param key of the partners in the configuration, which are as many as there, in the same order
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

/** Messages hold addresses of people, and the password opens an account: neither travels in the open. */
function openWayProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const host = values.get(`${MAIL}.host`) as string | undefined;
  if (values.get(`${MAIL}.security`) !== 'none' || host === undefined || isThisMachine(host)) return [];
  return [
    `${MAIL}.security is the text "none", but must be one of starttls, tls, unless ${MAIL}.host is this machine: localhost, 127.0.0.1, ::1.`,
  ];
}
