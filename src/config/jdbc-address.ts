/** Reads the address of a database as Java programs have it, and writes the one of `database.follow`. */

import type { Problem } from '../domain/problem.ts';

type SslMode = 'DISABLED' | 'REQUIRED' | 'VERIFY_IDENTITY';

type JdbcAddress = {
  readonly scheme: 'mysql' | 'mariadb';
  /** With its port, where the address has one. */
  readonly host: string;
  readonly schema: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** How the way to the database is encrypted; undefined where the address leaves that open. */
  readonly sslMode: SslMode | undefined;
  /** Whether it has parameters that mean nothing here. */
  readonly hasOthers: boolean;
};

/** What is wrong with an address, without a word of it: it may hold a password. */
type Complaint = Pick<Problem, 'found' | 'allowed'>;

const ALLOWED = 'one such as jdbc:mysql://db.example.org:3306/rdp, or jdbc:mariadb://…';
const JDBC = /^jdbc:(mysql|mariadb):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i;
const AUTHORITY = /^(?:(?<userInfo>.*)@)?(?<name>\[[\da-f:.]+\]|[^\s:@[\]]*)(?::(?<port>\d+))?$/i;
/** The modes of the drivers of MySQL and of MariaDB; those that only check who signed check the name as well. */
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

/** The parts of `jdbc:mysql://host:port/schema?…`, or what is wrong with it. */
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

/** The address as `database.follow` has it. */
export function followAddress({ scheme, host, schema, user, password, sslMode }: JdbcAddress): string {
  const secret = password === undefined ? '' : `:${encoded(password)}`;
  const account = user === undefined ? '' : `${encoded(user)}${secret}@`;
  const search = sslMode === undefined ? '' : `?ssl-mode=${sslMode}`;
  return `${scheme}://${account}${host}/${encoded(schema)}${search}`;
}

/** Values by the names of their parameters in small letters. */
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

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A text that is not encoded rightly stands for itself. */
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
