/** `100 Continue`, which nobody asked for and some servers send all the same: undici takes it for a broken answer. */

import type { Socket } from 'node:net';

const BEGINNING = Buffer.from('HTTP/1.1 100');
const END = '\r\n\r\n';
/** A head that goes on for longer is left to undici, which refuses it. */
const LONGEST_HEAD_BYTES = 1024;
/** Without anything else between them; more are left to undici, too. */
const MOST_IN_A_ROW = 100;

/**
 * Leaves heads of `100 Continue` out of what is read of the socket (RFC 9110, 15.2: a client must be able to read any
 * number of them before an answer). Only the beginning of a piece is looked at, where an answer begins.
 */
export function skipContinueHeads(socket: Socket): void {
  const readNext = socket.read.bind(socket);
  let held: Buffer | undefined;
  let inARow = 0;

  function withoutContinueHeads(bytes: Buffer): Buffer {
    let rest = bytes;
    while (isContinueHead(rest) && inARow < MOST_IN_A_ROW) {
      const end = rest.indexOf(END);
      if (end === -1) return rest;
      rest = rest.subarray(end + END.length);
      inARow++;
    }
    if (rest.length > 0) inARow = 0;
    return rest;
  }

  socket.read = (count?: number): Buffer | null => {
    // Which asks the system for more, and takes nothing.
    if (count === 0) return readNext(0);
    const piece: Buffer | null = readNext(count);
    if (piece === null) return null;
    const rest = withoutContinueHeads(held === undefined ? piece : Buffer.concat([held, piece]));
    held = isUnfinishedHead(rest) ? rest : undefined;
    return held === undefined && rest.length > 0 ? rest : null;
  };
}

function isUnfinishedHead(bytes: Buffer): boolean {
  return isContinueHead(bytes) && bytes.length < LONGEST_HEAD_BYTES && !bytes.includes(END);
}

function isContinueHead(bytes: Buffer): boolean {
  return bytes.length >= BEGINNING.length && bytes.subarray(0, BEGINNING.length).equals(BEGINNING);
}
