/**
 * Recognises a form that is sent twice to one process, such as by two clicks on its button: it is handled once, and
 * sent to a partner once, and both requests get the same outcome. Across processes, the store prevents repetitions.
 */

import { createHash } from 'node:crypto';

type RepeatedForms<Outcome> = {
  /**
   * Returns the outcome of an equal form within the last minute, or else handles this one.
   *
   * @param form all that makes two forms equal: address, sender and fields
   * @param isTaken whether later equal forms get this outcome; a refused form may be sent again
   */
  takeOnce(
    form: readonly unknown[],
    take: () => Promise<Outcome>,
    isTaken: (outcome: Outcome) => boolean,
  ): Promise<{ outcome: Outcome; isRepeated: boolean }>;
};

const REMEMBERED_MS = 60_000;
/** Beyond this number, the oldest are dropped. */
const MOST_REMEMBERED = 1000;

/** Makes the memory of forms. @param now the steady clock, in milliseconds */
export function repeatedForms<Outcome>(now: () => number): RepeatedForms<Outcome> {
  /** The outcomes by the hash of the form, oldest first. */
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
