/** Every answer says when the partner gave it, and which version, which is learned behind the questions. */

import type { Clock } from '../partner/clock.ts';
import type { Wrapper } from '../partner/partner-query.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

type Options = {
  discovery: Pick<VersionDiscovery, 'refreshBehind' | 'version'>;
  clock: Clock;
};

export function stamped({ discovery, clock }: Options): Wrapper {
  return (inner) => async (query) => {
    discovery.refreshBehind();
    const answer = await inner(query);
    return { ...answer, version: discovery.version(), retrievedAt: new Date(clock.toWall(clock.now())) };
  };
}
