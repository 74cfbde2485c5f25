/** The length of an hour and a day in the units of clocks and stored times. */

export const HOUR_MS = 3_600_000;
export const DAY_SECONDS = 86_400;
export const DAY_MS = 1000 * DAY_SECONDS;
