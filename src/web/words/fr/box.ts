/** What the search box says in French. */

export const box = {
  label: 'Gène, maladie, identifiant ou personne',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, syndrome de Dravet',
};
