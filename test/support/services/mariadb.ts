/** A MariaDB of its own, on a private folder and a free port of this machine, for as long as the tests need it. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../machine/free-port.ts';
import { programNamed } from './programs.ts';

export type MariaDb = AsyncDisposable & {
  port: number;
  /** The address of a database as `user`, as `database.follow` names it. */
  address(database: string, user?: string): string;
  /** Ends the server in the middle of whatever it does, as a cut of the power would. */
  kill(): Promise<void>;
  /** Lets it accept connections and answer nothing, until it goes on. */
  pause(): void;
  resume(): void;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
};

/** The account that may do anything; the tests make others. */
export const OWNER = 'owner';
export const PASSWORD = 'p@ss/word:1';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const REPORTED_LINES = 40;

/** The programs, or undefined on a machine without them. */
export function mariadbPrograms(): { server: string; install: string } | undefined {
  const [server, install] = ['mariadbd', 'mariadb-install-db'].map(programNamed);
  return server === undefined || install === undefined ? undefined : { server, install };
}

/**
 * Starts a server; the programs must be there. Where it ends by itself, that and the end of its log are reported.
 *
 * @param options further options of `mariadbd`
 * @param isRestarted whether a server that ended by itself is started again on the same data and the same port
 */
export async function startMariaDb(options: readonly string[] = [], isRestarted = false): Promise<MariaDb> {
  const programs = mariadbPrograms();
  if (programs === undefined) throw new Error('There is no mariadbd on this machine; see docs/contributing.md.');
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'mariadb-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  // As the administrator it runs only with this option.
  const account = process.getuid?.() === 0 ? ['--user=root'] : [];
  await promisify(execFile)(programs.install, [
    ...['--no-defaults', ...account, `--datadir=${data}`, `--tmpdir=${folder}`],
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ]);
  const initFile = join(folder, 'accounts.sql');
  await writeFile(
    initFile,
    [
      `CREATE USER IF NOT EXISTS '${OWNER}'@'%' IDENTIFIED BY '${PASSWORD}';`,
      `GRANT ALL ON *.* TO '${OWNER}'@'%' WITH GRANT OPTION;`,
      '',
    ].join('\n'),
  );
  const port = await freePort();
  const errorLog = join(folder, 'error.log');
  const readLog = () => readFile(errorLog, 'utf8').catch(() => 'no log');
  let server: ChildProcess;

  async function start(): Promise<void> {
    const started = spawn(
      programs?.server ?? '',
      [
        ...['--no-defaults', ...account, `--datadir=${data}`, `--socket=${join(folder, 'socket')}`],
        ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve', `--init-file=${initFile}`],
        ...[`--log-error=${errorLog}`, `--pid-file=${join(folder, 'pid')}`, '--max-allowed-packet=64M'],
        ...[
          '--innodb-flush-log-at-trx-commit=0',
          '--innodb-buffer-pool-size=64M',
          '--innodb-log-file-size=32M',
          '--innodb-flush-method=nosync',
        ],
        ...['--innodb-fast-shutdown=2', '--performance-schema=OFF', '--character-set-server=utf8mb4'],
        ...options,
      ],
      { stdio: 'ignore' },
    );
    server = started;
    const lastTry = performance.now() + READY_WITHIN_MS;
    while (!(await answers(port, data))) {
      if (hasEnded(started) || performance.now() > lastTry)
        throw new Error(`MariaDB did not start: ${await readLog()}`);
      await pause(LOOK_EVERY_MS);
    }
    started.once('exit', (code, signal) => void reportEnd(`${signal ?? code}`));
  }

  async function reportEnd(cause: string): Promise<void> {
    const lastLines = (await readLog()).split('\n').slice(-REPORTED_LINES).join('\n');
    process.stderr.write(`MariaDB on port ${port} ended by itself (${cause}). The end of its log:\n${lastLines}\n`);
    if (isRestarted) await start().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (hasEnded(server)) return;
    server.removeAllListeners('exit');
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  await start();
  resources.defer(() => end('SIGKILL'));
  return {
    port,
    address: (database, user = OWNER) =>
      `mysql://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    kill: () => end('SIGKILL'),
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: start,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Whether the server of these data answers: another one may have taken the port. */
async function answers(port: number, data: string): Promise<boolean> {
  try {
    const connection = await createConnection({ host: '127.0.0.1', port, user: OWNER, password: PASSWORD });
    const [rows] = await connection.query<RowDataPacket[]>('SELECT @@datadir AS folder');
    await connection.end();
    return rows[0]?.folder === `${data}/`;
  } catch {
    return false;
  }
}
