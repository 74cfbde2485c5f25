/** The length of a day in the units of clocks and stored times. */

export const DAY_SECONDS = 86_400;
export const DAY_MS = 1000 * DAY_SECONDS;
