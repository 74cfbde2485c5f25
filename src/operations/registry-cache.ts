/** Opens the shared cache that the configuration names. */

import type { Config } from '../config/config.ts';
import type { SharedCache } from './shared-cache.ts';

/**
 * The format of the values that instances store for each other (`PartnerAnswer`, reasons, open circuit breakers). It rises with each
 * change of them, which test/federation/partner/form-of-values checks: only instances with one format share. An upgrade
 * with the same format starts with a full cache.
 */
export const FORM_OF_VALUES = 9;

type Options = {
  config: Config;
  mostMs: number | undefined;
  /** Called once when the cache is slow or lost, and with undefined when it is used again. */
  report(trouble: string | undefined): void;
};

/** Opens the cache; undefined where none is configured, and then its code is not loaded. */
export async function registryCache({ config, mostMs, report }: Options): Promise<SharedCache | undefined> {
  const { url, key } = config.cache;
  if (url === undefined || key === undefined) return undefined;
  const { openSharedCache } = await import('./shared-cache.ts');
  return openSharedCache({
    url,
    key,
    scope: `${FORM_OF_VALUES} ${config.app.site.shortname}`,
    now: Date.now,
    mostMs,
    report,
  });
}
