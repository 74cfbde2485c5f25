/** Keeps the words of names in step with the tables that hold the names. */

import { FILL_NAME_WORDS } from '../store/name-words.ts';
import type { WriteTransaction } from '../store/store.ts';

/** Writes the words by which genes, diseases or terms are found anew, all of one kind. */
export function writeNameWords(tx: WriteTransaction, kind: keyof typeof FILL_NAME_WORDS): void {
  for (const statement of FILL_NAME_WORDS[kind]) tx.run(statement);
}
