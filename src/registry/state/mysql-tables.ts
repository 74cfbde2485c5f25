/** The tables of the state in its own database: creates and migrates them, and refuses the database of an RDP. */

import { createPool, type Pool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { once } from '../../domain/memoize.ts';
import { parseRdpAddress, poolOptions } from '../rdp-database/address.ts';
import { type DriverError, reasonOfDriver, UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import type { Value } from '../store/store.ts';

/** Thrown for a database that cannot hold the state; the message is a sentence for the operator. */
export class UnusableState extends Error {
  override readonly name = 'UnusableState';
}

export type Statements = {
  rows<R extends readonly Value[]>(sql: string, ...values: Value[]): Promise<R[]>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
};

/** Every function first creates the tables, if that has not succeeded yet. */
type StateTables = AsyncDisposable &
  Statements & {
    prepare(): Promise<void>;
    /**
     * Runs work, while no other process that shares the tables runs work of the same name: what it counts stays so until it
     * writes. Other statements do not wait.
     */
    inTurn<T>(name: string, work: (tables: Statements) => Promise<T>): Promise<T>;
    /** Reads at one consistent moment; each call of `rows` is as that of {@link Statements}. */
    inOneMoment<T>(read: (rows: Statements['rows']) => Promise<T>): Promise<T>;
    reasonOf(error: unknown): string;
    /** Whether the same work may succeed later. */
    isPassing(error: unknown): boolean;
    /** Whether the statement was rolled back because of a deadlock and can be run again. */
    isDeadlock(error: unknown): boolean;
  };

const FORMAT = '9';
const OLDER_FORMATS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
type OlderFormat = (typeof OLDER_FORMATS)[number];
const TABLES: readonly [string, ...string[]] = [
  `CREATE TABLE IF NOT EXISTS service_setting (
    name  varchar(64)  NOT NULL PRIMARY KEY,
    value varchar(255) NOT NULL
  ) CHARACTER SET ascii`,
  `CREATE TABLE IF NOT EXISTS service_token (
    id         int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id    int NOT NULL,
    email      varchar(255),
    hash       binary(32) NOT NULL UNIQUE,
    label      text,
    created_at varchar(32) NOT NULL,
    expires_at varchar(32) NOT NULL,
    last_used_at varchar(32)
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_access_request (
    id          bigint NOT NULL PRIMARY KEY,
    received_at varchar(32) NOT NULL,
    user_id     int NOT NULL,
    gene_id     int,
    contact     text NOT NULL,
    mailbox     text COLLATE utf8mb4_bin,
    reason      text NOT NULL,
    reference   varchar(16),
    name        text,
    organisation text,
    language    varchar(16),
    page_key    binary(16),
    confirm_by  varchar(32),
    confirmed_at varchar(32),
    message_due_at varchar(32),
    answer_due_at varchar(32),
    UNIQUE KEY (page_key),
    KEY by_user (user_id),
    KEY by_mailbox (mailbox(64))
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_access_request_step (
    id         bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    request_id bigint NOT NULL,
    at         varchar(32) NOT NULL,
    state      varchar(16) NOT NULL,
    by_user    int NOT NULL,
    note       text,
    answer     text,
    once       varchar(32) CHARACTER SET ascii,
    KEY (request_id),
    UNIQUE KEY once_of_request (request_id, once)
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_asked_person (
    user_id       int NOT NULL PRIMARY KEY,
    look_at       varchar(32),
    claimed_until varchar(32) NOT NULL DEFAULT ''
  ) CHARACTER SET ascii`,
  `CREATE TABLE IF NOT EXISTS service_standing_question (
    question      binary(16) NOT NULL PRIMARY KEY,
    network       binary(16),
    first_read_at bigint NOT NULL,
    last_read_at  bigint NOT NULL,
    changed_at    bigint NOT NULL,
    content       binary(16) NOT NULL,
    kind          varchar(16),
    search        text,
    second_of_day int,
    due_day       int,
    coverage      mediumtext
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_standing_question_person (
    question binary(16) NOT NULL,
    person   binary(16) NOT NULL,
    origin   varchar(255) NOT NULL,
    came_at  bigint NOT NULL,
    PRIMARY KEY (question, person)
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_subscription (
    id            binary(16) NOT NULL PRIMARY KEY,
    address       varchar(320) NOT NULL,
    mailbox       binary(16) NOT NULL,
    question      binary(16) NOT NULL,
    kind          varchar(16) NOT NULL,
    search        text NOT NULL,
    lang          varchar(16) NOT NULL,
    frequency     varchar(16) NOT NULL,
    asked_at      bigint NOT NULL,
    second_of_day int NOT NULL,
    due_day       int,
    told_up_to    bigint NOT NULL,
    owed          mediumblob NOT NULL,
    claim         binary(16),
    link_due_at   bigint,
    KEY (question),
    KEY (claim)
  ) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
  `CREATE TABLE IF NOT EXISTS service_subscription_person (
    number   bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    question binary(16) NOT NULL,
    person   binary(16) NOT NULL,
    origin   varchar(255) NOT NULL,
    UNIQUE KEY (question, person)
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_counted_use (
    id     bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    bound  varchar(32) NOT NULL,
    caller binary(16) NOT NULL,
    at     bigint NOT NULL,
    KEY by_bound (bound, caller, at),
    KEY by_time (at)
  ) CHARACTER SET ascii`,
  `CREATE TABLE IF NOT EXISTS service_audit_question (
    id         bigint NOT NULL PRIMARY KEY,
    kind       varchar(32) NOT NULL,
    viewer     varchar(16) NOT NULL,
    outcome    varchar(16) NOT NULL,
    elapsed_ms bigint NOT NULL,
    answers    mediumtext NOT NULL,
    text       text,
    user_id    int
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_audit_day (
    day        int NOT NULL PRIMARY KEY,
    line_count int NOT NULL,
    left_out   int NOT NULL
  ) CHARACTER SET ascii`,
  `CREATE TABLE IF NOT EXISTS service_audit_partner (
    partner varchar(512) CHARACTER SET ascii NOT NULL PRIMARY KEY,
    calls   mediumtext NOT NULL
  ) CHARACTER SET utf8mb4`,
  `CREATE TABLE IF NOT EXISTS service_audit_partner_day (
    partner    varchar(512) CHARACTER SET ascii NOT NULL,
    day        int NOT NULL,
    reason     varchar(500) NOT NULL,
    calls      bigint NOT NULL,
    elapsed_ms bigint NOT NULL,
    slowest_ms bigint NOT NULL,
    PRIMARY KEY (partner, day, reason)
  ) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
];
/** Columns that format 1 lacks. Instances of that version can continue: their rows have null in these columns. */
const FROM_FORMAT_1 = [
  'ALTER TABLE service_token ADD COLUMN last_used_at varchar(32)',
  'ALTER TABLE service_access_request ADD COLUMN reference varchar(16)',
];
/** Columns that formats up to 3 lack; format 4 has them already. */
const FROM_FORMAT_3 = [
  ...['name text', 'organisation text', 'language varchar(16)', 'page_key binary(16) UNIQUE'],
  ...['confirm_by varchar(32)', 'confirmed_at varchar(32)', 'message_due_at varchar(32)'],
]
  .map((column) => `ALTER TABLE service_access_request ADD COLUMN ${column}`)
  .concat('ALTER TABLE service_access_request_step ADD COLUMN answer text');
/** A column and keys that formats up to 5 lack. */
const FROM_FORMAT_5 = [
  'ALTER TABLE service_access_request_step ADD COLUMN once varchar(32) CHARACTER SET ascii',
  'ALTER TABLE service_access_request_step ADD UNIQUE KEY once_of_request (request_id, once)',
  'ALTER TABLE service_access_request ADD KEY by_user (user_id)',
];
/** Columns that formats up to 6 lack. */
const FROM_FORMAT_6 = [
  ...['kind varchar(16)', 'search text CHARACTER SET utf8mb4', 'second_of_day int', 'due_day int'],
  'coverage mediumtext CHARACTER SET utf8mb4',
]
  .map((column) => `ALTER TABLE service_standing_question ADD COLUMN ${column}`)
  .concat('ALTER TABLE service_subscription ADD COLUMN link_due_at bigint');
/** Columns and a key that formats up to 7 lack. */
const FROM_FORMAT_7 = [
  'ALTER TABLE service_access_request ADD COLUMN mailbox text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  'ALTER TABLE service_access_request ADD KEY by_mailbox (mailbox(64))',
  'ALTER TABLE service_standing_question ADD COLUMN network binary(16)',
];
/** A column that formats up to 8 lack. */
const FROM_FORMAT_8 = ['ALTER TABLE service_access_request ADD COLUMN answer_due_at varchar(32)'];
/** MySQL's codes for a column or key that exists already. */
const IS_THERE = ['ER_DUP_FIELDNAME', 'ER_DUP_KEYNAME'];
/** MySQL's codes for a deadlock; the second one where the number of a new row was waited for. */
const DEADLOCKS = ['ER_LOCK_DEADLOCK', 'ER_AUTOINC_READ_FAILED'];
/** MySQL's codes for a table that is missing or has other columns. */
const NO_TABLE_OF_OURS = ['ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR'];
const MOST_NAMED = 5;
/** A database with any of these tables belongs to an RDP. */
const TABLES_OF_RDP = "'user', 'gene_info', 'user_role', 'verification_token', 'schema_version'";

/** The name of a lock is that of a whole server. */
const TAKE_TURN = "SELECT GET_LOCK(concat(left(database(), 40), ' service ', ?), ?)";
const END_TURN = "DO RELEASE_LOCK(concat(left(database(), 40), ' service ', ?))";
/** Less than a statement may take. */
const TURN_SECONDS = 4;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const MOST_CONNECTIONS = 4;
/** A query beyond this many waiting ones fails at once. */
const MOST_WAITING = 200;

/** Opens the tables; it connects only at the first use. @throws UnusableState for an invalid address */
export function openTables(address: string): StateTables {
  const parsedAddress = parsed(address);
  const { label } = parsedAddress;
  const pool = createPool({
    ...poolOptions(parsedAddress),
    connectionLimit: MOST_CONNECTIONS,
    queueLimit: MOST_WAITING,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const send: Send = (sql, values = []) => sendBy(pool, sql, values);
  const statements = statementsOf(send);

  async function makeTables(): Promise<void> {
    const ofRdp = await send<RowDataPacket[]>(
      `SELECT table_name FROM information_schema.tables
       WHERE table_schema = database() AND lower(table_name) IN (${TABLES_OF_RDP})`,
    );
    if (ofRdp.length > 0) {
      throw new UnusableState(
        `state.url names the database ${label}, which holds tables of an RDP (${ofRdp.join(', ')}), but must name one of its own.`,
      );
    }
    await refuseOtherTables();
    const [settings, ...tables] = TABLES;
    await send(settings);
    await send("INSERT IGNORE INTO service_setting VALUES ('form', ?)", [FORMAT]);
    for (const table of tables) await send(table);
    const format = await formatOf();
    const older = OLDER_FORMATS.find((one) => one === format);
    if (older !== undefined) await migrate(older);
    else if (format !== FORMAT) {
      throw new UnusableState(
        `The database ${label} of state.url has format ${format}, and this version reads format ${FORMAT}.`,
      );
    }
  }

  /** Refuses a database with tables, unless it has the format of the state in it: tables of another program could have our names. */
  async function refuseOtherTables(): Promise<void> {
    const tables = await send<RowDataPacket[]>(
      `SELECT table_name FROM information_schema.tables
       WHERE table_schema = database() AND table_name <> 'service_setting' ORDER BY table_name`,
    );
    if (tables.length === 0) return;
    // The format is written before any other table is made, also by another instance that starts at the same time.
    const format = await formatOf().catch((error: DriverError) => {
      if (NO_TABLE_OF_OURS.includes(error.code ?? '')) return undefined;
      throw error;
    });
    if (format !== undefined) return;
    const named = tables.slice(0, MOST_NAMED).map((row) => String(row[0]));
    const more = tables.length > MOST_NAMED ? `, … ${tables.length} in all` : '';
    throw new UnusableState(
      `state.url names the database ${label}, which holds tables of another program (${named.join(', ')}${more}), but must name one of its own.`,
    );
  }

  async function formatOf(): Promise<string | undefined> {
    const [row] = await send<RowDataPacket[]>("SELECT value FROM service_setting WHERE name = 'form'");
    return row?.[0];
  }

  /** Several instances may migrate at once, so columns and keys that exist already are skipped. */
  async function migrate(format: OlderFormat): Promise<void> {
    const lacking = [
      ...(format === '1' ? FROM_FORMAT_1 : []),
      ...(format < '5' ? FROM_FORMAT_3 : []),
      ...(format < '6' ? FROM_FORMAT_5 : []),
      ...(format < '7' ? FROM_FORMAT_6 : []),
      ...(format < '8' ? FROM_FORMAT_7 : []),
      ...FROM_FORMAT_8,
    ];
    for (const statement of lacking) {
      await send(statement).catch((error: DriverError) => {
        if (!IS_THERE.includes(error.code ?? '')) throw error;
      });
    }
    await send("UPDATE service_setting SET value = ? WHERE name = 'form' AND value = ?", [FORMAT, format]);
  }

  const prepare = once(makeTables);

  /** The server's own lock serves all connections to this database, and ends with the connection that holds it. */
  async function inTurn<T>(name: string, work: (tables: Statements) => Promise<T>): Promise<T> {
    await prepare();
    const connection = await pool.getConnection();
    try {
      const sendHere: Send = (sql, values = []) => sendBy(connection, sql, values);
      const [row] = await sendHere<RowDataPacket[]>(TAKE_TURN, [name, TURN_SECONDS]);
      if (row?.[0] !== 1) throw new Error(`other processes were still writing ${name} after ${TURN_SECONDS} s`);
      try {
        return await work(statementsOf(sendHere));
      } finally {
        await sendHere(END_TURN, [name]);
      }
    } catch (error) {
      // What became of its lock is not known.
      connection.destroy();
      throw error;
    } finally {
      connection.release();
    }
  }

  return {
    prepare,
    async rows(sql, ...values) {
      await prepare();
      return statements.rows(sql, ...values);
    },
    async run(sql, ...values) {
      await prepare();
      return statements.run(sql, ...values);
    },
    inTurn,
    async inOneMoment(read) {
      await prepare();
      const connection = await pool.getConnection();
      try {
        await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
        return await read(statementsOf((sql, values = []) => sendBy(connection, sql, values)).rows);
      } finally {
        connection.destroy();
      }
    },
    reasonOf: (error) =>
      error instanceof UnusableState
        ? error.message
        : `The database ${label} cannot be used: ${reasonOfDriver(error as DriverError)}.`,
    isPassing: (error) => !(error instanceof UnusableState),
    isDeadlock: (error) => DEADLOCKS.includes((error as NodeJS.ErrnoException).code ?? ''),
    [Symbol.asyncDispose]: () => pool.end().catch(() => {}),
  };
}

type Send = <T extends ResultSetHeader | RowDataPacket[]>(sql: string, values?: Value[]) => Promise<T>;

async function sendBy<T extends ResultSetHeader | RowDataPacket[]>(
  connection: Pick<Pool, 'query'>,
  sql: string,
  values: readonly Value[],
): Promise<T> {
  const given = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
  const [result] = await connection.query<T>({ sql, values: given, timeout: STATEMENT_TIMEOUT_MS });
  return result;
}

function statementsOf(send: Send): Statements {
  return {
    rows: async (sql, ...values) => (await send<RowDataPacket[]>(sql, values)) as unknown as never[],
    run: async (sql, ...values) => (await send<ResultSetHeader>(sql, values)).affectedRows,
  };
}

function parsed(address: string): ReturnType<typeof parseRdpAddress> {
  try {
    return parseRdpAddress(address, undefined, 'the database of state.url');
  } catch (error) {
    if (error instanceof UnreadableRdpDatabase) throw new UnusableState(error.message);
    throw error;
  }
}
