/** What the page says in English: people. */

export const people = {};
