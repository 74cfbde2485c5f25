/** The registry under test: the real command line, in processes of its own, over a database of its own. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export type StartedRegistry = {
  server: ServerProcess;
  /** From the start of the process to its first answer, for each of several starts. */
  startMs: number[];
};

const COMMAND_LINE = fileURLToPath(new URL('../../../../src/cli/main.js', import.meta.url));
const STARTS = 3;
/** A registry of 50,000 people needs more than the usual heap while it is imported. */
const IMPORT_HEAP = '--max-old-space-size=8192';

/** Imports a snapshot into a database in this folder; answers how long that took, the program's own start included. */
export async function importSeconds(folder: string, snapshotFile: string, signal: AbortSignal): Promise<number> {
  const config = { database: { file: join(folder, 'registry.sqlite') }, log: { level: 'info' } };
  await writeFile(configFile(folder), JSON.stringify(config));
  const startedAt = performance.now();
  const words = [IMPORT_HEAP, COMMAND_LINE, 'import', snapshotFile, '--config', configFile(folder)];
  await run(process.execPath, words, signal);
  return (performance.now() - startedAt) / 1000;
}

/**
 * Starts the registry a few times over, and leaves the last one running.
 *
 * @param anonymises whether it shows hidden researchers without the person
 */
export async function startRegistry(
  folder: string,
  anonymises: boolean,
  signal: AbortSignal,
): Promise<StartedRegistry> {
  const words = [COMMAND_LINE, 'serve', '--config', configFile(folder)];
  const variables = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises) };
  const startMs: number[] = [];
  for (;;) {
    const server = await startServer({ words, firstPath: '/api/stats', variables }, signal);
    startMs.push(server.startMs);
    if (startMs.length === STARTS) return { server, startMs };
    await server[Symbol.asyncDispose]();
  }
}

/** JSON is YAML too. */
function configFile(folder: string): string {
  return join(folder, 'registry.yaml');
}
