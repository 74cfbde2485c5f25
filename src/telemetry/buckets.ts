/** The bucket bounds of every histogram of times. */

/**
 * In seconds. The short ones fit local answers; 3 to 8 hold the default timeouts of a partner and of a search.
 */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8];
