/** The sign between the rows of a table in the search box, whose field has one line. */

export const ROW_END = '↵';
