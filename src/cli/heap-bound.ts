/** How much memory a running registry has beyond what is alive in it, and for what (decision 83). */

import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Percent; V8 by itself lets it grow further before it looks for what is dead. */
const MOST_GROWTH = 60;
/** For new objects; V8 by itself has half of it. */
const ROOM_MB = 64;
/** Where there is less, V8's own choice stays. */
const LEAST_MEMORY_BYTES = 1024 ** 3;
/** Of the C library: each thread would have a place of its own for memory, which keeps what was freed in it. */
const FEW_PLACES = { MALLOC_ARENA_MAX: '2' };
const ROOM_OPTION = /^--max[-_]semi[-_]space[-_]size\b/;
const MAIN = fileURLToPath(new URL('main.js', import.meta.url));

/**
 * Has V8 look for what is dead when the heap has grown by so much since it last did. What is alive is never bounded by
 * this, so no load ends the process.
 */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}

/**
 * Has a process that is to serve begin once more with what can be chosen at its start alone; to all others it stays the same
 * process. Not where somebody chose the room, nor where a process that started it holds a channel: it has that one's options.
 */
export function beginWithRoom(current: NodeJS.Process): void {
  const { argv, execArgv, env, execPath, connected, platform } = current;
  const [, , ...words] = argv;
  const options = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)];
  const memoryBytes = Math.min(totalmem(), current.constrainedMemory() || Number.POSITIVE_INFINITY);
  if (words[0] !== 'serve' || connected || options.some((option) => ROOM_OPTION.test(option))) return;
  // Others have another C library, and Windows begins no process anew.
  if (platform !== 'linux' || memoryBytes < LEAST_MEMORY_BYTES) return;
  const withRoom = [execPath, ...execArgv, `--max-semi-space-size=${ROOM_MB}`, MAIN, ...words];
  current.execve?.(execPath, withRoom, { ...FEW_PLACES, ...env });
}
