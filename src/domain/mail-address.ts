/**
 * E-mail addresses that mail programs and message headers read as exactly one address, without invisible characters,
 * and messages to one as a `mailto:` address (RFC 6068).
 */

/** RFC 5321, 4.5.3.1: the lengths of the address and of the part before the @. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

/** Letters of any script, without characters that are invisible or change the direction of the text. */
const LETTER = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}\\p{N}';
/** Without `?`, `&`, `%` and `#`, which have a meaning in links; `?` also begins an encoded word (RFC 2047). */
const ATOM = `(?:${LETTER}!$'*+/=^_\`{|}~-])+`;
const LABEL = `(?:${LETTER}-])+`;
const ADDRESS = new RegExp(`^(?<local>${ATOM}(?:\\.${ATOM})*)@${LABEL}(?:\\.${LABEL})*$`, 'u');

/** A host that is reachable from outside has a dot in its name. */
const HOST_WITH_DOT = /@[^@]*\./;

/** Whether a text is one address that is reachable from outside. */
export function isPublicMailAddress(text: string): boolean {
  return isMailAddress(text) && HOST_WITH_DOT.test(text);
}

/** Whether a text is one address. The host may have no dot, as in a private network. */
export function isMailAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const local = ADDRESS.exec(text)?.groups?.local;
  return local !== undefined && local.length <= LONGEST_LOCAL_PART;
}

/**
 * Returns the same text for spellings of an address that most mail servers deliver to one mailbox: it ignores letter case
 * and what follows a `+`, and writes the host in ASCII as it is looked up.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  return `${boxNameOf(address)}@${URL.parse(`https://${host}`)?.hostname ?? host.toLowerCase()}`;
}

/** Returns the name of the mailbox at its host. */
function boxNameOf(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (local.split('+', 1)[0] || local).toLowerCase();
}

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
