/** What the page says in French: gene. */

export const gene = {};
