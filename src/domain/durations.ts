/** How long a day is, in the units that clocks and stored times have. */

export const DAY_SECONDS = 86_400;
export const DAY_MS = 1000 * DAY_SECONDS;
