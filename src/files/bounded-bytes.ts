/** Collects the bytes of a file or a stream in one buffer, up to a limit. */

/** The source has, or announces, more bytes than the limit allows. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

type Bounds = {
  /** The number of bytes of the source, if it is known in advance. */
  expectedBytes?: number | undefined;
  /** The limit, chosen by the beginning of the content: the first {@link BEGINNING_BYTES}, or all bytes of a shorter source. */
  mostBytes(beginning: Uint8Array): number;
};

export const BEGINNING_BYTES = 1024;
const FIRST_ROOM_BYTES = 64 * 1024;

/**
 * Reads all bytes of a source. Reading stops at once when there are too many. The buffer is never larger than twice what
 * arrived or is expected.
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
