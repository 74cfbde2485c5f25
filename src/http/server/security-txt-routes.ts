/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */

import type { IRouter } from 'express';
import { DAY_MS } from '../../domain/durations.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { refuseOtherMethods } from '../request/methods.ts';

const PATH = '/.well-known/security.txt';
/** How many days a copy of the file is valid; this server makes it new for each request. */
const HOLDS_DAYS = 30;

type SecurityTxtOptions = {
  /** E-mail addresses and https addresses, preferred ones first; if there are none, there is no such file. */
  contacts: readonly string[];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
};

/** Mounts the route, unless there is no contact. */
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

/** Returns the expiry, counted from the start of the day, so that all requests of a day get the same file. */
function expiryAt(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS);
  return new Date((day + HOLDS_DAYS) * DAY_MS).toISOString();
}
