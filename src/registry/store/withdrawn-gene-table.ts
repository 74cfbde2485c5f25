/** The registered genes that were withdrawn or made less visible since the records of their owners were written. */

/** `levels` is a JSON array of pairs: the gene id, and its own level from now on, or "gone". */
export const WITHDRAWN_GENES = `
CREATE TABLE withdrawn_genes (
  user_id INTEGER PRIMARY KEY,
  levels  TEXT NOT NULL
) STRICT;
`;
