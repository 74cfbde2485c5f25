/** How a connection to a partner is made: within its time, over TCP or TLS. */

import { TIMEOUT as LOOKUP_TIMEOUT } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type buildConnector, errors } from 'undici';

/** After so long without a byte the operating system asks whether the other side is still there. */
const KEEP_ALIVE_PROBE_MS = 60_000;

/**
 * Makes the connections of one partner. The name of the host, the TCP connection and the TLS handshake have
 * `connectTimeoutMs` together; undici's own clock for it may be half a second late.
 */
export function partnerConnector(connectTimeoutMs: number): buildConnector.connector {
  let session: Buffer | undefined;

  function open(host: string, port: string, isSecure: boolean): Socket {
    if (!isSecure) return connectTcp({ host, port: Number(port) || 80 });
    const servername = isIP(host) === 0 ? host : '';
    const resumed = session === undefined ? {} : { session };
    const options = { host, port: Number(port) || 443, servername, ALPNProtocols: ['http/1.1'], ...resumed };
    return connectTls(options).on('session', (latest) => {
      session = latest;
    });
  }

  return ({ hostname, port, protocol }, callback) => {
    const isSecure = protocol === 'https:';
    const socket = open(hostname, port, isSecure).setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    let isLookedUp = isIP(hostname) !== 0;
    let isSettled = false;
    const deadline = setTimeout(() => socket.destroy(timeoutError(isLookedUp)), connectTimeoutMs);

    socket.once('lookup', () => {
      isLookedUp = true;
    });
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(deadline);
      isSettled = true;
      callback(null, socket);
    });
    // Stays for the life of the socket: an error that nobody listens to would end the process.
    socket.on('error', (error) => {
      clearTimeout(deadline);
      if (isSettled) return;
      isSettled = true;
      callback(error, null);
    });
  };
}

function timeoutError(isLookedUp: boolean): Error {
  if (isLookedUp) return new errors.ConnectTimeoutError('the connection was not made in time');
  return Object.assign(new Error('the name of the host was not looked up in time'), { code: LOOKUP_TIMEOUT });
}
