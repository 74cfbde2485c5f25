/** Anonymous ids as an answer would carry them. */

import type { AnonymousIds, AnonymousRef } from '../../../src/registry/record/anonymous-ids.ts';

/** Ids of one answer for these records, in their order. */
export function sealedTogether(ids: AnonymousIds, refs: readonly AnonymousRef[]): string[] {
  const batch = ids.batch();
  const places = refs.map(batch.add);
  batch.seal();
  return places.map((place) => Buffer.from(place).toString());
}

/** An id for the record, another one at every call. */
export function sealedId(ids: AnonymousIds, ref: AnonymousRef): string {
  return sealedTogether(ids, [ref])[0] ?? '';
}
