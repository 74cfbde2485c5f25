/** Damage to a file, as a failing disk leaves it: bytes in the middle are others than were written. */

import { open } from 'node:fs/promises';

const PIECE_BYTES = 65_536;

/** Overwrites the file between two shares of its length, such as 0.3 and 0.9. It stays the same file, of the same length. */
export async function damageFile(path: string, from: number, to: number): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const end = Math.floor(size * to);
  for (let at = Math.floor(size * from); at < end; at += PIECE_BYTES) {
    await file.write(Buffer.alloc(Math.min(PIECE_BYTES, end - at), 0xa5), 0, null, at);
  }
}
