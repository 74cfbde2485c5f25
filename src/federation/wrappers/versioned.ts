/** The version of a partner is learned behind the questions that are put to it, and stands in its answers. */

import type { Wrapper } from '../partner/partner-query.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

export function versioned(discovery: Pick<VersionDiscovery, 'refreshBehind' | 'version'>): Wrapper {
  return (inner) => async (query) => {
    discovery.refreshBehind();
    const answer = await inner(query);
    return { ...answer, version: discovery.version() };
  };
}
