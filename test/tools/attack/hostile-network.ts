/** A registry whose partner means harm: the partner in a process of its own, whoever it is at the moment. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import type { HostileAnswer } from './hostile-answers.ts';

export type HostileNetwork = AsyncDisposable & {
  registry: TestRegistry;
  /** From now on the one partner does this, as a partner that nothing is known of. */
  play(hostile: Pick<HostileAnswer, 'name'>): Promise<void>;
};

/** One that does nothing wrong, as the program of the partner knows it. */
export const GOOD_PARTNER = 'good';

const PROGRAM = fileURLToPath(new URL('hostile-partner.ts', import.meta.url));
/** Longer than questions take here: what is judged is how long others wait. */
const TIMEOUTS = { connectTimeoutMs: 1000, readTimeoutMs: 3000, timeoutMs: 5000 };
const VERSION_MS = 100;

export async function openHostileNetwork(): Promise<HostileNetwork> {
  await using opening = new AsyncDisposableStack();
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  opening.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const registry = opening.use(await startTestRegistry({ snapshot: smallSnapshot() }));
  const { federation } = registry.context;
  const opened = opening.move();
  return {
    registry,
    async play({ name }) {
      child.send(name);
      const [{ url }] = (await once(child, 'message')) as [{ url: string }];
      const partner = {
        key: name,
        name: 'OddNet',
        type: 'rdp',
        url,
        query: '',
        token: undefined,
        maxConcurrency: 4,
        ...TIMEOUTS,
      };
      federation.replacePartners([partner]);
      // Or it is asked in the dialect of the oldest; some never state a version.
      await pause(VERSION_MS);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
