/**
 * Warns the operator when all places for connections are taken, and reports when there are free ones again. Also warns
 * of a limit on open files that is too low for so many connections.
 */

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

const LOOK_EVERY_MS = 1_000;
/** The share of places that must be free again before a report, so that a server at its limit does not report every second. */
const ROOM = 0.1;

/** Reports that Node closes new connections beyond `maxConnections`, and when there is room again. */
export function reportFullness(server: Server, report: (level: 'warn' | 'info', what: string) => void): Disposable {
  let looks: NodeJS.Timeout | undefined;
  let turnedAway = 0;

  function lookForRoom(): void {
    server.getConnections((error, open) => {
      if (looks === undefined || error !== null || open > server.maxConnections * (1 - ROOM)) return;
      clearInterval(looks);
      looks = undefined;
      report('info', `there is room for connections again; ${turnedAway} were turned away`);
      turnedAway = 0;
    });
  }

  server.on('drop', () => {
    turnedAway++;
    if (looks !== undefined) return;
    report(
      'warn',
      `all ${server.maxConnections} connections of limits.connections are taken, so further ones are closed`,
    );
    looks = setInterval(lookForRoom, LOOK_EVERY_MS).unref();
  });
  return { [Symbol.dispose]: () => clearInterval(looks) };
}

/** How many files the program opens besides connections: data, connections to partners, the log. */
const OTHER_DESCRIPTORS = 100;

/**
 * Returns a sentence for the log if this process may not open so many connections. Undefined if it may, or if the
 * system does not say. Node.js has already raised the soft limit to the hard one.
 *
 * @param limits the limits of a process in the format of Linux
 */
export function descriptorShortage(mostConnections: number, limits = ownLimits()): string | undefined {
  const most = Number(/^Max open files +(\d+)/m.exec(limits ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  const needed = mostConnections + OTHER_DESCRIPTORS;
  if (most >= needed) return undefined;
  return `this process may open ${most} files, and limits.connections (${mostConnections}) needs ${needed}: raise LimitNOFILE, or lower it`;
}

function ownLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
