/** What the page says in English: box. */

export const box = {};
