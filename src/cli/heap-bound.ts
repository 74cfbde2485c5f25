/** Limits how far the heap of a running registry grows beyond its live objects. */

import { setFlagsFromString } from 'node:v8';

/** In percent; by default V8 lets the heap grow further before it collects garbage. */
const MOST_GROWTH = 60;

/** Makes V8 collect garbage when the heap has grown by this share since the last time. Live objects are not limited, so no load ends the process. */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}
