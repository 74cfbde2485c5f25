/** Identifiers that are valid in every registry: the ORCID iD of a person and the ROR id of an organisation. */

/** In the form that `parseOrcid` and `parseRor` return; absent or null where none is known. */
export type Identifiers = { orcid?: string | null | undefined; ror?: string | null | undefined };

/** The allowed values, in words that follow "allowed:". */
export const ALLOWED_ORCID = 'an ORCID iD with its check digit, such as 0000-0002-1825-0097';
export const ALLOWED_ROR = 'a ROR id with its checksum, such as 03yrm5c26';

const ORCID = /^(?:(?:https?:\/\/)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i;
const ROR = /^(?:(?:https?:\/\/)?ror\.org\/)?(0[0-9a-hjkmnp-tv-z]{6}\d{2})\/?$/i;
/** The digits of Crockford's base 32. */
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const LONGEST = 64;

/**
 * Reads an ORCID iD, with or without its address, and returns it as `0000-0002-1825-0097`; undefined for any other text, or
 * a wrong check digit.
 */
export function parseOrcid(text: string): string | undefined {
  const orcid = text.length > LONGEST ? undefined : ORCID.exec(text)?.[1]?.toUpperCase();
  return orcid?.endsWith(checkDigit(orcid.replaceAll('-', '').slice(0, -1))) ? orcid : undefined;
}

/** Reads a ROR id, with or without its address, and returns it as `03yrm5c26`; undefined for any other text, or a wrong checksum. */
export function parseRor(text: string): string | undefined {
  const ror = text.length > LONGEST ? undefined : ROR.exec(text)?.[1]?.toLowerCase();
  return ror?.endsWith(checksum(ror.slice(0, -2))) ? ror : undefined;
}

/** Returns the identifiers that exist, as the last members of a record. */
export function identifierMembers({ orcid, ror }: Identifiers): { orcid?: string; ror?: string } {
  return { ...(orcid ? { orcid } : {}), ...(ror ? { ror } : {}) };
}

/** Returns the address of an ORCID iD. */
export function orcidUrl(orcid: string): string {
  return `https://orcid.org/${orcid}`;
}

/** Returns the address of a ROR id. */
export function rorUrl(ror: string): string {
  return `https://ror.org/${ror}`;
}

/** Returns the check digit by ISO 7064 mod 11-2. */
function checkDigit(digits: string): string {
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const result = (12 - (total % 11)) % 11;
  return result === 10 ? 'X' : String(result);
}

/** Returns the checksum by ISO 7064 mod 97-10 of the number that the characters represent. */
function checksum(characters: string): string {
  let value = 0;
  for (const character of characters) value = value * CROCKFORD.length + CROCKFORD.indexOf(character);
  return String(98 - ((value * 100) % 97)).padStart(2, '0');
}
