/** The header by which a caller asks for more members than records of RDP have; without it, records are as in RDP. */
export const WANTS_HEADER = 'isearch-proxy-wants';

/** Asks for `orcid` and `ror` of named people. */
export const WANTS_IDENTIFIERS = 'identifiers';

/** Whether the header, a list of words, contains the one for identifiers; unknown words are ignored. */
export function wantsIdentifiers(header: string | readonly string[] | undefined): boolean {
  // Nearly every request comes without the header.
  if (header === undefined) return false;
  const words = [header].flat().join().split(',');
  return words.some((word) => word.trim().toLowerCase() === WANTS_IDENTIFIERS);
}
