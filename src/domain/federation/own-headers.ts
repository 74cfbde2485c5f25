/** The headers that registries of this program send each other, beside those of RDP. */

/** The header by which this registry recognises a request that it sent to itself. */
export const MARK_HEADER = 'isearch-proxy-mark';

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

/** Carries a name for what the public may see at the registry. The name changes with it, and is only compared for equality. */
export const PUBLIC_VIEW_HEADER = 'isearch-proxy-public-view';

/** Carries how many minutes an answer may be shown with names if the current public view cannot be fetched. */
export const NAMED_MINUTES_HEADER = 'isearch-proxy-named-minutes';

/** The path at a registry that answers with the current name of its public view. */
export const PUBLIC_VIEW_PATH = '/api/public-view';
