/** French words about the registries that were asked. */

export const origins = {
  details: 'Détails',
};
