/** A message as the address of a mail program (RFC 6068), for one person: nobody learns who else was written to. */

import { isMailAddress } from '../mail-address.ts';

/** Without subject and body, the message begins empty. */
type MailDraft = { to: string; subject?: string; body?: string };

/** Of the whole address: what mail programs take on every system. */
export const LONGEST_MAILTO = 2000;

/** The address to write to as it can be used; undefined for what is none, such as two addresses in one. */
export function openAddress(email: string | null | undefined): string | undefined {
  const address = email?.trim() ?? '';
  return isMailAddress(address) ? address : undefined;
}

/** Undefined where it would be too long to be opened, or where `to` is no address. */
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

/** A blank is never a plus sign there, and a line ends with CR LF (RFC 6068, 5). */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r\n?|\n/g, '\r\n'));
}
