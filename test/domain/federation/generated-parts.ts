/** Federated answers of every kind, made up: origins in every state, with records that are in one order or another. */

import fc from 'fast-check';
import { isFull } from '../../../src/domain/federation/completeness.ts';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import { sortForMerging } from '../../../src/domain/federation/merging.ts';
import { ORIGIN_STATES, type Origin, type OriginState } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import type { OrderKey } from '../../../src/domain/people/order.ts';
import { problemOf } from '../../support/partners/saying.ts';
import { orderKeys } from '../people/order-keys.ts';

/** States in which an origin has given nothing, not even a zero. */
export const SILENT_STATES = ORIGIN_STATES.filter(
  (state) => !['answered', 'empty', 'limited', 'stale', 'unknown-term', 'unsupported', 'not-asked'].includes(state),
);

export function anOrigin(key: string, state: OriginState, changes: Partial<Origin> = {}): Origin {
  const hasGiven = ['answered', 'empty', 'limited', 'stale'].includes(state);
  return {
    key,
    origin: `Registry ${key}`,
    originUrl: `https://${key}.example.org`,
    version: '1.5.10',
    state,
    count: 0,
    anonymized: 0,
    exact: isFull(state),
    elapsedMs: 1,
    retrievedAt: hasGiven ? '2026-03-01T10:20:30.000Z' : null,
    cache: { status: 'miss', ageSeconds: 0 },
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: isFull(state) ? null : problemOf(reason('failed')),
    ...changes,
  };
}

/** An origin that answers all of these records, or none of them because of its state. */
export function aPart(key: string, records: readonly FoundRecord[], state?: OriginState): Part {
  const is = state ?? (records.length > 0 ? 'answered' : 'empty');
  const origin = anOrigin(key, is);
  const given = origin.retrievedAt === null ? [] : records;
  const edition = origin.retrievedAt ?? undefined;
  return { origin: { ...origin, count: given.length }, records: given, total: undefined, edition };
}

/** So many records of an origin in their merged order; the text of each names its origin and its place. */
export function recordsOf(key: string, orders: readonly OrderKey[]): readonly FoundRecord[] {
  const sorted = sortForMerging(
    orders.map((order) => ({ json: '', order, isAnonymised: order.isWithheld, geneId: order.geneId })),
  );
  return sorted.map((record, place) => ({ ...record, json: `"${key} ${place}"` }));
}

const KEYS = ['local', 'alpha', 'beta', 'gamma', 'a-b', 'a.b:8080'];

export type OriginRecords = { key: string; records: readonly FoundRecord[] };

/** Up to six origins with up to eight records each. */
export const origins: fc.Arbitrary<OriginRecords[]> = fc
  .uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: KEYS.length })
  .chain((keys) => {
    const lists = keys.map((key) => fc.array(orderKeys, { maxLength: 8 }).map((orders) => recordsOf(key, orders)));
    return fc.tuple(...lists).map((records) => keys.map((key, index) => ({ key, records: records[index] ?? [] })));
  });

export function textsOf(records: readonly FoundRecord[]): string[] {
  return records.map(({ json }) => json);
}
