/** What of an answer is held in memory for its reader, besides what its connection holds already. */

import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isOver, whenOver } from './reader.ts';

const held = new WeakMap<Socket, number>();
let heldInAll = 0;

/**
 * Answers what is called with every further byte that is held, until the answer is over.
 *
 * @param onHeld called with the same, and with all of it as held no more when the answer is over
 */
export function readerHold(res: Response, onHeld: (bytes: number) => void): (bytes: number) => void {
  const { socket } = res;
  if (socket === null || isOver(res)) return () => {};
  let own = 0;
  whenOver(res, () => {
    held.set(socket, heldFor(socket) - own);
    heldInAll -= own;
    onHeld(-own);
    own = 0;
  });
  return (bytes) => {
    if (isOver(res)) return;
    own += bytes;
    onHeld(bytes);
    heldInAll += bytes;
    held.set(socket, heldFor(socket) + bytes);
  };
}

/** What is held so for the reader at a connection. */
export function heldFor(socket: Socket): number {
  return held.get(socket) ?? 0;
}

/** What is held so for all readers at this moment. */
export function heldForAll(): number {
  return heldInAll;
}
