/** Splits a stream into lines of bounded length; longer lines are skipped, without holding them in memory. */

import { Transform } from 'node:stream';

const LINE_END = 0x0a;

/**
 * Passes on whole lines of bytes.
 *
 * @param mostBytes the longest line, without its line feed
 * @param onTooLong called once for each line that is skipped
 */
export function boundedLines(mostBytes: number, onTooLong: () => void): Transform {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function take(piece: Buffer): void {
    const isWithin = heldBytes <= mostBytes;
    heldBytes += piece.length;
    if (heldBytes <= mostBytes) held.push(piece);
    else if (isWithin) {
      held = [];
      onTooLong();
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        take(chunk.subarray(from, end));
        if (heldBytes <= mostBytes) this.push(Buffer.concat([...held, Buffer.of(LINE_END)]));
        held = [];
        heldBytes = 0;
        from = end + 1;
      }
      take(chunk.subarray(from));
      done();
    },
  });
}
