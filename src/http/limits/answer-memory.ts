/** The memory of one answer: counted from its first row until it is out, and refused where there is no room for it. */

import type { Request, Response } from 'express';
import { readerHold } from '../reply/held-bytes.ts';

export type AnswerMemory = {
  /**
   * Counts what is about to be collected, or was collected and is gone where the numbers are negative.
   *
   * @throws RegistryError `too-much-unread` where there is no room for so much
   */
  reserve(rows: number, bytes: number): void;
  /** Resolves when the first rows were counted: from then on it is not refused, but where more comes than was expected. */
  begun(): Promise<void>;
  /** From now on all is counted and nothing refused: what is bounded elsewhere, and has begun to go out. */
  refuseNothing(): void;
};

/** Where what answers hold is counted, each for the caller of its request. */
export type MemoryAccount = {
  /**
   * @param heldBytes what is held for this answer already: by that alone it is not refused
   * @throws RegistryError where there is no room for so many bytes more
   */
  checkRoom(req: Request, bytes: number, heldBytes: number): void;
  /** Called with what is held for the caller, and of what is held no more. */
  onHeld(req: Request, bytes: number): void;
  /** Called with everything that is collected, however small. */
  onReserved(req: Request, rows: number, bytes: number): void;
};

/** Less is not worth being counted among what is held: there are no more of such answers than connections. */
const LARGE_BYTES = 256 * 1024;

/** Every request has one, so it makes what few answers need when they need it. */
export function answerMemory(req: Request, res: Response, account: MemoryAccount): AnswerMemory {
  let hasBegun = false;
  let begun: PromiseWithResolvers<void> | undefined;
  let hold: ((bytes: number) => void) | undefined;
  let reservedBytes = 0;
  let refuses = true;

  function count(bytes: number): void {
    const isLarge = hold !== undefined || reservedBytes + bytes >= LARGE_BYTES;
    const more = hold === undefined ? reservedBytes + bytes : bytes;
    if (isLarge && refuses && bytes > 0) account.checkRoom(req, more, hold === undefined ? 0 : reservedBytes);
    reservedBytes += bytes;
    if (!isLarge) return;
    hold ??= readerHold(res, (bytes) => account.onHeld(req, bytes));
    hold(more);
  }

  return {
    reserve(rows, bytes) {
      count(bytes);
      if (rows > 0 || bytes > 0) account.onReserved(req, Math.max(0, rows), Math.max(0, bytes));
      hasBegun = true;
      begun?.resolve();
    },
    begun() {
      begun ??= Promise.withResolvers();
      if (hasBegun) begun.resolve();
      return begun.promise;
    },
    refuseNothing() {
      refuses = false;
    },
  };
}
