/** The registry under test with partners: over an imported database, by the command line, in a process of its own. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../processes/server-process.ts';
import type { Behaviour } from './behaviours.ts';
import { openPartners, type Partners } from './partners.ts';

export type Network = AsyncDisposable & { registry: ServerProcess; partners: Partners };

type Options = {
  /** The database to answer from, which others may read at the same time. */
  databaseFile: string;
  /** Takes the configuration. */
  folder: string;
  behaviours: readonly Behaviour[];
  /** What else the configuration says of partners, such as `read-timeout`. */
  isearch?: Record<string, unknown>;
  cache?: Record<string, unknown>;
  /** Words for Node.js itself. */
  nodeWords?: readonly string[];
};

const COMMAND_LINE = fileURLToPath(new URL('../../../../src/cli/main.js', import.meta.url));
const VERSIONS_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** Starts the partners, then the registry, and answers when it has learned the version of every partner. */
export async function openNetwork(options: Options, signal: AbortSignal): Promise<Network> {
  const { databaseFile, folder, behaviours, isearch, cache, nodeWords = [] } = options;
  await using started = new AsyncDisposableStack();
  const partners = started.use(await openPartners(behaviours, signal));
  const apis = partners.urls.map((url, index) => ({ key: `partner-${index + 1}`, name: `Partner ${index + 1}`, url }));
  const config = {
    database: { file: databaseFile },
    app: { settings: { isearch: { apis, ...isearch } } },
    ...(cache === undefined ? {} : { cache }),
  };
  const configFile = join(folder, `network-${crypto.randomUUID()}.yaml`);
  // JSON is YAML too.
  await writeFile(configFile, JSON.stringify(config));
  const words = [...nodeWords, COMMAND_LINE, 'serve', '--config', configFile];
  const registry = started.use(await startServer({ words, firstPath: '/api/stats' }, signal));
  await versionsLearned(registry.url, signal);
  const both = started.move();
  return { registry, partners, [Symbol.asyncDispose]: () => both.disposeAsync() };
}

/** Resolves when the registry has learned the version of every partner. */
export async function versionsLearned(url: string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(VERSIONS_WITHIN_MS)]);
  for (;;) {
    const answer = await fetch(`${url}/api/federated/partners`, { signal: deadline });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`The partners were answered with status ${answer.status}: ${text}`);
    if (!text.includes('"version":null')) return;
    await pause(LOOK_AGAIN_MS);
  }
}
