/** A store of the state whose file may be replaced while callers are answered from it. */

import { RegistryError } from '../../domain/errors.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import type { Store } from '../store/store.ts';

/** Another file is opened within seconds. */
const ASK_AGAIN_SECONDS = 10;

/**
 * Returns the same store. While another file is in the place of the open one, or none is, changes of the state are refused as they
 * are while a database of the state does not answer.
 */
export function refusingWhileReplaced(store: Store): Store {
  return {
    ...store,
    async writeInTurn(change) {
      try {
        return await store.writeInTurn(change);
      } catch (error) {
        if (!(error instanceof UnusableDatabase && error.isReplaced)) throw error;
        throw new RegistryError('state-unavailable', { retryAfterSeconds: ASK_AGAIN_SECONDS });
      }
    },
  };
}
