/** What the page says in French of the registries that were asked. */

export const origins = {
  details: 'Détails',
};
