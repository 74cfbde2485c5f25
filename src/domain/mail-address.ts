/** E-mail addresses that mail programs and message headers read as exactly one address, without invisible characters. */

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
export function boxNameOf(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (local.split('+', 1)[0] || local).toLowerCase();
}
