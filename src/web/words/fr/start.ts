/** What the start page says in French. */

export const start = {
  moreOptions: 'Autres façons de chercher',
  changeSearch: 'Modifier la recherche',
};
