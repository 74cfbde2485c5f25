/** What a partner's answer costs this registry: processor time of its process, beside reading and writing the JSON alone. */

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../measure-workload.ts';
import { usageOf } from '../processes/process-usage.ts';
import { run } from '../processes/run.ts';
import { openReader } from './ask.ts';
import type { Network } from './registry.ts';
import { searchPath } from './timings.ts';

/** So many askers, each of whom asks one new question after the other. */
export type AskedBy = {
  askers: number;
  /** Of the registry's process, all threads together, for one answer of one partner. */
  answerMs: number;
  searchesPerSecond: number;
  /** Searches that were refused as too many at once, and asked again a moment later. */
  refused: number;
};

export type CostFigures = {
  asked: AskedBy[];
  /** To read the JSON of one such answer and to write it again, in a process that does nothing else. */
  jsonMs: number;
  /** The most that was resident in the registry's process meanwhile. */
  peakMegabytes: number;
};

type Options = {
  network: Network;
  /** Hands out symbols that nobody has asked for. */
  take: (count: number) => string[];
};

const ASKERS = [8, 16, 32, 64];
const PARTNERS = 10;
const WARM_UP_SEARCHES = 600;
const SEARCHES = 400;
const ASK_AGAIN_MS = 100;
const JSON_ALONE = fileURLToPath(new URL('json-alone.ts', import.meta.url));

/** Asks ten partners under load. @throws Error when an answer does not come */
export async function measureCost({ network, take }: Options, signal: AbortSignal): Promise<CostFigures> {
  await askAll(network, take(WARM_UP_SEARCHES), 16, signal);
  const asked: AskedBy[] = [];
  const jsonMs: number[] = [];
  for (const askers of ASKERS) {
    const { cpuMs, tookMs, refused } = await askAll(network, take(SEARCHES), askers, signal);
    const searchesPerSecond = (SEARCHES * 1000) / tookMs;
    asked.push({ askers, answerMs: cpuMs / SEARCHES / PARTNERS, searchesPerSecond, refused });
    // In turn with the searches, as the speed of a machine drifts.
    jsonMs.push(Number(await run(process.execPath, [JSON_ALONE], signal)));
  }
  return { asked, jsonMs: median(jsonMs), peakMegabytes: usageOf(network.registry.pid).peakMegabytes };
}

async function askAll({ registry }: Network, symbols: readonly string[], askers: number, signal: AbortSignal) {
  using reader = openReader(registry.url);
  const left = [...symbols];
  let refused = 0;
  const beganMs = performance.now();
  const before = usageOf(registry.pid).cpuMs;
  async function askOn(): Promise<void> {
    for (let symbol = left.shift(); symbol !== undefined; symbol = left.shift()) {
      const { status } = await reader.ask(searchPath(symbol), signal);
      if (status !== 200 && status !== 503) throw new Error(`The search for ${symbol} was answered ${status}.`);
      if (status === 200) continue;
      refused++;
      left.push(symbol);
      await pause(ASK_AGAIN_MS);
    }
  }
  await Promise.all(Array.from({ length: askers }, askOn));
  return { cpuMs: usageOf(registry.pid).cpuMs - before, tookMs: performance.now() - beganMs, refused };
}
