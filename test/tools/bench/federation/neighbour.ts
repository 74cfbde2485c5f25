/** What a partner that is slow costs those that are not, under many different questions at once. */

import { openReader } from './ask.ts';
import type { Behaviour } from './behaviours.ts';
import { openNetwork } from './registry.ts';
import { type Spread, searchPath, spreadOf } from './timings.ts';

/** From the question to the parts of the partners that answer after 50 ms. */
export type NeighbourFigures = { questionsAtOnce: number; without: Spread; beside: Spread };

const HEALTHY: readonly Behaviour[] = ['steady', 'steady', 'steady'];
const AT_ONCE = 60;
const OF_HEALTHY = HEALTHY.map((_, index) => `&origins=partner-${index + 1}`).join('');

type Options = { databaseFile: string; folder: string; symbols: readonly string[] };

/** Asks the same questions of the same partners, with another one of the kind beside them and with one that needs 2.5 s. */
export async function measureNeighbour({ symbols, ...about }: Options, signal: AbortSignal): Promise<NeighbourFigures> {
  async function askAll(last: Behaviour): Promise<Spread> {
    await using opened = await openNetwork({ ...about, behaviours: [...HEALTHY, last] }, signal);
    using reader = openReader(opened.registry.url);
    for (const symbol of symbols.slice(AT_ONCE)) await reader.stream(searchPath(symbol) + OF_HEALTHY, signal);
    const paths = symbols.slice(0, AT_ONCE).map((symbol) => searchPath(symbol));
    const streams = await Promise.all(paths.map((path) => reader.stream(path, signal)));
    return spreadOf(
      streams.flatMap(({ askedMs, partsMs }) => healthyOf(partsMs).map((arrivedMs) => arrivedMs - askedMs)),
    );
  }

  return { questionsAtOnce: AT_ONCE, without: await askAll('steady'), beside: await askAll('late') };
}

function healthyOf(partsMs: ReadonlyMap<string, number>): number[] {
  return HEALTHY.map((_, index) => partsMs.get(`partner-${index + 1}`) ?? Number.POSITIVE_INFINITY);
}
