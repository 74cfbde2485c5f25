/** What the page says in French: message. */

export const message = {};
