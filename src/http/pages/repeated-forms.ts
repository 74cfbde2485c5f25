/**
 * A form that comes twice to one process, as by two clicks on its button: it is taken once, sent to a partner once, and both are
 * shown what became of it. That two processes take it once is up to what stores it.
 */

import { createHash } from 'node:crypto';

type RepeatedForms<Outcome> = {
  /**
   * What became of an equal form within the last minute, or else what becomes of this one.
   *
   * @param form whatever makes two forms equal: the address, who sent it, its fields
   * @param isTaken whether an equal one that comes later is to be answered with the same; one that was refused may be sent again
   */
  takeOnce(
    form: readonly unknown[],
    take: () => Promise<Outcome>,
    isTaken: (outcome: Outcome) => boolean,
  ): Promise<{ outcome: Outcome; isRepeated: boolean }>;
};

const REMEMBERED_MS = 60_000;
/** Beyond it the oldest are forgotten. */
const MOST_REMEMBERED = 1000;

/** @param now the steady clock, in milliseconds */
export function repeatedForms<Outcome>(now: () => number): RepeatedForms<Outcome> {
  /** By the hash of the form, the oldest first. */
  const remembered = new Map<string, { atMs: number; outcome: Promise<Outcome> }>();

  function forgetOld(): void {
    for (const [key, { atMs }] of remembered) {
      if (remembered.size <= MOST_REMEMBERED && now() - atMs < REMEMBERED_MS) return;
      remembered.delete(key);
    }
  }

  return {
    async takeOnce(form, take, isTaken) {
      forgetOld();
      const key = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
      const earlier = remembered.get(key);
      if (earlier !== undefined) return { outcome: await earlier.outcome, isRepeated: true };
      const entry = { atMs: now(), outcome: take() };
      remembered.set(key, entry);
      let outcome: Outcome | undefined;
      try {
        outcome = await entry.outcome;
        return { outcome, isRepeated: false };
      } finally {
        const isKnown = outcome !== undefined && isTaken(outcome);
        if (!isKnown && remembered.get(key) === entry) remembered.delete(key);
      }
    },
  };
}
