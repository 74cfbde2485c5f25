/** Counts the memory of one answer, from its first row until it is sent, and refuses the answer if there is no room for it. */

import type { Request, Response } from 'express';
import { readerHold } from '../reply/held-bytes.ts';

export type AnswerMemory = {
  /**
   * Counts rows and bytes before they are collected; negative numbers count that they are gone.
   *
   * @throws RegistryError `too-much-unread` if there is no room
   */
  reserve(rows: number, bytes: number): void;
  /** Resolves when the first rows are counted. After that, the answer is refused only if it grows beyond what was reserved. */
  begun(): Promise<void>;
  /** From now on counts without refusing, for an answer that is bounded elsewhere and has begun to be sent. */
  refuseNothing(): void;
};

/** Counts the memory of answers for the callers of their requests. */
export type MemoryAccount = {
  /**
   * Checks that there is room for `bytes` more.
   *
   * @param heldBytes the bytes that this answer holds already; they alone never cause a refusal
   * @throws RegistryError if there is no room
   */
  checkRoom(req: Request, bytes: number, heldBytes: number): void;
  /** Called when the bytes held for a caller change; `bytes` is negative when some are released. */
  onHeld(req: Request, bytes: number): void;
  /** Called with all rows and bytes that are collected, also for small answers. */
  onReserved(req: Request, rows: number, bytes: number): void;
};

/** Smaller answers are not counted as held memory; there are never more of them than connections. */
const LARGE_BYTES = 256 * 1024;

/** Makes the memory of one answer. Every request has one, so the parts that few answers need are made at first use. */
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
