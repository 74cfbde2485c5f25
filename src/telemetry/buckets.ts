/** The bounds of every histogram of times. */

/**
 * In seconds: those of local answers, then those at which a partner or a search is given up unless configured
 * otherwise.
 */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8];
