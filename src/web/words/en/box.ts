/** What the search box says in English. */

export const box = {
  label: 'Gene, disease, identifier or person',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, Dravet syndrome',
};
