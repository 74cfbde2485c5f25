/** Makes connections to partners with undici, and with a time-out that is on time and says which step took too long. */

import { TIMEOUT as LOOKUP_TIMEOUT } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector, errors } from 'undici';
import { toCallFailure } from './call-failures.ts';

type Options = {
  /** Called with every socket before it connects, to observe its steps. */
  onSocket?: (socket: Socket) => void;
  /** Whether untrusted certificates are accepted: only to read them, never to send a request. */
  takesAnyCertificate?: boolean;
};

type Attempt = Parameters<buildConnector.connector>;

/**
 * Returns the function that makes the connections of one partner, each as `timedConnector` does. The main thread checks
 * the chain of certificates of a handshake, which may take a third of a second. So handshakes with a partner take place
 * one after the other until one has succeeded, and again from the next one that fails. A certificate that is refused, and
 * a host that is silent until the time is over, end those that wait, too.
 */
export function partnerConnector(connectTimeoutMs: number): buildConnector.connector {
  const connect = timedConnector(connectTimeoutMs);
  let isProven = false;
  let isTrying = false;
  let waiting: Attempt[] = [];

  function attempt(...[address, callback]: Attempt): void {
    if (!isProven && isTrying) {
      waiting.push([address, callback]);
      return;
    }
    isTrying = true;
    connect(address, (...made) => {
      isTrying = false;
      const [error] = made;
      isProven = error === null;
      callback(...made);
      const others = waiting;
      waiting = [];
      for (const other of others) {
        if (error !== null && isOfAll(error)) other[1](error, null);
        else attempt(...other);
      }
    });
  }

  return (address, callback) => {
    if (address.protocol === 'https:') attempt(address, callback);
    else connect(address, callback);
  };
}

const OF_ALL: readonly unknown[] = ['tls_certificate_error', 'connection_timeout', 'dns_timeout'];

/** Whether further connections, which have waited as long, would fail alike. */
function isOfAll(error: Error): boolean {
  return OF_ALL.includes(toCallFailure(error, 'waiting').error);
}

/**
 * Returns a function that makes connections. Looking up the host, the TCP connection and the TLS handshake have
 * `connectTimeoutMs` together.
 */
export function timedConnector(
  connectTimeoutMs: number,
  { onSocket = () => {}, takesAnyCertificate = false }: Options = {},
): buildConnector.connector {
  // Has its own time-out: undici's may be a second late, and does not tell a slow look-up of the name from a slow connection.
  const connect = buildConnector({ timeout: 0, allowH2: false, rejectUnauthorized: !takesAnyCertificate });

  return (address, callback) => {
    let isLookedUp = isIP(address.hostname) !== 0;
    // Undici returns the socket here, although its type does not say so.
    const socket = connect(address, (...made) => {
      clearTimeout(deadline);
      callback(...made);
    }) as unknown as Socket;
    onSocket(socket);
    socket.once('lookup', () => {
      isLookedUp = true;
    });
    const dueMs = performance.now() + connectTimeoutMs;
    const end = () => socket.destroy(timeoutError(isLookedUp));
    /** Adds the time for which this thread was late, because it could not see what the other side did in that time. */
    const addLateness = () => {
      deadline = setTimeout(end, Math.max(0, performance.now() - dueMs));
    };
    let deadline = setTimeout(addLateness, connectTimeoutMs);
  };
}

function timeoutError(isLookedUp: boolean): Error {
  if (isLookedUp) return new errors.ConnectTimeoutError('the connection was not made in time');
  return Object.assign(new Error('the name of the host was not looked up in time'), { code: LOOKUP_TIMEOUT });
}
