/** Searches are refused for what this program has to do itself, and not for what other programs do with the processors. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterMs, version } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { genes } from '../../support/partners/behaviours.ts';
import { ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { type CliRegistry, startCliRegistry } from '../../support/registry/cli-registry.ts';

const SEARCHES = '/api/genes/search';
const SEARCHES_AT_ONCE = 60;
const WAITING_MS = 3000;
/** Far more than it may be late for. */
const TAKEN_MS = 60;
const ASKERS = 100;
const ASKING_MS = 2500;
const WITHIN_MS = 60_000;

const resources = new AsyncDisposableStack();
let partner: ScriptedPartner;
let registry: CliRegistry;
beforeAll(async () => {
  partner = resources.use(await startScriptedPartner({ '/api': version('1.5.10'), [SEARCHES]: genes(3) }));
  registry = resources.use(
    await startCliRegistry(ALPHA_SNAPSHOT, {
      APP_SETTINGS_ISEARCH_APIS: partner.url,
      APP_SETTINGS_ISEARCH_MAX_CONCURRENCY: '64',
      LOG_LEVEL: 'silent',
    }),
  );
  // What is put together once is, before anything is measured.
  await Promise.all(Array.from({ length: 20 }, ask));
}, WITHIN_MS);
afterAll(() => resources.disposeAsync());

let requests = 0;

/** Another question each time. */
async function ask(): Promise<Response> {
  const answer = await fetch(`${registry.url}/api/federated/genes/search?symbol=GENE${requests++}&taxonId=9606`);
  await answer.arrayBuffer();
  return answer;
}

/** Lets the registry have a processor half of the time only, as other programs do; nothing else here is slower for it. */
function startTakingProcessor(): AsyncDisposable {
  const over = new AbortController();
  const taking = (async () => {
    while (!over.signal.aborted) {
      process.kill(registry.pid, 'SIGSTOP');
      await sleep(TAKEN_MS);
      process.kill(registry.pid, 'SIGCONT');
      await sleep(TAKEN_MS);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await taking;
    },
  };
}

test(
  'kept from the processor by others, it answers sixty searches that wait for a partner together',
  async () => {
    partner.play({ [SEARCHES]: afterMs(WAITING_MS, genes(3)) });
    await using _taking = startTakingProcessor();
    const answers: Promise<Response>[] = [];
    for (let count = 0; count < SEARCHES_AT_ONCE; count++) {
      answers.push(ask());
      await sleep(WAITING_MS / 2 / SEARCHES_AT_ONCE);
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(partner.counts().mostAtOnce).toBeGreaterThan(SEARCHES_AT_ONCE / 2);
  },
  WITHIN_MS,
);

test(
  'of a hundred askers of searches that are work for it each is answered soon, or refused at once',
  async () => {
    partner.play({ [SEARCHES]: genes(400) });
    const refused: Response[] = [];
    const answeredMs: number[] = [];
    const refusedMs: number[] = [];
    const endsMs = performance.now() + ASKING_MS;
    async function askUntilOver(): Promise<void> {
      while (performance.now() < endsMs) {
        const sinceAsked = stopwatch(registry.pid);
        const answer = await ask();
        if (answer.status === 200) answeredMs.push(sinceAsked());
        else {
          refused.push(answer);
          refusedMs.push(sinceAsked());
        }
      }
    }
    await Promise.all(Array.from({ length: ASKERS }, askUntilOver));
    // What waits to be read of a partner's long answers is that partner's own matter, for which nobody is refused: it
    // depends on the machine whether the rest is too much.
    for (const { status, headers } of refused) expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
    expect(answeredMs.length).toBeGreaterThan(0);
    expect(median(answeredMs)).toBeLessThan(2 * ASKING_MS);
    if (refusedMs.length > 0) expect(median(refusedMs)).toBeLessThan(median(answeredMs));
  },
  WITHIN_MS,
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
