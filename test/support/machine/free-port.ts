/** A port for a program that has to be given one. */

import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
