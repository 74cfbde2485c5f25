/** `/.well-known/security.txt` (RFC 9116): whom somebody writes to who has found a weakness. */

import type { IRouter } from 'express';
import { DAY_MS } from '../../domain/durations.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { refuseOtherMethods } from '../request/methods.ts';

const PATH = '/.well-known/security.txt';
/** A copy that somebody keeps holds so long; the one here always holds, as it is made when it is asked for. */
const HOLDS_DAYS = 30;

type SecurityTxtOptions = {
  /** E-mail addresses and https addresses, the preferred first; without any there is no such file. */
  contacts: readonly string[];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
};

export function mountSecurityTxt(routes: IRouter, { contacts, host, now }: SecurityTxtOptions): void {
  if (contacts.length === 0) return;
  routes.get(PATH, (_req, res) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`),
      `Expires: ${expiryAt(now())}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${host}${PATH}`,
    ];
    addHeader(res, 'Cache-Control', 'public, max-age=86400');
    endWith(res, 200, 'text/plain; charset=utf-8', Buffer.from(`${lines.join('\n')}\n`));
  });
  routes.all(PATH, refuseOtherMethods());
}

/** Of the day, so that everybody who asks on it reads the same. */
function expiryAt(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS);
  return new Date((day + HOLDS_DAYS) * DAY_MS).toISOString();
}
