/** People about whom nothing may be answered now, because something of theirs was withdrawn and cannot be written. */

import { RegistryError } from '../../domain/errors.ts';
import type { ReadTransaction } from './store.ts';

/** Nobody knows when a file can be written again. */
const ASK_AGAIN_SECONDS = 30;

/** @throws RegistryError `record-withheld` */
export function refuseWithheld(tx: ReadTransaction, userId: number): void {
  if (tx.isWithheld(userId)) throw new RegistryError('record-withheld', { retryAfterSeconds: ASK_AGAIN_SECONDS });
}
