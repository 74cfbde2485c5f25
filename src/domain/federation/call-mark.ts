/** The header by which this registry recognises a request that it sent to itself. */
export const MARK_HEADER = 'isearch-proxy-mark';
