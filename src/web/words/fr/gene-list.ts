/** What the page says in French: geneList. */

export const geneList = {};
