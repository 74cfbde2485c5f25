/** What the page says in English: gene. */

export const gene = {};
