/** Where the shared cache is, as `cache.url` tells it, and how a connection to it is opened. */

import { isIP } from 'node:net';
import { createClient, RESP_TYPES } from '@redis/client';

const CONNECT_MS = 5000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const UNIX = 'redis+unix:';

/** A connection that is not yet opened. It opens itself anew whenever it is lost, and keeps no command for later. */
export type CacheClient = ReturnType<typeof cacheClient>;

/**
 * @param url `redis://`, `rediss://` with TLS, or `redis+unix:///path/of/socket`, with `user:password@` before the host;
 * `/number`, or for a socket `?db=number`, names a database
 */
export function cacheClient(url: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const reconnectStrategy = (tries: number) => Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(tries, 10));
  const every = { connectTimeout: CONNECT_MS, reconnectStrategy };
  const isSocket = protocol === UNIX;
  const host = hostname.replace(/^\[|\]$/g, '');
  const server = { host, port: Number(port || 6379) };
  // TLS names hosts; an address is no name.
  const named = isIP(host) === 0 ? { servername: host } : {};
  return createClient({
    socket: isSocket
      ? { ...every, path: decodeURIComponent(pathname), tls: false }
      : protocol === 'rediss:'
        ? { ...every, ...server, ...named, tls: true }
        : { ...every, ...server },
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    database: Number((isSocket ? searchParams.get('db') : pathname.slice(1)) || 0),
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
}
