/** The network that `npm start` runs, on free ports and with databases of its own that are gone after the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadConfig } from '../../../src/cli/command.ts';
import { demoMembers } from '../../../src/cli/demo.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { faultyPartner } from '../../../src/demo/faulty-partner.ts';
import { type DemoNetwork, type DemoRegistry, startDemoNetwork } from '../../../src/demo/network.ts';
import { startRegistry } from '../../../src/start/main.ts';
import { fillDatabase } from '../registry/fill-database.ts';

export type OpenDemoNetwork = DemoNetwork & Record<'demonet' | 'fjordnet' | 'pampanet', DemoRegistry>;

const withoutOperator: ReadConfig = (base) => loadConfig({ files: [], env: {}, ...(base && { base }) });

/** `slowMs` is how long PampaNet waits before an answer when it is told to be slow. */
export async function openDemoNetwork({ slowMs = 4000 } = {}): Promise<OpenDemoNetwork> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'demo-network-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const members = demoMembers({ firstPort: 0, readConfig: withoutOperator }).map((member) => ({
    ...member,
    ...(member.key === 'pampanet' ? { front: (behind: string) => faultyPartner(behind, { slowMs }) } : {}),
    config: {
      ...member.config,
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
