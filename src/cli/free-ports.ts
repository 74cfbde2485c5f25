/** Finds ports that nobody listens on. */

import { once } from 'node:events';
import { createServer } from 'node:net';

const LAST_PORT = 65_535;
const MOST_TRIES = 100;

/**
 * Returns the first of `count` neighbouring ports that are free on a host, at `from` or behind it; undefined if there are none
 * near. Another program may take one of them before it is used.
 */
export async function freePorts(host: string, from: number, count: number): Promise<number | undefined> {
  let first = from;
  for (let tries = 0; tries < MOST_TRIES && first + count - 1 <= LAST_PORT; tries++) {
    const taken = await lastTaken(host, first, count);
    if (taken === undefined) return first;
    first = taken + 1;
  }
  return undefined;
}

async function lastTaken(host: string, first: number, count: number): Promise<number | undefined> {
  for (let port = first + count - 1; port >= first; port--) if (!(await isFree(host, port))) return port;
  return undefined;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
