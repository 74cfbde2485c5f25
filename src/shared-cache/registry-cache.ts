/** The cache that the instances of a registry have in common, as their configuration names it. */

import type { Config } from '../config/config.ts';
import type { TellCache } from './cache-connection.ts';
import { openSharedCache, type SharedCache } from './shared-cache.ts';

type Options = {
  config: Config;
  /** Of the product: each makes records in its own way, so each shares with its like. */
  version: string;
  tell: TellCache;
};

/** Undefined where none is configured. */
export function registryCache({ config, version, tell }: Options): SharedCache | undefined {
  const { url, key } = config.cache;
  if (url === undefined || key === undefined) return undefined;
  return openSharedCache({ url, key, scope: `${version} ${config.app.site.shortname}`, now: Date.now, tell });
}
