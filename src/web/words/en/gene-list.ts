/** What the page says in English: geneList. */

export const geneList = {};
