/** What the page says in English: start. */

export const start = {};
