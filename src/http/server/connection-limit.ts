/**
 * Warns the operator when all places for connections are taken: once when it begins, and once when it is over; and when
 * there can never be as many.
 */

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

const LOOK_EVERY_MS = 1_000;
/**
 * There is room again when this part of the places is free, so that a server at its limit is not reported every second.
 */
const ROOM = 0.1;

/** Node closes what comes beyond `maxConnections` at once; this reports it. */
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

/** What the program opens beside connections: files, connections to partners, the log. */
const OTHER_DESCRIPTORS = 100;

/**
 * Why there cannot be so many connections, in a sentence for the log; undefined where there can, or the system does not
 * tell. Node.js has raised the soft limit to the hard one.
 *
 * @param limits as Linux gives them of a process
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
