/** How long the page of a request for access takes shows its sender nothing of what became of it. */

import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampledCount, sampleOf } from '../support/machine/sample.ts';
import { type ScriptedMailServer, says, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { deviationsBetween, medianError, medianOf, shuffled } from '../support/machine/two-samples.ts';
import { mailTo } from '../support/registry/access-form.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import {
  answer,
  confirmedRequest,
  forward,
  forwardedLink,
  type OpenRequest,
  stored,
} from '../support/registry/forwarded-request.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { askRaw } from '../support/server/raw-http.ts';
import { seededRandom } from '../tools/bench/invented/seeded-random.ts';

const SEEDS = [29, 30, 31];
/** Of the medians; what is less is lost on any way to a reader. */
const MOST_MS = 0.1;
/** Of the normal distribution, on both sides together 0.001. */
const MOST_DEVIATIONS = 3.2905;
/** After so many calls of each kind it is looked whether more are needed. */
const LOOKS = [100, 200, 300, 400, 600];
/** The same 0.001, shared out among the looks and the end. */
const DEVIATIONS_AT_A_LOOK = 3.7646;

let server: ScriptedMailServer;
let registry: TestRegistry;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  server = await startScriptedMailServer();
  registry = await startAlpha(mailTo(server.port));
});
afterAll(async () => {
  agent.destroy();
  await registry[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Two that nobody did anything about, and one of each kind about which something was done. */
async function requestsOfAllKinds(): Promise<Record<string, OpenRequest>> {
  const requests: Record<string, OpenRequest> = {
    silent: await confirmedRequest(registry),
    'silent too': await confirmedRequest(registry),
    declined: await confirmedRequest(registry),
    'with the person': await confirmedRequest(registry),
  };
  const { declined, 'with the person': open } = requests as Record<'declined' | 'with the person', OpenRequest>;
  await answer(registry, await forwardedLink(registry, server, declined), { choice: 'decline', words: 'No time.' });
  await forwardedLink(registry, server, open);
  for (let more = 0; more < 2; more++) await forwardedLink(registry, server, await confirmedRequest(registry));
  requests.waiting = await confirmedRequest(registry);
  await forward(registry, requests.waiting);
  requests['unknown to the person'] = await confirmedRequest(registry, -1);
  server.play({ RCPT: says('550 5.1.1 nobody here') });
  await forward(registry, requests['unknown to the person']);
  await registry.context.personRound?.();
  const last = async (kind: string) => (await stored(registry, requests[kind] as OpenRequest)).history.at(-1).state;
  expect(await Promise.all(Object.keys(requests).map(last))).toEqual([
    ...['confirmed', 'confirmed', 'declined', 'asked', 'queued', 'undelivered'],
  ]);
  return requests;
}

test('the page of a request takes as long whether nothing happens, it is declined, with the person, waits, or came to nobody', async () => {
  const [toWarmUp, most] = [sampledCount(50, 100), sampledCount(150, 1000)];
  const { silent, ...all } = await requestsOfAllKinds();
  const others = sampleOf(Object.entries(all), 1);
  for (let call = 0; call < toWarmUp; call++)
    for (const { page } of [silent as OpenRequest, ...others.map(([, one]) => one)]) await timeOf(page);
  const repeats = SEEDS.map((seed) => ({ random: seededRandom(seed), times: new Map<string, number[]>() }));
  const pairsOf = (kind: string) =>
    repeats.map(
      ({ times }): Pair => [times.get(kind) ?? [], (times.get('silent') ?? []).slice(0, times.get(kind)?.length)],
    );
  let left = others;
  let taken = 0;
  for (const calls of [...LOOKS.filter((look) => look < most), most]) {
    for (const { random, times } of repeats) {
      for (let call = taken; call < calls; call++) {
        for (const [kind, { page }] of shuffled([['silent', silent as OpenRequest] as const, ...left], random)) {
          times.set(kind, [...(times.get(kind) ?? []), await timeOf(page)]);
        }
      }
    }
    taken = calls;
    left = left.filter(([kind]) => !areSurelyAlike(pairsOf(kind)));
    if (left.length === 0) break;
  }
  for (const [kind] of others) {
    const pairs = pairsOf(kind);
    expect(Math.min(...pairs.flat().map(({ length }) => length))).toBeGreaterThanOrEqual(Math.min(most, ...LOOKS));
    expect(areAlike(pairs), `${kind}: ${pairs.map(sentenceOf).join('; ')}`).toBe(true);
    // What takes longer by as little as this is noticed, and at no look taken for alike.
    const longer = pairs.map(([some, silent]): Pair => [some.map((ms) => ms + 3 * MOST_MS), silent]);
    expect([areAlike(longer), areSurelyAlike(longer)]).toEqual([false, false]);
  }
});

type Pair = [some: number[], silent: number[]];

/** Whether no more calls would change it: the medians differ by less than is looked for, wherever they are truly. */
function areSurelyAlike(pairs: readonly Pair[]): boolean {
  return pairs.every((pair) => {
    const [some, silent] = pair.map((times) => medianError(times, DEVIATIONS_AT_A_LOOK));
    return Math.abs(medianOf(pair[0]) - medianOf(pair[1])) + Math.hypot(some ?? 0, silent ?? 0) < MOST_MS;
  });
}

function areAlike(pairs: readonly Pair[]): boolean {
  return (
    pairs.every((pair) => Math.abs(medianOf(pair[0]) - medianOf(pair[1])) < MOST_MS) ||
    pairs.every((pair) => Math.abs(deviationsBetween(...pair)) < MOST_DEVIATIONS)
  );
}

function sentenceOf([some, silent]: Pair): string {
  const ms = medianOf(some) - medianOf(silent);
  return `${ms.toFixed(3)} ms, ${deviationsBetween(some, silent).toFixed(2)} deviations`;
}

/** In milliseconds, of reader and registry together, which are one process here; without what others do meanwhile. */
async function timeOf(page: string): Promise<number> {
  const tookMs = stopwatch();
  const { status } = await askRaw(registry.url, page, { agent });
  const ms = tookMs();
  expect(status).toBe(200);
  return ms;
}
