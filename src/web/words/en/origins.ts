/** What the page says in English: origins. */

export const origins = {};
