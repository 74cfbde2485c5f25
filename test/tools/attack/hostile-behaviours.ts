/** What only a partner that means harm does with the bytes of an answer. */

import { gzipSync } from 'node:zlib';
import { type Behaviour, bytes, type ScriptedCall } from '../../../src/demo/partner-behaviours.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Written at once, so that whoever writes does not hold the whole of it. */
const PIECE_BYTES = 64 * 1024;

/** This very text, as JSON, be it any or not. */
export function jsonText(text: string): Behaviour {
  return bytes(Buffer.from(text));
}

/** The text, packed once. */
export function packed(text: string): Behaviour {
  return bytes(gzipSync(text), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
}

/** A head, then chunks: these at the beginning and the end, and one as often as is said between them. */
export function repeatedly(head: string, chunk: string, count: number, first: string, last: string): Behaviour {
  return async (call) => {
    const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    call.socket.write(`${head}\r\n${headers}${first}`);
    const atOnce = Math.ceil(PIECE_BYTES / chunk.length);
    const piece = chunk.repeat(atOnce);
    for (let sent = 0; sent < count && !call.signal.aborted; sent += atOnce) {
      await written(call, sent + atOnce <= count ? piece : chunk.repeat(count - sent));
    }
    if (!call.signal.aborted) call.socket.write(last);
  };
}

/** The body in chunks of that size. */
export function inChunks(body: string, chunkBytes: number): Behaviour {
  return async (call) => {
    call.socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    const all = Buffer.from(body);
    const head = `${Math.min(chunkBytes, all.length).toString(16)}\r\n`;
    let piece = '';
    for (let at = 0; at < all.length && !call.signal.aborted; at += chunkBytes) {
      const chunk = all.subarray(at, at + chunkBytes);
      const length = chunk.length === chunkBytes ? head : `${chunk.length.toString(16)}\r\n`;
      piece += `${length}${chunk.toString('latin1')}\r\n`;
      if (piece.length < PIECE_BYTES) continue;
      await written(call, piece);
      piece = '';
    }
    if (!call.signal.aborted) call.socket.write(`${piece}0\r\n\r\n`);
  };
}

/** The same head again and again, as long as somebody reads. */
export function endless(head: string): Behaviour {
  return async (call) => {
    const piece = head.repeat(Math.ceil(PIECE_BYTES / head.length));
    while (!call.signal.aborted) await written(call, piece);
  };
}

async function written({ socket, signal }: ScriptedCall, piece: string): Promise<void> {
  if (socket.write(piece)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('drain', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  socket.off('drain', resolve);
}
