/** How far the memory of a running registry may grow beyond what is alive in it. */

import { setFlagsFromString } from 'node:v8';

/** Percent; V8 by itself lets it grow further before it looks for what is dead. */
const MOST_GROWTH = 60;

/**
 * Has V8 look for what is dead when the heap has grown by so much since it last did. What is alive is never bounded by
 * this, so no load ends the process.
 */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}
