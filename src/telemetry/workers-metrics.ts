/** What several processes counted, as one: asked of each of them, with what the process above them knows. */

import { AggregatorRegistry, Registry as Metered } from '@prometheus-io/client';
import { addCallbackGauges } from './callback-gauges.ts';
import type { Scraped } from './metrics.ts';

type WorkersMetrics = {
  /** Called with every process that ended by itself. */
  countEnd(): void;
  /** @param counted answers what each of the processes that can answer has counted */
  scrape(counted: () => Promise<readonly unknown[]>): Promise<Scraped>;
};

/** For the process above several. */
export function openWorkersMetrics(): WorkersMetrics {
  const own = new Metered();
  let ends = 0;
  addCallbackGauges(
    [
      {
        kind: 'counter',
        name: 'isearch_worker_ends_total',
        help: 'Processes that ended by themselves, and were started again.',
        across: 'sum',
        read: () => ends,
      },
    ],
    { registers: [own] },
  );
  return {
    countEnd: () => void ends++,
    async scrape(counted) {
      const all = AggregatorRegistry.aggregate((await counted()) as object[]);
      return { contentType: all.contentType, text: `${await own.metrics()}\n${await all.metrics()}` };
    },
  };
}
