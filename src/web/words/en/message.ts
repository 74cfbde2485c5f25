/** What the page says in English: message. */

export const message = {};
