/** E-mail addresses as every mail program, and every header of a message, takes them: as one address, that is seen as it is. */

/** RFC 5321, 4.5.3.1: of the whole, and of what stands before the @. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

/** Letters of any script, but none that is not seen or that turns what stands beside it. */
const LETTER = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}\\p{N}';
/** Without `?`, `&`, `%` and `#`, which mean something in a link; `?` also begins an encoded word (RFC 2047). */
const ATOM = `(?:${LETTER}!$'*+/=^_\`{|}~-])+`;
const LABEL = `(?:${LETTER}-])+`;
const ADDRESS = new RegExp(`^(?<local>${ATOM}(?:\\.${ATOM})*)@${LABEL}(?:\\.${LABEL})*$`, 'u');

/** A host that mail from elsewhere reaches has a dot in its name. */
const HOST_WITH_DOT = /@[^@]*\./;

/** Whether a text is one address that mail from elsewhere reaches. */
export function isPublicMailAddress(text: string): boolean {
  return isMailAddress(text) && HOST_WITH_DOT.test(text);
}

/** Whether a text is one address. Its host may be a name without a dot, as in a network of one's own. */
export function isMailAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const local = ADDRESS.exec(text)?.groups?.local;
  return local !== undefined && local.length <= LONGEST_LOCAL_PART;
}

/**
 * The same for two spellings of an address that lead to one box, as most mail servers see it: letters of either case, what
 * stands behind a `+`, and a host in letters that are written as others before it is looked up.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  return `${boxNameOf(address)}@${URL.parse(`https://${host}`)?.hostname ?? host.toLowerCase()}`;
}

/** What the box is called at its host. */
export function boxNameOf(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (local.split('+', 1)[0] || local).toLowerCase();
}
