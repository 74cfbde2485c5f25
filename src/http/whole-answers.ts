/** Whole federated answers to the public, given again within a second while all that they were made from is the same. */

import type { Part } from '../domain/federated-answer.ts';
import { PUBLIC_VIEWER } from '../domain/model.ts';
import { LOCAL_ORIGIN } from '../domain/origin.ts';
import type { Asking } from '../federation/fan-out.ts';

export type WholeAnswer = {
  body: Uint8Array;
  askings: readonly Asking[];
  /** What the body was made from. */
  parts: readonly Part[];
  /** Names this registry's own data, as they were before they were asked. */
  dataTag: string;
};

export type WholeAnswers = {
  /** The body for this address, as it was sent, if every partner would still answer with the same records at once. */
  find(address: string, dataTag: string): Uint8Array | undefined;
  /** Keeps an answer that is complete, came from what was at hand alone, and shows nobody anonymised. */
  keep(address: string, answer: WholeAnswer): void;
};

/** As long as the ages that an answer tells, in whole seconds, are right to a second. */
const LASTS_MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

/** @param now in milliseconds */
export function wholeAnswers(now: () => number): WholeAnswers {
  const kept = new Map<string, WholeAnswer & { keptAtMs: number }>();
  let heldBytes = 0;

  function isPast({ keptAtMs }: { keptAtMs: number }): boolean {
    return now() - keptAtMs >= LASTS_MS;
  }

  /** From the oldest on, until none is past its time and there is room. */
  function sweep(): void {
    for (const [address, answer] of kept) {
      if (heldBytes <= MOST_BYTES && !isPast(answer)) return;
      kept.delete(address);
      heldBytes -= answer.body.length;
    }
  }

  return {
    find(address, dataTag) {
      const answer = kept.get(address);
      if (answer === undefined || answer.dataTag !== dataTag || isPast(answer)) return undefined;
      return isStillAtHand(answer) ? answer.body : undefined;
    },
    keep(address, answer) {
      if (!answer.parts.every(mayBeKept)) return;
      heldBytes += answer.body.length - (kept.get(address)?.body.length ?? 0);
      kept.delete(address);
      kept.set(address, { ...answer, keptAtMs: now() });
      sweep();
    },
  };
}

function mayBeKept({ origin: { key, state, anonymized, cache } }: Part): boolean {
  if (state === 'not-asked') return true;
  if (anonymized > 0 || (state !== 'answered' && state !== 'empty')) return false;
  return key === LOCAL_ORIGIN || cache.status === 'hit';
}

function isStillAtHand({ askings, parts }: WholeAnswer): boolean {
  const records = new Map(parts.map((part) => [part.origin.key, part.records]));
  return askings.every(({ source, question }) => {
    if (source.key === LOCAL_ORIGIN) return true;
    return source.atHand(question, PUBLIC_VIEWER)?.records === records.get(source.key);
  });
}
