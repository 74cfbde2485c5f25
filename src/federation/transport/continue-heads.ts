/** `100 Continue`, which nobody asked for and some servers send all the same: undici takes it for a broken answer. */

import type { Socket } from 'node:net';

const BEGINNING = Buffer.from('HTTP/1.1 100');
const END = '\r\n\r\n';
/** A head that goes on for longer is left to undici, which refuses it. */
const LONGEST_HEAD_BYTES = 1024;

/**
 * Leaves heads of `100 Continue` out of what is read of the socket (RFC 9110, 15.2: a client must be able to read any
 * number of them before an answer). Only the beginning of a piece is looked at, where an answer begins.
 */
export function skipContinueHeads(socket: Socket): void {
  const readNext = socket.read.bind(socket);
  let held: Buffer | undefined;

  socket.read = (): Buffer | null => {
    const piece: Buffer | null = readNext();
    if (piece === null) return null;
    const rest = withoutContinueHeads(held === undefined ? piece : Buffer.concat([held, piece]));
    held = isUnfinishedHead(rest) ? rest : undefined;
    return held === undefined && rest.length > 0 ? rest : null;
  };
}

function withoutContinueHeads(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isContinueHead(rest)) {
    const end = rest.indexOf(END);
    if (end === -1) return rest;
    rest = rest.subarray(end + END.length);
  }
  return rest;
}

function isUnfinishedHead(bytes: Buffer): boolean {
  return isContinueHead(bytes) && bytes.length < LONGEST_HEAD_BYTES && !bytes.includes(END);
}

function isContinueHead(bytes: Buffer): boolean {
  return bytes.length >= BEGINNING.length && bytes.subarray(0, BEGINNING.length).equals(BEGINNING);
}
