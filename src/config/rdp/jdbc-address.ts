/** Reads the JDBC address of a database, and writes it as `database.follow` has it. */

import type { Problem } from '../../domain/problem.ts';
import { splitOnce } from './values.ts';

type SslMode = 'DISABLED' | 'REQUIRED' | 'VERIFY_IDENTITY';

type JdbcAddress = {
  readonly scheme: 'mysql' | 'mariadb';
  /** The host, with the port where the address has one. */
  readonly host: string;
  readonly schema: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** How the connection is encrypted; undefined where the address does not say. */
  readonly sslMode: SslMode | undefined;
  /** Whether the address has parameters that have no effect here. */
  readonly hasOthers: boolean;
};

/** What is wrong with an address. It quotes nothing of the address, which may hold a password. */
type Complaint = Pick<Problem, 'found' | 'allowed'>;

const ALLOWED = 'one such as jdbc:mysql://db.example.org:3306/rdp, or jdbc:mariadb://…';
const JDBC = /^jdbc:(mysql|mariadb):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i;
const AUTHORITY = /^(?:(?<userInfo>.*)@)?(?<name>\[[\da-f:.]+\]|[^\s:@[\]]*)(?::(?<port>\d+))?$/i;
/** The modes of the MySQL and MariaDB drivers. Modes that verify only the authority verify the host name here, too. */
const SSL_MODES: ReadonlyMap<string, SslMode> = new Map([
  ['disabled', 'DISABLED'],
  ['disable', 'DISABLED'],
  ['required', 'REQUIRED'],
  ['trust', 'REQUIRED'],
  ['verify_ca', 'VERIFY_IDENTITY'],
  ['verify_identity', 'VERIFY_IDENTITY'],
  ['verify_full', 'VERIFY_IDENTITY'],
]);
const USED = ['user', 'password', 'sslmode', 'usessl', 'requiressl', 'verifyservercertificate'];

/** Returns the parts of `jdbc:mysql://host:port/schema?…`, or what is wrong with it. */
export function readJdbcAddress(address: string): JdbcAddress | Complaint {
  const [, scheme = '', authority = '', schema = '', search = ''] = JDBC.exec(address) ?? [];
  if (scheme === '') return { found: 'an address of another kind (not shown)', allowed: ALLOWED };
  if (/[,()]/.test(authority)) return { found: 'an address with several servers (not shown)', allowed: ALLOWED };
  const { userInfo, name = '', port } = AUTHORITY.exec(authority)?.groups ?? {};
  if (name === '' && authority !== '')
    return { found: 'an address without a readable host (not shown)', allowed: ALLOWED };
  if (schema === '') return { found: 'an address without a schema (not shown)', allowed: ALLOWED };
  const [user, password] = userInfo === undefined ? [] : splitOnce(userInfo, ':');
  const parameters = readParameters(search);
  return {
    scheme: scheme.toLowerCase() === 'mysql' ? 'mysql' : 'mariadb',
    host: (name || 'localhost') + (port === undefined ? '' : `:${port}`),
    schema: decoded(schema),
    user: user === undefined ? parameters.get('user') : decoded(user),
    password: password === undefined ? parameters.get('password') : decoded(password),
    sslMode: sslModeOf(parameters),
    hasOthers: [...parameters.keys()].some((key) => !USED.includes(key)),
  };
}

/** Returns the address in the format of `database.follow`. */
export function followAddress({ scheme, host, schema, user, password, sslMode }: JdbcAddress): string {
  const secret = password === undefined ? '' : `:${encoded(password)}`;
  const account = user === undefined ? '' : `${encoded(user)}${secret}@`;
  const search = sslMode === undefined ? '' : `?ssl-mode=${sslMode}`;
  return `${scheme}://${account}${host}/${encoded(schema)}${search}`;
}

/** Returns the values of the parameters by their lower-case names. */
function readParameters(search: string): ReadonlyMap<string, string> {
  const parameters = search.split('&').filter((parameter) => parameter !== '');
  return new Map(
    parameters.map((parameter) => {
      const [name, value = ''] = splitOnce(parameter, '=');
      return [decoded(name).toLowerCase(), decoded(value)];
    }),
  );
}

function sslModeOf(parameters: ReadonlyMap<string, string>): SslMode | undefined {
  const parameter = (name: string) => parameters.get(name)?.toLowerCase();
  const mode = parameter('sslmode')?.replace('-', '_');
  if (mode !== undefined) return SSL_MODES.get(mode);
  if (parameter('usessl') === 'false') return 'DISABLED';
  if (parameter('verifyservercertificate') === 'true') return 'VERIFY_IDENTITY';
  return parameter('requiressl') === 'true' ? 'REQUIRED' : undefined;
}

/** Decodes a text; a text with broken encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
