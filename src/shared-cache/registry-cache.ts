/** The cache that the instances of a registry have in common, as their configuration names it. */

import type { Config } from '../config/config.ts';
import type { SharedCache } from './shared-cache.ts';

type Options = {
  config: Config;
  /** Of the product: each makes records in its own way, so each shares with its like. */
  version: string;
  mostMs: number | undefined;
  /** Told once when it is slow or gone, and undefined when it is over. */
  tell(trouble: string | undefined): void;
};

/** Undefined where none is configured; then its driver, some hundred files, is not loaded at each start. */
export async function registryCache({ config, version, mostMs, tell }: Options): Promise<SharedCache | undefined> {
  const { url, key } = config.cache;
  if (url === undefined || key === undefined) return undefined;
  const { openSharedCache } = await import('./shared-cache.ts');
  return openSharedCache({ url, key, scope: `${version} ${config.app.site.shortname}`, now: Date.now, mostMs, tell });
}
