/** Where a search token travels depends on the version of the partner, so that is learned before the token is sent. */

import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '../../domain/federation/reasons.ts';
import { type Dialect, dialectFor } from '../dialect/dialect.ts';
import type { Wrapper } from '../partner/partner-query.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';
import { answerable } from './answerable.ts';
import { asToThePublic } from './token-fallback.ts';

type Options = {
  discovery: Pick<VersionDiscovery, 'version' | 'isRecent' | 'settled' | 'isThisRegistry' | 'refreshBehind'>;
  /** How long the version is waited for. */
  readTimeoutMs: number;
};

const DOUBT = reason('as-to-the-public-perhaps');

/**
 * Waits for the version that is being asked for where it is unknown, or where it is one that reads tokens in addresses
 * only and was learned long ago: the partner may have been upgraded, and no token goes into the address of a version
 * that reads headers. When it is not told, the token goes into the header, and the answer is not exact.
 */
export function versionFirst({ discovery, readTimeoutMs }: Options): Wrapper {
  return (inner) => {
    const askWhatItCanAnswer = answerable({ discovery })(inner);
    return async (query) => {
      if (query.credential === 'none' || isCertain(query.dialect)) return inner(query);
      const asking = discovery.isRecent() ? undefined : discovery.settled();
      if (asking !== undefined) {
        // The first request of this question, for its clocks and for the circuit breaker.
        query.beforeRequest();
        await withinTime(asking, readTimeoutMs);
      }
      const version = discovery.version();
      const dialect = dialectFor(version);
      if (isCertain(dialect)) return askWhatItCanAnswer({ ...query, version, dialect });
      const answer = await inner({ ...query, dialect: { ...query.dialect, tokenIn: 'header' } });
      return answer.isWithoutToken ? answer : asToThePublic(answer, DOUBT);
    };
  };

  function isCertain({ name, tokenIn }: Dialect): boolean {
    return name !== 'oldest' && (tokenIn === 'header' || discovery.isRecent());
  }
}

async function withinTime(asking: Promise<void>, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  await Promise.race([asking, sleep(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}
