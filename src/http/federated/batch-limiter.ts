/** How many lists of genes are searched for at once: each keeps partners busy for a while. */

import { RegistryError } from '../../domain/errors.ts';
import { networkOf } from '../request/network-of.ts';

export type BatchLimits = { mostInAll: number; mostPerAddress: number };

/** Takes a place until it is disposed of. @throws RegistryError `too-many-lists` */
export type BatchLimiter = (address: string) => Disposable;

/** People of one house often come from one address. */
export const BATCH_LIMITS: BatchLimits = { mostInAll: 16, mostPerAddress: 4 };
const RETRY_AFTER_SECONDS = 10;

export function batchLimiter({ mostInAll, mostPerAddress }: BatchLimits): BatchLimiter {
  const underWay = new Set<{ from: string }>();
  return (address) => {
    const entry = { from: networkOf(address) };
    const own = [...underWay].filter(({ from }) => from === entry.from).length;
    if (underWay.size >= mostInAll || own >= mostPerAddress) {
      throw new RegistryError('too-many-lists', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    underWay.add(entry);
    return { [Symbol.dispose]: () => void underWay.delete(entry) };
  };
}
