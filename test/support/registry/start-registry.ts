/** A real registry on a free port, over a snapshot, for as long as a test needs it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../src/app/context.ts';
import { startRegistry } from '../../../src/app/main.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { lookAtConfig } from '../../../src/config/follow-config.ts';
import type { PartnerEntry } from '../../../src/config/partners.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { askRaw } from '../server/raw-http.ts';
import { fillDatabase } from './fill-database.ts';

export type TestRegistry = AsyncDisposable & {
  url: string;
  /** Where what was counted is read; undefined unless `SERVER_METRICS_PORT` is set. */
  metricsUrl: string | undefined;
  context: Context;
  /** The folder of its database; gone after the test. */
  folder: string;
  /** The file of its configuration, which `readConfigNow` reads again where it is followed. */
  configFile: string;
  readConfigNow(): void;
  /** What it has logged so far; nothing unless `LOG_LEVEL` is set. */
  logged(): string;
  /** Asks it. A path begins with `/`. Unless `init` names codings, nothing is packed, which takes longer than many an answer. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Asks it and reads the answer as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
  json(path: string, token?: string): Promise<any>;
};

type Options = {
  /** A snapshot, or the path of one. */
  snapshot: Snapshot | string;
  /** Dotted keys in the form of environment names, such as `APP_SITE_SHORTNAME`. */
  settings?: Record<string, string>;
  /** Whom it asks, as a configuration file has it. */
  partners?: readonly PartnerEntry[];
  /** Whether the file of its configuration is read again. */
  followsConfig?: boolean;
  /** How long the cache in common may take. */
  sharedCacheMostMs?: number;
};

/** What `fetch` says of itself. */
const READER = { Accept: '*/*', 'Accept-Language': '*', 'User-Agent': 'node' };

export async function startTestRegistry({
  snapshot,
  settings = {},
  partners = [],
  followsConfig = false,
  ...more
}: Options): Promise<TestRegistry> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'registry-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const snapshotFile = typeof snapshot === 'string' ? snapshot : join(folder, 'snapshot.json');
  if (typeof snapshot !== 'string') await writeFile(snapshotFile, JSON.stringify(snapshot));
  const configFile = join(folder, 'configuration.yaml');
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify({ app: { settings: { isearch: { apis: partners } } } }));
  const env = {
    SERVER_PORT: '0',
    DATABASE_FILE: join(folder, 'registry.sqlite'),
    LOG_LEVEL: 'silent',
    // Most tests have no use for it.
    AUDIT_LOG_KEEP_DAYS: '0',
    ...settings,
  };
  const read = () => loadConfig({ files: [configFile], env });
  const seen = lookAtConfig({ files: () => [configFile] });
  const config = read();
  await fillDatabase(config.database.file, snapshotFile);
  let logged = '';
  const logTo = {
    write(line: string) {
      logged += line;
    },
  };
  const source = followsConfig ? { source: { files: () => [configFile], read, seen } } : {};
  const registry = resources.use(await startRegistry({ config, ...source, logTo, ...more }));
  const { url, metricsUrl, context, readConfigNow = () => {} } = registry;
  const get = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
    return fetch(url + path, { ...init, headers });
  };
  return {
    url,
    metricsUrl,
    context,
    folder,
    configFile,
    readConfigNow,
    logged: () => logged,
    get,
    async json(path, token) {
      const headers = token === undefined ? READER : { ...READER, Authorization: `Bearer ${token}` };
      return JSON.parse((await askRaw(url, path, { headers })).text);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
