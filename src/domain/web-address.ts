/** Web addresses: what a person gives as their website, and the loopback addresses of this machine. */

/** A web address without blanks and invisible characters, and without a user before `@`, which readers may take for the host. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\\p{Cc}\p{Cf}\p{Z}]+(?:[/?#][^\s\\\p{Cc}\p{Cf}\p{Z}]*)?$/iu;
const LONGEST_ADDRESS = 2_000;

/** Whether a text is a web address from which a page may make a link, whatever its source. */
export function isWebAddress(address: string): boolean {
  return address.length <= LONGEST_ADDRESS && WEB_ADDRESS.test(address) && URL.canParse(address);
}

const ALLOWED = ['http', 'https'];
/** Browsers remove these characters before they read an address (WHATWG URL, 4.4). */
const LEADING_BLANKS = /^[\0-\x20]+/;
const LINE_SIGNS = /[\t\n\r]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is;
/** A port after a host. The name before it must have a dot, which no scheme for scripts has: `javascript:8080/x` is a script. */
const PORT = /^\d{1,5}(?:[/?#]|$)/;

/** The allowed schemes, as a list in a sentence. */
export const ALLOWED_SCHEMES = ALLOWED.join(', ');

/**
 * Returns the scheme for which a website is refused, in lower case: the one that a browser would read, if it is neither http
 * nor https. Undefined for web addresses, and for texts that begin with no scheme, such as `www.example.org`, or with a
 * host and its port.
 */
export function refusedScheme(website: string): string | undefined {
  const read = website.replace(LEADING_BLANKS, '').replace(LINE_SIGNS, '');
  const [, name, rest = ''] = SCHEME.exec(read) ?? [];
  if (name === undefined || (name.includes('.') && PORT.test(rest))) return undefined;
  const scheme = name.toLowerCase();
  return ALLOWED.includes(scheme) ? undefined : scheme;
}

const LOOPBACK = /^(?:localhost|\[?::1\]?|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/;

/** Whether a host is this machine itself, so that nobody else can read what is sent to it. */
export function isThisMachine(host: string): boolean {
  return LOOPBACK.test(host);
}
