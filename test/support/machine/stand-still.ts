/** A thread that sees nothing of what comes, as a busy one, and takes no processor time for it. */

const nobodyWakes = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export function standStill(ms: number): void {
  Atomics.wait(nobodyWakes, 0, 0, ms);
}
