/**
 * What instances of one registry have in common (decision 39), as the federation asks for it. Nothing here rejects, or
 * takes longer than a moment: where nobody shares, it is as if nothing had been stored.
 */

import type { Credential } from './partner-query.ts';

/** Where a text is stored. What is at one place is never believed at another. */
export type SharedPlace = {
  kind: 'answer' | 'rest' | 'view';
  credential: Credential;
  /** Nobody who reads the cache can read it. */
  key: string;
};

export type SharedTexts = {
  /** What digests of questions are made with: the same on every instance, and secret. */
  digestKey: Uint8Array;
  /** Undefined too for what nobody with the key has written, and what is past its end. */
  get(place: SharedPlace): Promise<string | undefined>;
  /** What is too long is not stored. `endsAtMs` is of the clock on the wall. */
  set(place: SharedPlace, text: string, endsAtMs: number): Promise<void>;
  delete(place: SharedPlace): Promise<void>;
  /** Whose turn it is to find out what belongs at a place, and what is there now. */
  claim(place: SharedPlace): Promise<SharedClaim>;
};

export type SharedClaim = {
  /** What is at the place. */
  text: string | undefined;
} & (
  | {
      whose: 'mine';
      /**
       * Lets others go on. They get `outcome`, where what they wait for is not put at the place. Only the first call
       * counts.
       */
      end(outcome?: string): void;
    }
  | {
      whose: 'another';
      /**
       * Resolves when the other has ended, with the outcome it published, or when nobody shares any more; rejects with
       * the reason of the signal.
       */
      ended(signal: AbortSignal): Promise<string | undefined>;
    }
);
