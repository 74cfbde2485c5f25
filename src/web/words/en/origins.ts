/** English words about the registries that were asked. */

export const origins = {
  details: 'Details',
};
