/** Bytes of a file or a stream, collected in one piece of memory as far as there may be so many. */

/** More than so many bytes came, or would come. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

type Bounds = {
  /** How many there will be, where that is known. */
  expectedBytes?: number | undefined;
  /** How many there may be, by what they begin with: {@link BEGINNING_BYTES} of them, or all where there are fewer. */
  mostBytes(beginning: Uint8Array): number;
};

export const BEGINNING_BYTES = 1024;
const FIRST_ROOM_BYTES = 64 * 1024;

/**
 * All bytes of a source. It is not read to its end where there are too many, and no room is taken for more than twice
 * what came or is expected.
 *
 * @throws TooManyBytes, and what the source throws
 */
export async function boundedBytes(
  source: AsyncIterable<Uint8Array>,
  { expectedBytes, mostBytes }: Bounds,
): Promise<Uint8Array> {
  let room: Uint8Array = Buffer.allocUnsafe(FIRST_ROOM_BYTES);
  let length = 0;
  let most: number | undefined;

  function makeRoom(needed: number): void {
    if (needed <= room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, expectedBytes ?? Infinity)));
    larger.set(room.subarray(0, length));
    room = larger;
  }

  function refuseTooMany(): void {
    most ??= mostBytes(room.subarray(0, Math.min(length, BEGINNING_BYTES)));
    if (Math.max(length, expectedBytes ?? 0) > most) throw new TooManyBytes();
    makeRoom(expectedBytes ?? 0);
  }

  for await (const chunk of source) {
    makeRoom(length + chunk.length);
    room.set(chunk, length);
    length += chunk.length;
    if (length >= BEGINNING_BYTES) refuseTooMany();
  }
  refuseTooMany();
  return room.subarray(0, length);
}
