/** Buffers for bodies that are put together from pieces, used again once the body is out. */

/** Bodies larger than the last size get a buffer of their own. */
const SIZES_BYTES = [16 * 1024, 64 * 1024, 256 * 1024, 1024 * 1024];
const MOST_KEPT_OF_A_SIZE = 8;

const kept = new Map<number, Buffer[]>(SIZES_BYTES.map((size) => [size, []]));

/** A buffer of at least this length; what it holds is arbitrary. */
export function takeBuffer(lengthBytes: number): Buffer {
  const size = SIZES_BYTES.find((candidate) => candidate >= lengthBytes);
  if (size === undefined) return Buffer.allocUnsafeSlow(lengthBytes);
  return kept.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

/** Gives a buffer back, when nothing will read it any more. */
export function giveBack(buffer: Buffer): void {
  const others = kept.get(buffer.length);
  if (others !== undefined && others.length < MOST_KEPT_OF_A_SIZE) others.push(buffer);
}
