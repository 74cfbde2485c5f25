/** The cache that the instances of a registry have in common, as their configuration names it. */

import type { Config } from '../config/config.ts';
import type { SharedCache } from './shared-cache.ts';

/**
 * Rises with each change of what an instance keeps there for others to read (`PartnerAnswer`, reasons, hints of rests), as
 * test/federation/partner/form-of-values sees: only instances of one form share. So an upgrade that does not change it
 * begins with a full cache.
 */
export const FORM_OF_VALUES = 5;

type Options = {
  config: Config;
  mostMs: number | undefined;
  /** Called once when it is slow or gone, and with undefined when it is over. */
  report(trouble: string | undefined): void;
};

/** Undefined where none is configured; then its driver, some hundred files, is not loaded at each start. */
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
