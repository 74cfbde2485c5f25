/** `isearch-proxy serve`: runs the registry until it is told to stop. */

import { once } from 'node:events';
import { startRegistry } from '../main.ts';
import type { Command } from './main.ts';
import { progressLine } from './progress.ts';
import { WrongUsage } from './usage.ts';

export const serveCommand: Command = async ({ config, words }) => {
  if (words.length > 0) throw new WrongUsage(`serve takes no further words, found '${words.join(' ')}'.`);
  const progress = progressLine();
  await using registry = await startRegistry({ config, onProgress: progress.show });
  progress.clear();
  process.stderr.write(`${await greeting(registry.url, config.app.site.shortname, registry.context.registry)}\n`);
  await stopSignal();
  process.stderr.write('Stopping: no new requests, those under way may end.\n');
};

type Counted = { isEmpty(): Promise<boolean>; stats(): Promise<{ users: number; userGenes: number }> };

async function greeting(url: string, shortname: string, registry: Counted): Promise<string> {
  const tryIt = [
    '',
    `  Open           ${url}/docs/`,
    '  Or try',
    `    curl '${url}/api/genes/search?symbol=BRCA1&taxonId=9606'`,
    `    curl '${url}/api/users/search?nameLike=an&prefix=false&size=3'`,
    '',
    '  Ctrl-C stops it.',
  ];
  if (await registry.isEmpty()) {
    const advice = '  It holds nothing yet. Fill it with: npx isearch-proxy import FILE';
    return [`${shortname} is running at ${url}`, '', advice, ...tryIt.slice(0, 2), ...tryIt.slice(-2)].join('\n');
  }
  const { users, userGenes } = await registry.stats();
  return [`${shortname} is running at ${url} with ${users} researchers and ${userGenes} genes.`, ...tryIt].join('\n');
}

async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
