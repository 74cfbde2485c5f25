/** What the page says in English of the registries that were asked. */

export const origins = {
  details: 'Details',
};
