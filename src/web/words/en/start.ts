/** What the start page says in English. */

export const start = {
  moreOptions: 'More ways to search',
  changeSearch: 'Change the search',
};
