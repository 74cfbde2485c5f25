/** How long the page of a request for access takes shows its sender nothing of what became of it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../bench/invented/seeded-random.ts';
import { sampledCount, sampleOf } from '../../support/machine/sample.ts';
import { type ScriptedMailServer, says, startScriptedMailServer } from '../../support/machine/scripted-mail-server.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { deviationsBetween, medianOf, shuffled } from '../../support/machine/two-samples.ts';
import { mailTo } from '../../support/registry/access-form.ts';
import { startAlpha } from '../../support/registry/alpha-registry.ts';
import {
  answer,
  confirmedRequest,
  forward,
  forwardedLink,
  type OpenRequest,
  stored,
} from '../../support/registry/forwarded-request.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const SEEDS = [29, 30, 31];
/** Of the medians; what is less is lost on any way to a reader. */
const MOST_MS = 0.1;
/** Of the normal distribution, on both sides together 0.001. */
const MOST_DEVIATIONS = 3.2905;

let server: ScriptedMailServer;
let registry: TestRegistry;
beforeAll(async () => {
  server = await startScriptedMailServer();
  registry = await startAlpha(mailTo(server.port));
});
afterAll(async () => {
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
  const [toWarmUp, sample] = [sampledCount(50, 300), sampledCount(150, 1000)];
  const { silent, ...all } = await requestsOfAllKinds();
  const others = sampleOf(Object.entries(all), 1);
  const kinds = [['silent', silent as OpenRequest] as const, ...others];
  for (let call = 0; call < toWarmUp; call++) for (const [, { page }] of kinds) await timeOf(page);
  const repeats: Record<string, number[]>[] = [];
  for (const seed of SEEDS) {
    const random = seededRandom(seed);
    const times = Object.fromEntries(kinds.map(([kind]) => [kind, [] as number[]]));
    for (let call = 0; call < sample; call++) {
      for (const [kind, { page }] of shuffled(kinds, random)) times[kind]?.push(await timeOf(page));
    }
    repeats.push(times);
  }
  for (const [kind] of others) {
    const pairs = repeats.map((times): Pair => [times[kind] ?? [], times.silent ?? []]);
    expect(pairs.flat().map(({ length }) => length)).toEqual(Array(2 * SEEDS.length).fill(sample));
    expect(areAlike(pairs), `${kind}: ${pairs.map(sentenceOf).join('; ')}`).toBe(true);
    // What takes longer by as little as this is noticed.
    expect(areAlike(pairs.map(([some, silent]) => [some.map((ms) => ms + 3 * MOST_MS), silent]))).toBe(false);
  }
});

type Pair = [some: number[], silent: number[]];

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
  const reply = await registry.get(page);
  await reply.arrayBuffer();
  expect(reply.status).toBe(200);
  return tookMs();
}
