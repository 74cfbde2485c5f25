/** How a connection to a partner is made: by undici, with a clock that is on time and tells for what the time went. */

import { TIMEOUT as LOOKUP_TIMEOUT } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector, errors } from 'undici';
import { skipContinueHeads } from './continue-heads.ts';

type Options = {
  /** Given every socket before it is connected, to see how far it comes. */
  onSocket?: (socket: Socket) => void;
  /** Whether a certificate is taken that nobody vouches for: to look at it, never to ask anything. */
  takesAnyCertificate?: boolean;
};

/**
 * Makes the connections of one partner. The name of the host, the TCP connection and the TLS handshake have
 * `connectTimeoutMs` together.
 */
export function partnerConnector(
  connectTimeoutMs: number,
  { onSocket = () => {}, takesAnyCertificate = false }: Options = {},
): buildConnector.connector {
  // The clock is our own: undici's may be a second late, and does not tell a name that is not found from a closed door.
  const connect = buildConnector({ timeout: 0, allowH2: false, rejectUnauthorized: !takesAnyCertificate });

  return (address, callback) => {
    let isLookedUp = isIP(address.hostname) !== 0;
    // What undici returns is the socket, although its type does not say so.
    const socket = connect(address, (...made) => {
      clearTimeout(deadline);
      skipContinueHeads(socket);
      callback(...made);
    }) as unknown as Socket;
    onSocket(socket);
    socket.once('lookup', () => {
      isLookedUp = true;
    });
    const deadline = setTimeout(() => socket.destroy(timeoutError(isLookedUp)), connectTimeoutMs);
  };
}

function timeoutError(isLookedUp: boolean): Error {
  if (isLookedUp) return new errors.ConnectTimeoutError('the connection was not made in time');
  return Object.assign(new Error('the name of the host was not looked up in time'), { code: LOOKUP_TIMEOUT });
}
