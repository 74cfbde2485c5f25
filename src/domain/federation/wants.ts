/** The header by which a caller says that it reads more of a record than RDP has; without it, records are as RDP has them. */
export const WANTS_HEADER = 'isearch-proxy-wants';

/** `orcid` and `ror` of people who are named. */
export const WANTS_IDENTIFIERS = 'identifiers';

/** Whether the value of the header, a list, names identifiers; words of later versions are passed over. */
export function wantsIdentifiers(header: string | readonly string[] | undefined): boolean {
  // As nearly always.
  if (header === undefined) return false;
  const words = [header].flat().join().split(',');
  return words.some((word) => word.trim().toLowerCase() === WANTS_IDENTIFIERS);
}
