/** The cache that the instances of a registry have in common, as their configuration names it. */

import type { Config } from '../config/config.ts';
import { openSharedCache, type SharedCache } from './shared-cache.ts';

type Options = {
  config: Config;
  /** Of the product: each makes records in its own way, so each shares with its like. */
  version: string;
  log: Record<'info' | 'error', (facts: { what: string }, message: string) => void>;
};

/** Undefined where none is configured. */
export function registryCache({ config, version, log }: Options): SharedCache | undefined {
  const { url, key } = config.cache;
  if (url === undefined || key === undefined) return undefined;
  function tell(trouble: string | undefined): void {
    if (trouble === undefined)
      log.info({ what: 'answers of partners are shared with other instances' }, 'shared cache');
    else log.error({ what: trouble }, 'shared cache');
  }
  return openSharedCache({ url, key, scope: `${version} ${config.app.site.shortname}`, now: Date.now, tell });
}
