/** `isearch-proxy demo`: a network of three registries with invented people, to try out federated searches. */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CannotStart, startRegistry } from '../app/main.ts';
import { loadConfig } from '../config/config.ts';
import { SPOKEN_VERSION, speakAs14 } from '../demo/as-1.4.ts';
import { faultyPartner, MOOD_PATH } from '../demo/front.ts';
import { type DemoMember, type DemoNetwork, startDemoNetwork } from '../demo/network.ts';
import { counted } from '../domain/plurals.ts';
import {
  type Command,
  demoCall,
  type Host,
  oneWord,
  type ReadConfig,
  type Terminal,
  type TerminalOutput,
  WrongUsage,
  wholeNumber,
} from './command.ts';
import { progressLine } from './output.ts';
import { STOPPING, stopSignal } from './signals.ts';

const LAST_PORT = 65_535;
const MOST_TRIES = 100;

/**
 * Returns the first of `count` neighbouring ports that are free on a host, at `from` or behind it; undefined if there are none
 * near. Another program may take one of them before it is used.
 */
export async function freePorts(host: string, from: number, count: number): Promise<number | undefined> {
  let first = from;
  for (let tries = 0; tries < MOST_TRIES && first + count - 1 <= LAST_PORT; tries++) {
    const taken = await lastTaken(host, first, count);
    if (taken === undefined) return first;
    first = taken + 1;
  }
  return undefined;
}

async function lastTaken(host: string, first: number, count: number): Promise<number | undefined> {
  for (let port = first + count - 1; port >= first; port--) if (!(await isFree(host, port))) return port;
  return undefined;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The facts about a registry on the screen. */
type ShownRegistry = { name: string; url: string; users: number; userGenes: number; about: string };

const LAST_FIRST_PORT = 65_533;
/** Lists to which the operator's entries are added: the other two registries stay partners, and their tokens stay accepted. */
const ADDED_TO = ['app.settings.isearch.apis', 'app.settings.isearch.auth-tokens'];
/** Keys that the operator may not set, as the demonstration fills, and may delete, its own database. */
const STORED = {
  'database.file': 'the demonstration uses its own data; run serve with yours',
  'database.initial-snapshot': 'the demonstration uses its own data; run serve with yours',
  'database.follow': 'the demonstration uses its own data; run serve with yours',
};
const FOLDER = new URL('../../config/demo/', import.meta.url);
const MEMBERS: readonly (Pick<DemoMember, 'key' | 'front' | 'isMoody'> & { file: string; about: string })[] = [
  { key: 'demonet', file: 'demo', about: 'shows private researchers without their names' },
  { key: 'fjordnet', file: 'fjordnet', front: speakAs14, about: `speaks to partners as RDP ${SPOKEN_VERSION}` },
  {
    key: 'pampanet',
    file: 'pampanet',
    front: (behind) => faultyPartner(behind),
    isMoody: true,
    about: 'can be made slow, late or down',
  },
];

export const demoCommand: Command = async ({ readConfig, words, terminal, host }) => {
  const firstPort = words.length === 0 ? undefined : portOf(words);
  await using network = await start(demoMembers({ firstPort, readConfig }), terminal, host);
  const { stopped } = stopSignal(host);
  const { stderr } = terminal;
  stderr.write(`${screen(await Promise.all(network.registries.map(shown)))}\n`);
  await stopped;
  stderr.write(`${STOPPING}\n`);
};

function portOf(words: readonly string[]): number {
  return wholeNumber(oneWord(words, 'one port, or none'), 'The port', 0);
}

function atMost(most: number, port: number): number {
  if (port > most) throw new WrongUsage(`The port must be at most ${most}, found '${port}'.`);
  return port;
}

type MembersOptions = {
  /** 0 for any free ports; undefined for the configured port. */
  firstPort: number | undefined;
  /** Reads the configuration of the first member, with the operator's over it. */
  readConfig: ReadConfig;
};

/**
 * Returns the members with the shipped configuration. The operator's configuration overrides that of the first; the
 * others listen on the same host, on the next ports.
 *
 * @throws ConfigError, WrongUsage
 */
export function demoMembers({ firstPort, readConfig }: MembersOptions): readonly DemoMember[] {
  const [first, ...others] = MEMBERS.map(({ file, ...member }) => ({
    ...member,
    settings: new URL(`${file}.yaml`, FOLDER),
    snapshot: fileURLToPath(new URL(`${file}.snapshot.json.gz`, FOLDER)),
  }));
  if (first === undefined) return [];
  const keeps = firstPort === undefined ? STORED : { ...STORED, 'server.port': 'the port is already given after demo' };
  const { server, database, ...rest } = readConfig({ file: first.settings, adds: ADDED_TO, keeps });
  const port = atMost(LAST_FIRST_PORT, firstPort ?? server.port);
  const config = {
    ...rest,
    server: { ...server, port },
    database: { ...database, initialSnapshot: first.snapshot },
  };
  return [
    { key: first.key, config },
    ...others.map(({ settings, snapshot, ...member }, index) => {
      const behind = port === 0 ? 0 : port + index + 1;
      const env = { SERVER_HOST: server.host, SERVER_PORT: String(behind), DATABASE_INITIAL_SNAPSHOT: snapshot };
      return { ...member, config: loadConfig({ files: [fileURLToPath(settings)], env }) };
    }),
  ];
}

async function start(members: readonly DemoMember[], { stdout, stderr }: Terminal, host: Host): Promise<DemoNetwork> {
  const progress = progressLine(stderr);
  const how = { members, startRegistry, logTo: stdout, onProgress: progress.show };
  try {
    return await orAgain(() => startDemoNetwork(how), stderr);
  } catch (error) {
    throw (await takenPort(error, members, host)) ?? error;
  } finally {
    progress.clear();
  }
}

/** Starts, and deletes the demonstration's files first if another version wrote them, as they can be filled again. */
async function orAgain(begin: () => Promise<DemoNetwork>, output: TerminalOutput): Promise<DemoNetwork> {
  try {
    return await begin();
  } catch (error) {
    const { fileOfOtherFormat: file } = error as { fileOfOtherFormat?: string };
    if (file === undefined) throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    output.write(`Another version of this program wrote ${file}. The demonstration creates it again.\n`);
    return orAgain(begin, output);
  }
}

/** Returns the error for a port that is taken, which names the command with ports that are free; undefined for another error. */
async function takenPort(error: unknown, members: readonly DemoMember[], host: Host): Promise<CannotStart | undefined> {
  const { code, port, address } = ((error as Error).cause ?? error) as NodeJS.ErrnoException & {
    port: number;
    address: string;
  };
  if (code !== 'EADDRINUSE') return undefined;
  const free = await freePorts(address, port + 1, members.length);
  const advice = `Stop it, or use ${members.length} free ports: ${demoCall(host)} ${free ?? 'PORT'}`;
  return new CannotStart(`Another program uses port ${port} on ${address}. ${advice}`, { cause: error });
}

/** Returns the facts about a running registry. */
export async function shown({ key, url, running }: DemoNetwork['registries'][number]): Promise<ShownRegistry> {
  const { config, registry } = running.context;
  const { users, userGenes } = await registry.stats();
  const about = MEMBERS.find((member) => member.key === key)?.about ?? '';
  return { name: config.app.site.shortname, url, users, userGenes, about };
}

/** Returns the first screen: the registries, and what to try. The last one has moods. */
export function screen(registries: readonly ShownRegistry[]): string {
  const width = Math.max(...registries.map(({ name }) => name.length));
  const [first, last] = [registries[0]?.url, registries.at(-1)?.url];
  const search = (symbol: string) => `'${first}/api/federated/genes/search?symbol=${symbol}&taxonId=9606'`;
  return [
    'Three registries are running. Each one asks the other two:',
    '',
    ...registries.map((one) => `  ${one.name.padEnd(width)}  ${one.url}  ${held(one)}; ${one.about}`),
    '',
    '  Who works on BRCA1, in any of them?',
    `    curl ${search('BRCA1')}`,
    '  The same, with a line for each registry as soon as it answers:',
    `    curl -N -H 'Accept: application/x-ndjson' ${search('BRCA1')}`,
    `  Stop ${registries.at(-1)?.name}, and the answer says so (be=slow is in time, be=late is too late, be=well is normal):`,
    `    curl -X POST '${last}${MOOD_PATH}?be=down'`,
    `    curl ${search('MECP2')}`,
    '',
    `  The page       ${first}/   (under Try: a slow registry, one that is down, a withheld name, a list)`,
    `  The API        ${first}/docs/`,
    '',
    '  Ctrl-C stops them.',
  ].join('\n');
}

function held({ users, userGenes }: ShownRegistry): string {
  return `${counted(users, 'researcher')} and ${counted(userGenes, 'gene')}`;
}
