/** Thrown for an RDP database that cannot be read; the message is a sentence for the operator. */
import { ownMember } from '../../domain/own-member.ts';

export class UnreadableRdpDatabase extends Error {
  override readonly name = 'UnreadableRdpDatabase';
}

export type DriverError = NodeJS.ErrnoException & { sqlMessage?: string };

const NO_TLS = 'it offers no TLS; add ?ssl-mode=DISABLED to the address if the network to it is safe';

/** Reasons by the code of the driver. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'that host cannot be reached',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  PROTOCOL_CONNECTION_LOST: 'the connection was cut',
  PROTOCOL_SEQUENCE_TIMEOUT: 'a statement was not answered in time',
  ER_STATEMENT_TIMEOUT: 'a statement took longer than allowed, and was ended',
  ER_QUERY_TIMEOUT: 'a statement took longer than allowed, and was ended',
  ER_ACCESS_DENIED_ERROR: 'the account or its password is refused',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'the account or its password is refused',
  ER_DBACCESS_DENIED_ERROR: 'the account may not use that schema',
  ER_BAD_DB_ERROR: 'there is no schema of that name',
  ER_CON_COUNT_ERROR: 'it has too many connections',
  ER_SERVER_SHUTDOWN: 'it is being stopped',
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
};

/** Returns an error of the driver as a sentence about the database. */
export function toUnreadable(error: unknown, label: string): UnreadableRdpDatabase {
  const { code = '' } = error as DriverError;
  return new UnreadableRdpDatabase(
    `The RDP database ${label} cannot be read: ${reasonOfDriver(error as DriverError)}.`,
    {
      cause: code,
    },
  );
}

/** Returns the reason, in words that follow a colon. */
export function reasonOfDriver({ code = '', message, sqlMessage }: DriverError): string {
  if (code === 'HANDSHAKE_SSL_ERROR') {
    return `the TLS handshake failed (${message}); ?ssl-ca=FILE behind the address names the authority that signed its certificate`;
  }
  // The driver sets no code for a query after the end of the connection.
  const known = ownMember(REASONS, message.includes('in closed state') ? 'ECONNRESET' : code);
  return known ?? [code, sqlMessage ?? message].filter(Boolean).join(': ');
}
