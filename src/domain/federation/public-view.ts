/** The headers in which a registry describes what the public may see, and for how long others may show names of its people. */

/** Carries a name for what the public may see at the registry. The name changes with it, and is only compared for equality. */
export const PUBLIC_VIEW_HEADER = 'isearch-proxy-public-view';

/** Carries how many minutes an answer may be shown with names if the current public view cannot be fetched. */
export const NAMED_MINUTES_HEADER = 'isearch-proxy-named-minutes';

/** The path at a registry that answers with the current name of its public view. */
export const PUBLIC_VIEW_PATH = '/api/public-view';
