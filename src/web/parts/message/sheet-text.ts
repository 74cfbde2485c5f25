/** The limits of texts on the printed sheet, in characters, so that it is always one page. */

export const MOST_OF_SYMBOL = 16;
export const MOST_OF_LINE = 60;
