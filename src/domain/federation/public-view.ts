/** The headers by which a registry says what the public may see of it, and for how long others may name its people. */

/** Names what the public may see: another name where that has changed. It is compared for equality only. */
export const PUBLIC_VIEW_HEADER = 'isearch-proxy-public-view';

/** So many minutes after it was given, an answer names nobody where the present name cannot be learned. */
export const NAMED_MINUTES_HEADER = 'isearch-proxy-named-minutes';

/** Behind the address of a registry: answers the present name. */
export const PUBLIC_VIEW_PATH = '/api/public-view';
