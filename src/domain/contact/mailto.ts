/** A message to one person as a `mailto:` address (RFC 6068); with one recipient, nobody sees other recipients. */

import { isMailAddress } from '../mail-address.ts';

/** Without subject and body, the message is empty. */
type MailDraft = { to: string; subject?: string; body?: string };

/** In characters, for the whole address: mail programs on every system accept this length. */
export const LONGEST_MAILTO = 2000;

/** Returns an e-mail address without surrounding blanks; undefined for what is not one address. */
export function openAddress(email: string | null | undefined): string | undefined {
  const address = email?.trim() ?? '';
  return isMailAddress(address) ? address : undefined;
}

/** Returns the address; undefined where it is too long for mail programs, or `to` is no e-mail address. */
export function mailtoAddress({ to, subject, body }: MailDraft): string | undefined {
  const address = openAddress(to);
  if (address === undefined) return undefined;
  const own = encodeURIComponent(address).replaceAll('%40', '@');
  const fields = [
    ...(subject === undefined ? [] : [`subject=${encoded(oneLine(subject))}`]),
    ...(body === undefined ? [] : [`body=${encoded(body)}`]),
  ];
  const whole = `mailto:${[own, fields.join('&')].filter((part) => part !== '').join('?')}`;
  return whole.length <= LONGEST_MAILTO ? whole : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Encodes a text for a `mailto:` address: a blank is never a plus sign, and a line ends with CR LF (RFC 6068, 5). */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r\n?|\n/g, '\r\n'));
}
