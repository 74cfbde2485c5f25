/** What was withdrawn of registered genes since the records of their people were written. */

/** `levels` is a JSON array of pairs: the gene, and its own level from now on, or "gone". */
export const WITHDRAWN_GENES = `
CREATE TABLE withdrawn_genes (
  user_id INTEGER PRIMARY KEY,
  levels  TEXT NOT NULL
) STRICT;
`;
