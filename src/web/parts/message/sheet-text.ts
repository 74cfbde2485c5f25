/** How long texts of the sheet for the clinic are, in characters, so that it is one page, whatever a registry writes. */

export const MOST_OF_SYMBOL = 16;
export const MOST_OF_LINE = 60;
