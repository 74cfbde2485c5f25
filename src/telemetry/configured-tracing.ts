/** Traces, as the configuration wants them. */

import type { Config } from '../config/config.ts';
import type { Tracing } from './tracing.ts';

type Options = {
  config: Config;
  /** Of the product. */
  version: string;
  log: Record<'info' | 'warn', (facts: { what: string }, message: string) => void>;
};

/** Undefined, and nothing is loaded, where no traces are sent. */
export async function configuredTracing({ config, version, log }: Options): Promise<Tracing | undefined> {
  const { url, percent } = config.tracing;
  if (url === undefined) return undefined;
  const { openTracing } = await import('./tracing.ts');
  function tell(trouble: string | undefined): void {
    if (trouble === undefined) log.info({ what: 'the collector takes traces again' }, 'traces');
    else log.warn({ what: `the collector of tracing.url takes no traces, which are dropped: ${trouble}` }, 'traces');
  }
  return openTracing({ url, percent, version, registry: config.app.site.shortname, tell });
}
