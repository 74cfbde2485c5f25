/** Adds up the metrics of all workers, and those of their supervisor. */

import { AggregatorRegistry, Registry as Metered } from '@prometheus-io/client';
import type { Scraped } from './metrics.ts';
import { addCallbackGauges } from './service-metrics.ts';

type WorkersMetrics = {
  /** Counts a worker that ended by itself. */
  countEnd(): void;
  /** @param counted resolves with the metrics of each worker that answers */
  scrape(counted: () => Promise<readonly unknown[]>): Promise<Scraped>;
};

/** Opens the metrics of a supervisor. */
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
