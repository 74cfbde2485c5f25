/**
 * Texts that instances of one registry share (decision 39). These functions never reject, and take a moment at most:
 * without a shared cache they behave as if nothing were stored.
 */

import type { Credential } from './partner-query.ts';

/** The place of a text. A text from one place is not accepted at another. */
export type SharedPlace = {
  kind: 'answer' | 'rest' | 'view';
  credential: Credential;
  /** A digest: those who can read the shared cache cannot read the question from it. */
  key: string;
};

export type SharedTexts = {
  /** The key for digests of questions: the same on every instance, and secret. */
  digestKey: Uint8Array;
  /** Undefined also if the text was written without the key, or is past its end. */
  get(place: SharedPlace): Promise<string | undefined>;
  /** Stores a text, unless it is too long. `endsAtMs` is wall-clock time. */
  set(place: SharedPlace, text: string, endsAtMs: number): Promise<void>;
  delete(place: SharedPlace): Promise<void>;
  /** Decides which instance finds out what belongs at a place; also returns what is stored there now. */
  claim(place: SharedPlace): Promise<SharedClaim>;
};

export type SharedClaim = {
  /** The text at the place. */
  text: string | undefined;
} & (
  | {
      whose: 'mine';
      /** Lets the waiting instances go on. They get `outcome`, which is for a result that is not stored at the place. Only the first call counts. */
      end(outcome?: string): void;
    }
  | {
      whose: 'another';
      /**
       * Resolves when the other instance has ended, with the outcome it published, or when the shared cache fails;
       * rejects with the reason of the signal.
       */
      ended(signal: AbortSignal): Promise<string | undefined>;
    }
);
