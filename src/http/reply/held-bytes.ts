/** Counts the bytes that responses hold in memory for their readers, besides the buffers of the connections. */

import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isOver, whenOver } from './reader.ts';

const held = new WeakMap<Socket, number>();
let heldInAll = 0;

/**
 * Returns a function that counts further bytes of this response until it is over.
 *
 * @param onHeld called with every change; when the response is over, with all its bytes as a negative number
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

/** Returns how many bytes are held for the reader at a connection. */
export function heldFor(socket: Socket): number {
  return held.get(socket) ?? 0;
}

/** Returns how many bytes are held for all readers now. */
export function heldForAll(): number {
  return heldInAll;
}
