/** The header by which a request is recognised that this registry sent to itself. */
export const MARK_HEADER = 'isearch-proxy-mark';
