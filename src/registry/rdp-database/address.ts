/** The address of an RDP database: `mysql://account:password@host:port/schema`, or the same with `mariadb://`. */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { UnreadableRdpDatabase } from './unreadable.ts';

/** How the connection uses TLS, in the words of the clients of MySQL. */
const TLS_MODES = ['DISABLED', 'REQUIRED', 'VERIFY_IDENTITY'] as const;
type TlsMode = (typeof TLS_MODES)[number];

export type RdpAddress = {
  /** The name of the database in messages: the address without password and parameters. */
  label: string;
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  schema: string;
  /** Undefined for a connection without TLS. */
  tls: { rejectUnauthorized: boolean; verifyIdentity: boolean; ca?: string } | undefined;
};

const PROTOCOLS = ['mysql:', 'mariadb:'];
const USUAL_PORT = 3306;
const PARAMETERS = ['ssl-mode', 'ssl-ca'];
const FORM = 'mysql://account:password@host:port/schema, or mariadb://';

/**
 * Reads an address. Without `ssl-mode`, a database on this machine is used without TLS. Any other one is used with TLS,
 * and its certificate is checked.
 *
 * @param password takes precedence over one in the address
 * @param name the name of the database in error messages
 * @throws UnreadableRdpDatabase; the message never holds what may be a password
 */
export function parseRdpAddress(text: string, password?: string, name = 'the RDP database'): RdpAddress {
  const url = URL.parse(text);
  if (url === null || !PROTOCOLS.includes(url.protocol) || url.hostname === '') {
    throw new UnreadableRdpDatabase(`The address of ${name} (not shown) must have the form ${FORM}.`);
  }
  const [user, ownPassword, schema] = [url.username, url.password, url.pathname.slice(1)].map((part) =>
    decoded(part, name),
  );
  if (!user || !schema || schema.includes('/')) {
    throw new UnreadableRdpDatabase(
      `The address of ${name} at ${url.host} must name ${user ? 'one schema' : 'an account'}, in the form ${FORM}.`,
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? USUAL_PORT : Number(url.port);
  return {
    label: `${url.protocol}//${user}@${url.hostname}:${port}/${schema}`,
    host,
    port,
    user,
    password: password ?? (ownPassword === '' ? undefined : ownPassword),
    schema,
    tls: readTls(url, host, name),
  };
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnreadableRdpDatabase(
      `The address of ${name} (not shown) holds a % that two hexadecimal digits do not follow; % itself is written %25.`,
    );
  }
}

function readTls({ searchParams, host: shown }: URL, host: string, name: string): RdpAddress['tls'] {
  const unknown = [...searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) {
    throw new UnreadableRdpDatabase(
      `The address of ${name} at ${shown} has the parameter '${unknown}', allowed: ${PARAMETERS.join(', ')}.`,
    );
  }
  const mode =
    tlsMode(searchParams.get('ssl-mode'), shown, name) ?? (isThisMachine(host) ? 'DISABLED' : 'VERIFY_IDENTITY');
  if (mode === 'DISABLED') return undefined;
  const isVerified = mode === 'VERIFY_IDENTITY';
  // The driver compares the certificate with the host name, which is missing here.
  if (isVerified && isIP(host) !== 0) {
    throw new UnreadableRdpDatabase(
      `The address of the RDP database at ${shown} names its host by number, so that no certificate can be checked: name the host, or add ?ssl-mode=REQUIRED (TLS with whoever answers) or ?ssl-mode=DISABLED.`,
    );
  }
  const file = searchParams.get('ssl-ca');
  return { rejectUnauthorized: isVerified, verifyIdentity: isVerified, ...(file !== null && { ca: readCa(file) }) };
}

function tlsMode(text: string | null, shown: string, name: string): TlsMode | undefined {
  if (text === null) return undefined;
  const mode = TLS_MODES.find((known) => known === text.toUpperCase().replace('-', '_'));
  if (mode !== undefined) return mode;
  throw new UnreadableRdpDatabase(
    `The address of ${name} at ${shown} has ssl-mode='${text}', allowed: ${TLS_MODES.join(', ')}.`,
  );
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableRdpDatabase(`ssl-ca names ${file}, which cannot be read (${code}).`);
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.')) || host === '::1';
}

/** Returns the options of a connection pool: where the database is, and how rows are read. */
export function poolOptions({ host, port, user, password, schema, tls }: RdpAddress) {
  return {
    ...{ host, port, user, database: schema, charset: 'utf8mb4' },
    ...(password !== undefined && { password }),
    ...(tls !== undefined && { ssl: tls }),
    enableKeepAlive: true,
    rowsAsArray: true,
    supportBigNumbers: true,
  };
}
