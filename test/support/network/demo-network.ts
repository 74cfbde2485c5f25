/** The network that `npm start` runs, on free ports and with databases of its own that are gone after the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../../../src/app/main.ts';
import type { ReadConfig } from '../../../src/cli/command.ts';
import { demoMembers } from '../../../src/cli/demo.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import { faultyPartner, MOOD_PATH } from '../../../src/demo/front.ts';
import { type DemoNetwork, type DemoRegistry, startDemoNetwork } from '../../../src/demo/network.ts';
import { reusable } from '../machine/reusable.ts';
import { fillDatabase } from '../registry/fill-database.ts';
import { storedByReaders } from '../registry/stored-by-readers.ts';

export type OpenDemoNetwork = DemoNetwork & Record<'demonet' | 'fjordnet' | 'pampanet', DemoRegistry>;

const withoutOperator: ReadConfig = (base) => loadConfig({ files: [], env: {}, ...(base && { base }) });

type NetworkOptions = {
  /** How long PampaNet waits before an answer when it is slow. */
  slowMs?: number;
  /** How long the registries wait for an answer, where that is not as they are shipped. */
  patienceMs?: number | undefined;
};

export async function openDemoNetwork({ slowMs = 4000, patienceMs }: NetworkOptions = {}): Promise<OpenDemoNetwork> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'demo-network-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const members = demoMembers({ firstPort: 0, readConfig: withoutOperator }).map((member) => ({
    ...member,
    ...(member.key === 'pampanet' ? { front: (behind: string) => holding(faultyPartner(behind, { slowMs })) } : {}),
    config: {
      ...(patienceMs === undefined ? member.config : waiting(member.config, patienceMs)),
      database: { ...member.config.database, file: join(folder, `${member.key}.sqlite`) },
      log: { level: 'silent' as const },
    },
  }));
  for (const { config } of members) {
    await fillDatabase(config.database.file, config.database.initialSnapshot ?? '');
  }
  const { registries } = opened.use(await startDemoNetwork({ members, startRegistry }));
  const [demonet, fjordnet, pampanet] = registries;
  if (demonet === undefined || fjordnet === undefined || pampanet === undefined)
    throw new Error('not three registries');
  const resources = opened.move();
  return { registries, demonet, fjordnet, pampanet, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** A mood beside those of the demonstration: nobody is answered until another mood is set, and then whoever waits is, too. */
export const HELD = 'held';

function holding(answer: RequestListener): RequestListener {
  let mayAnswer = Promise.withResolvers<void>();
  mayAnswer.resolve();
  return async (request, response) => {
    const { pathname, searchParams } = new URL(`http://localhost${request.url ?? '/'}`);
    if (pathname !== MOOD_PATH) await mayAnswer.promise;
    else if (searchParams.get('be') === HELD) {
      mayAnswer = Promise.withResolvers();
      response.end();
      return;
    } else if (request.method === 'POST') mayAnswer.resolve();
    answer(request, response);
  };
}

function waiting(config: Config, ms: number): Config {
  const { app } = config;
  const { isearch } = app.settings;
  const partners = isearch.partners.map((partner) => ({ ...partner, readTimeoutMs: ms, timeoutMs: ms }));
  const patient = { ...isearch, partners, searchTimeoutMs: ms };
  return { ...config, app: { ...app, settings: { ...app.settings, isearch: patient } } };
}

/** What readers who only look leave as it is, in every registry. */
function stored({ registries }: DemoNetwork): string {
  return registries.map(({ running: { context } }) => storedByReaders(context.store)).join();
}

/** Whether no registry has had trouble with another one, which the next answer would show. */
async function isWell({ registries, pampanet }: OpenDemoNetwork): Promise<boolean> {
  const mood = await (await fetch(`${pampanet.url}${MOOD_PATH}`)).text();
  const breakers = registries.flatMap(({ running }) => running.context.federation.circuitBreakers());
  return mood.trim() === 'well' && breakers.every(({ consecutiveFailures }) => consecutiveFailures === 0);
}

const lendNetwork = reusable(
  async () => {
    const network = await openDemoNetwork();
    return { ...network, storedAtFirst: stored(network) };
  },
  async (network) => stored(network) === network.storedAtFirst && (await isWell(network)),
);

/**
 * A network that the files of a worker read from, one after the other. A network that is not as it was at first is not lent
 * again, and whoever left something in it learns of it when they give it back.
 */
export async function readDemoNetwork(): Promise<OpenDemoNetwork> {
  const lent = await lendNetwork();
  const { storedAtFirst, ...network } = lent.value;
  return {
    ...network,
    async [Symbol.asyncDispose]() {
      const left = stored(network);
      await lent[Symbol.asyncDispose]();
      if (left !== storedAtFirst) {
        throw new Error(`A network that is only read was changed: open one of your own. ${left}`);
      }
    },
  };
}
