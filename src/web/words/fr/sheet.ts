/** What the page says in French: sheet. */

export const sheet = {};
