/** Tells the operator when all places for connections are taken: once when it begins, and once when it is over. */

import type { Server } from 'node:http';

const LOOK_EVERY_MS = 1_000;
/** There is room again when this part of the places is free, so that a server at its limit is not told of by the second. */
const ROOM = 0.1;

/** Node closes what comes beyond `maxConnections` at once; this tells of it. */
export function tellFullness(server: Server, tell: (level: 'warn' | 'info', what: string) => void): Disposable {
  let looks: NodeJS.Timeout | undefined;
  let turnedAway = 0;

  function lookForRoom(): void {
    server.getConnections((error, open) => {
      if (looks === undefined || error !== null || open > server.maxConnections * (1 - ROOM)) return;
      clearInterval(looks);
      looks = undefined;
      tell('info', `there is room for connections again; ${turnedAway} were turned away`);
      turnedAway = 0;
    });
  }

  server.on('drop', () => {
    turnedAway++;
    if (looks !== undefined) return;
    tell(
      'warn',
      `all ${server.maxConnections} connections of limits.connections are taken, so further ones are closed`,
    );
    looks = setInterval(lookForRoom, LOOK_EVERY_MS).unref();
  });
  return { [Symbol.dispose]: () => clearInterval(looks) };
}
