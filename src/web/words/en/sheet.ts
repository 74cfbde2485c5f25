/** What the page says in English: sheet. */

export const sheet = {};
