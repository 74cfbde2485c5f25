/** What the page says in French: people. */

export const people = {};
