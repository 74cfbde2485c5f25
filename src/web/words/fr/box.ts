/** What the page says in French: box. */

export const box = {};
