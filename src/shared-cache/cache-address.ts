/** Reads `cache.url`: where the shared cache is, and the commands that begin a connection. */

import { isIP } from 'node:net';

export type CacheCommand = readonly (string | Buffer)[];

export type CacheAddress = {
  place: { host: string; port: number } | { path: string };
  isTls: boolean;
  /** The host name for TLS; empty where the host is an IP address. */
  serverName: { servername?: string };
  /** Commands that log in, with the password, and select the database. */
  firstCommands: readonly CacheCommand[];
};

const UNIX = 'redis+unix:';
const PORT = 6379;

/**
 * @param url `redis://`, `rediss://` with TLS, or `redis+unix:///path/of/socket`, with `user:password@` before the host;
 * `/number`, or for a socket `?db=number`, names a database
 */
export function cacheAddress(url: string): CacheAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isSocket = protocol === UNIX;
  const host = hostname.replace(/^\[|\]$/g, '');
  const database = Number((isSocket ? searchParams.get('db') : pathname.slice(1)) || 0);
  const user = username === '' ? [] : [decodeURIComponent(username)];
  return {
    place: isSocket ? { path: decodeURIComponent(pathname) } : { host, port: Number(port || PORT) },
    isTls: protocol === 'rediss:',
    serverName: isIP(host) === 0 ? { servername: host } : {},
    firstCommands: [
      ...(password === '' ? [] : [['AUTH', ...user, decodeURIComponent(password)]]),
      ...(database === 0 ? [] : [['SELECT', String(database)]]),
    ],
  };
}
