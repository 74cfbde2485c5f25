/** What the page says in French: start. */

export const start = {};
