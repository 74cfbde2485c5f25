/** The registry that `npm start` runs, on a free port, and the `curl` commands of the documentation put to it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config.ts';
import { startRegistry } from '../../src/main.ts';
import { expectShown } from './shown-json.ts';

export type DemoRegistry = AsyncDisposable & {
  url: string;
  /** Puts a `curl` command of the documentation to this registry. */
  curl(command: string, variables?: Record<string, string>): Promise<Response>;
  /** Expects the command's answer to hold what the documentation shows of it. */
  expectAnswer(command: string, shown: string, variables?: Record<string, string>): Promise<void>;
};

/** Where the documentation says that the demonstration is. */
export const DOCUMENTED_URL = 'http://127.0.0.1:8080';

export async function startDemoRegistry(): Promise<DemoRegistry> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const config = loadConfig({
    file: pathOf('config/demo/demo.yaml'),
    env: {
      SERVER_PORT: '0',
      DATABASE_FILE: join(folder, 'demo.sqlite'),
      DATABASE_INITIAL_SNAPSHOT: pathOf('config/demo/demo.snapshot.json.gz'),
      LOG_LEVEL: 'silent',
    },
  });
  const { url } = resources.use(await startRegistry({ config }));

  function curl(command: string, variables: Record<string, string> = {}): Promise<Response> {
    const { address, headers } = readCurl(command, variables);
    return fetch(address.replace(DOCUMENTED_URL, url), { headers });
  }

  return {
    url,
    curl,
    async expectAnswer(command, shown, variables) {
      const answer = await (await curl(command, variables)).json();
      expectShown(answer, JSON.parse(shown.replaceAll(DOCUMENTED_URL, url)));
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const COMMAND = /^curl (?:-H '(?<name>[\w-]+): (?<value>[^']+)' )?(?<quote>['"])(?<address>http:[^'"]+)\k<quote>$/;

function readCurl(command: string, variables: Record<string, string>) {
  const { name, value = '', address = '' } = COMMAND.exec(command.trim())?.groups ?? {};
  if (address === '') throw new Error(`No such command can be put to the registry: ${command}`);
  const filled = address.replace(/\$([A-Z]+)/g, (_, variable: string) => variables[variable] ?? '');
  const headers: Record<string, string> = { 'User-Agent': 'curl/8.0.0', ...(name ? { [name]: value } : {}) };
  return { address: filled, headers };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}
