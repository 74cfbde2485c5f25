/** How a connection to a partner is made: by undici, with a clock that is on time and shows for what the time went. */

import { TIMEOUT as LOOKUP_TIMEOUT } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

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
  // The clock is our own: undici's may be a second late, and does not distinguish a name that is not found from a
  // closed door.
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
    const dueMs = performance.now() + connectTimeoutMs;
    const end = () => socket.destroy(timeoutError(isLookedUp));
    /** So long as this thread was late, it could not look at what the other side did: that is not the other side's time. */
    const addLateness = () => {
      deadline = setTimeout(end, performance.now() - dueMs);
    };
    let deadline = setTimeout(addLateness, connectTimeoutMs);
  };
}

function timeoutError(isLookedUp: boolean): Error {
  if (isLookedUp) return new errors.ConnectTimeoutError('the connection was not made in time');
  return Object.assign(new Error('the name of the host was not looked up in time'), { code: LOOKUP_TIMEOUT });
}

const BEGINNING = Buffer.from('HTTP/1.1 100');
const END = '\r\n\r\n';
/** A head that goes on for longer is left to undici, which refuses it. */
const LONGEST_HEAD_BYTES = 1024;
/** Without anything else between them; more are left to undici, too. */
const MOST_IN_A_ROW = 100;

/**
 * Leaves heads of `100 Continue` out of what is read of the socket (RFC 9110, 15.2: a client must be able to read any
 * number of them before an answer). Only the beginning of a piece is looked at, where an answer begins.
 */
function skipContinueHeads(socket: Socket): void {
  const readNext = socket.read.bind(socket);
  let held: Buffer | undefined;
  let inARow = 0;

  function withoutContinueHeads(bytes: Buffer): Buffer {
    let rest = bytes;
    while (isContinueHead(rest) && inARow < MOST_IN_A_ROW) {
      const end = rest.indexOf(END);
      if (end === -1) return rest;
      rest = rest.subarray(end + END.length);
      inARow++;
    }
    if (rest.length > 0) inARow = 0;
    return rest;
  }

  socket.read = (count?: number): Buffer | null => {
    // Which asks the system for more, and takes nothing.
    if (count === 0) return readNext(0);
    const piece: Buffer | null = readNext(count);
    if (piece === null) return null;
    const rest = withoutContinueHeads(held === undefined ? piece : Buffer.concat([held, piece]));
    held = isUnfinishedHead(rest) ? rest : undefined;
    return held === undefined && rest.length > 0 ? rest : null;
  };
}

function isUnfinishedHead(bytes: Buffer): boolean {
  return isContinueHead(bytes) && bytes.length < LONGEST_HEAD_BYTES && !bytes.includes(END);
}

function isContinueHead(bytes: Buffer): boolean {
  return bytes.length >= BEGINNING.length && bytes.subarray(0, BEGINNING.length).equals(BEGINNING);
}
