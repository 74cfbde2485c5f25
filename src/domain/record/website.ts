/** What a person gives as their website: an address of the web, or a text that is no address. */

/** Without a user before `@`, which stands for another host in the eyes of a reader, and without blanks and hidden signs. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\\p{Cc}\p{Cf}\p{Z}]+(?:[/?#][^\s\\\p{Cc}\p{Cf}\p{Z}]*)?$/iu;
const LONGEST_ADDRESS = 2_000;

/** Whether a text is an address of the web that a page may make a link of, whoever gave it. */
export function isWebAddress(address: string): boolean {
  return address.length <= LONGEST_ADDRESS && WEB_ADDRESS.test(address) && URL.canParse(address);
}

const ALLOWED = ['http', 'https'];
/** Browsers leave these out before they read an address (WHATWG URL, 4.4). */
const LEADING_BLANKS = /^[\0-\x20]+/;
const LINE_SIGNS = /[\t\n\r]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is;
/** Behind a name with a dot, as no scheme that runs a script has: what `javascript:8080/x` holds is a script. */
const PORT = /^\d{1,5}(?:[/?#]|$)/;

/** Those that a website may have, as a sentence lists them. */
export const ALLOWED_SCHEMES = ALLOWED.join(', ');

/**
 * The scheme for which a website is left out, in small letters: the one that a browser would read, if it is neither http
 * nor https. Undefined for addresses of the web, and for texts that begin with no scheme, such as `www.example.org`, or
 * with a host and its port.
 */
export function refusedScheme(website: string): string | undefined {
  const read = website.replace(LEADING_BLANKS, '').replace(LINE_SIGNS, '');
  const [, name, rest = ''] = SCHEME.exec(read) ?? [];
  if (name === undefined || (name.includes('.') && PORT.test(rest))) return undefined;
  const scheme = name.toLowerCase();
  return ALLOWED.includes(scheme) ? undefined : scheme;
}
