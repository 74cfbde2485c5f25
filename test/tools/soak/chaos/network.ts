/** The network of the chaos run: eight partners of three versions, and two instances of the registry under test. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { speakAs14 } from '../../../../src/demo/as-1.4.ts';
import { openFront } from '../../../../src/demo/front.ts';
import { MOCK_TOKEN } from '../../../../src/demo/mock-answers.ts';
import { MAIN } from '../../../support/machine/command-line.ts';
import { freePort } from '../../../support/machine/free-port.ts';
import { mariadbPrograms } from '../../../support/services/mariadb.ts';
import { type Redis, redisProgram, startRedis } from '../../../support/services/redis.ts';
import { type FollowedDatabase, startFollowedDatabase } from './followed-database.ts';
import { ADMIN_ID, type Person, peopleOf, snapshotOf } from './people.ts';
import { type ScriptedRegistry, startScriptedRegistry } from './scripted-partners.ts';
import { type ServedRegistry, serveRegistry } from './served-registry.ts';

export type Instance = ServedRegistry & {
  name: string;
  /** How many processes serve it. */
  workersWanted: number;
  metricsUrl: string;
  databaseFile: string;
  /** Writes its configuration with these partners, or with something that cannot be read. */
  writePartners(partners: readonly PartnerEntry[] | 'broken'): Promise<void>;
};
export type RealPartner = ServedRegistry & {
  key: string;
  withdrawn: Set<number>;
  /** Imports its people as they are now, beside whatever it answers. */
  importPeople(): Promise<void>;
};
export type PartnerEntry = { key: string; name: string; url: string; token?: string };
export type ChaosNetwork = AsyncDisposable & {
  instances: readonly Instance[];
  real: readonly RealPartner[];
  scripted: readonly ScriptedRegistry[];
  partners: readonly PartnerEntry[];
  /** Everybody by the key of the registry, `local` included. */
  people: ReadonlyMap<string, readonly Person[]>;
  /** Undefined on a machine without such a server. */
  database: FollowedDatabase | undefined;
  redis: Redis | undefined;
};

export const HOME_NAME = 'HomeNet';
export const ADMIN_TOKEN = 'chaos-admin-token';
export const FRESH_SECONDS = 3;
const PARTNER_TOKEN = 'chaos-partner-token';
const SEALING_KEY = 'c4'.repeat(32);
const TIMEOUTS = { 'connect-timeout': 800, 'read-timeout': 1500, 'partner-timeout': 2500, 'search-timeout': 3500 };

export async function openChaosNetwork(folder: string, workers: number): Promise<ChaosNetwork> {
  await using opened = new AsyncDisposableStack();
  const real: RealPartner[] = [];
  for (const key of ['alder', 'birch', 'cedar']) real.push(opened.use(await startRealPartner(folder, key)));
  const scripted = [
    opened.use(await startScriptedRegistry('elm', '1.5.10')),
    opened.use(await startScriptedRegistry('fir', '1.4.11')),
    opened.use(await startScriptedRegistry('hazel', '1.3.4')),
    opened.use(await startScriptedRegistry('larch', '1.5.10', { hidesEverybody: true })),
    opened.use(await startScriptedRegistry('maple', '1.5.10', { pretends: real[0]?.url ?? '' })),
  ];
  const front = opened.use(await openFront({ host: '127.0.0.1', port: 0 }));
  front.setListener(speakAs14(real[1]?.url ?? ''));
  const partners = [
    ...real.map(({ key, url }) => ({ key, url: key === 'birch' ? front.url : url, token: PARTNER_TOKEN })),
    ...scripted.map(({ key, url }) => ({ key, url, token: MOCK_TOKEN })),
  ].map((entry) => ({ ...entry, name: nameOf(entry.key) }));

  const home = snapshotOf('home', ADMIN_TOKEN);
  const database = mariadbPrograms() && opened.use(await startFollowedDatabase({ ...home, ontologies: [] }));
  const redis = redisProgram() === undefined ? undefined : opened.use(await startRedis());
  await writeFile(join(folder, 'home.json'), JSON.stringify(home));
  const instances: Instance[] = [];
  for (const name of ['first', 'second']) {
    instances.push(opened.use(await startInstance(folder, name, { partners, database, redis, workers })));
  }
  const people = new Map<string, readonly Person[]>([
    ['local', peopleOf('home')],
    ...real.map(({ key }) => [key, peopleOf(key)] as const),
    ...scripted.map(({ key, people: theirs }) => [key, theirs] as const),
  ]);
  const resources = opened.move();
  return {
    ...{ instances, real, scripted, partners, people, database, redis },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The name that the records of a registry must bear. */
export function nameOf(key: string): string {
  return key === 'local' ? HOME_NAME : `${key.charAt(0).toUpperCase()}${key.slice(1)}Net`;
}

async function startRealPartner(folder: string, key: string): Promise<RealPartner> {
  const port = await freePort();
  const withdrawn = new Set<number>();
  const configFile = join(folder, `${key}.yaml`);
  const snapshotFile = join(folder, `${key}.json`);
  const config = {
    database: { file: join(folder, `${key}.sqlite`) },
    log: { level: 'warn' },
    app: {
      site: { shortname: nameOf(key), host: `http://127.0.0.1:${port}` },
      settings: {
        isearch: { 'auth-tokens': [PARTNER_TOKEN], 'user-id': ADMIN_ID },
        privacy: { 'enable-anonymized-search-results': true },
      },
    },
  };
  await writeFile(configFile, JSON.stringify(config));
  const importPeople = async () => {
    await writeFile(snapshotFile, JSON.stringify(snapshotOf(key, `${key}-admin-token`, withdrawn)));
    await promisify(execFile)(process.execPath, [MAIN, 'import', snapshotFile, '--config', configFile]);
  };
  await importPeople();
  return Object.assign(await serveRegistry(configFile, port), { key, withdrawn, importPeople });
}

type Shared = Pick<ChaosNetwork, 'partners' | 'database' | 'redis'> & { workers: number };

async function startInstance(folder: string, name: string, shared: Shared): Promise<Instance> {
  const { partners, database, redis, workers: workersWanted } = shared;
  const metricsPort = await freePort();
  const configFile = join(folder, `${name}.yaml`);
  const databaseFile = join(folder, `${name}.sqlite`);
  const config = (apis: readonly PartnerEntry[]) => ({
    server: { workers: workersWanted, 'metrics-port': metricsPort },
    log: { level: 'warn' },
    database: {
      file: databaseFile,
      ...(database === undefined ? { 'initial-snapshot': join(folder, 'home.json') } : { follow: database.follow }),
    },
    ...(database === undefined ? {} : { state: { url: database.state } }),
    cache: {
      'records-megabytes': 8,
      'answers-megabytes': 16,
      'answers-fresh-seconds': FRESH_SECONDS,
      ...(redis === undefined ? {} : { url: redis.url, key: SEALING_KEY }),
    },
    app: {
      site: { shortname: HOME_NAME, host: 'https://home.example.org' },
      settings: {
        isearch: { ...TIMEOUTS, apis },
        privacy: { 'enable-anonymized-search-results': true, 'anonymous-id-key': SEALING_KEY },
      },
    },
  });
  const writePartners: Instance['writePartners'] = (now) =>
    writeFile(configFile, now === 'broken' ? '{"app": {"settings": [' : JSON.stringify(config(now)));
  await writePartners(partners);
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const served = await serveRegistry(configFile, await freePort());
  return Object.assign(served, { name, workersWanted, metricsUrl, databaseFile, writePartners });
}
