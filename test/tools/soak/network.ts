/** The registry under soak and its partners: most answer, the others fail in every way there is. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import type { Behaviour } from '../bench/federation/behaviours.ts';
import { openPartners } from '../bench/federation/partners.ts';
import { registryText } from '../bench/invented/generate-registry.ts';
import { importSeconds } from '../bench/processes/registry-process.ts';
import { type SoakedRegistry, startSoakedRegistry } from './soaked-registry.ts';

export type SoakedNetwork = AsyncDisposable & {
  registry: SoakedRegistry;
  /** Human symbols that somebody registered. */
  symbols: readonly string[];
  /** Keys of the partners that always answer. */
  steady: readonly string[];
  adminToken: string;
};

const SYMBOLS = 300;
const HUMAN_TAXON_ID = 9606;
const ADMIN_TOKEN = 'soak-admin-token';
const BEHAVIOURS: readonly Behaviour[] = [
  ...(['steady', 'steady', 'steady', 'steady'] as const),
  ...(['moody', 'moody', 'moody', 'moody'] as const),
  ...(['hang', 'reset', 'error', 'cut', 'slow'] as const),
];
/** Small caches are full in the first minute; short times bring many questions to the partners. */
const SETTINGS = {
  cache: { 'records-megabytes': 8, 'answers-megabytes': 16, 'answers-fresh-seconds': 2 },
  isearch: { 'search-token': 'soak-search-token', 'read-timeout': 500, 'partner-timeout': 800, 'search-timeout': 1200 },
};

export async function openSoakedNetwork(folder: string, people: number, signal: AbortSignal): Promise<SoakedNetwork> {
  const snapshot = JSON.parse([...registryText({ people })].join('')) as Snapshot;
  const snapshotFile = join(folder, 'snapshot.json');
  await writeFile(snapshotFile, JSON.stringify(withAdministrator(snapshot)));
  await importSeconds(folder, snapshotFile, signal);

  await using started = new AsyncDisposableStack();
  const partners = started.use(await openPartners(BEHAVIOURS, signal));
  const apis = partners.urls.map((url, index) => ({ key: keyOf(index), name: `Partner ${index + 1}`, url }));
  const imported = JSON.parse(await readFile(join(folder, 'registry.yaml'), 'utf8')) as object;
  const isearch = { ...SETTINGS.isearch, apis };
  const config = { ...imported, cache: SETTINGS.cache, app: { settings: { isearch } } };
  const configFile = join(folder, 'soak.yaml');
  await writeFile(configFile, JSON.stringify(config));
  const registry = started.use(await startSoakedRegistry(configFile, signal));
  const both = started.move();
  return {
    registry,
    symbols: symbolsOf(snapshot),
    steady: BEHAVIOURS.flatMap((behaviour, index) => (behaviour === 'steady' ? [keyOf(index)] : [])),
    adminToken: ADMIN_TOKEN,
    [Symbol.asyncDispose]: () => both.disposeAsync(),
  };
}

function keyOf(index: number): string {
  return `partner-${index + 1}`;
}

/** The first person becomes an administrator, in whose name partners are asked with a token. */
function withAdministrator(snapshot: Snapshot): Snapshot {
  const [first, ...others] = snapshot.users;
  if (first === undefined) throw new Error('Nobody was invented.');
  const accessTokens = [{ token: ADMIN_TOKEN, expiresAt: '2099-01-01T00:00:00Z' }];
  return {
    ...snapshot,
    users: [{ ...first, enabled: true, roles: ['ROLE_USER', 'ROLE_ADMIN'], accessTokens }, ...others],
  };
}

function symbolsOf({ genes, users }: Snapshot): string[] {
  const registered = new Set(users.flatMap((user) => user.genes.map(({ geneId }) => geneId)));
  const human = genes.filter(({ geneId, taxonId }) => taxonId === HUMAN_TAXON_ID && registered.has(geneId));
  return human.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])).slice(0, SYMBOLS);
}
