/** What the page says in French: origins. */

export const origins = {};
