/** When a partner answered, and which version of it. */

import { expect, test } from 'vitest';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { keep } from '../../../src/federation/stages/cache.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

test('the version begins to be learned before the question is put, and is in the answer when it is known by then', async () => {
  const steps: string[] = [];
  let version: string | undefined;
  let at = 0;
  const discovery = { refreshBehind: () => void steps.push('refresh'), version: () => version };
  const cache = { set: () => undefined };
  const ask = keep({ cache, cacheKey: () => 'x', discovery, clock: oneClock(() => at) })(async () => {
    steps.push('ask');
    version = '1.5.10';
    at = 250;
    return answerWith([]);
  });
  const answer = await ask(queryOf({ kind: 'stats' }, { version: undefined }));
  expect(answer).toMatchObject({ version: '1.5.10', retrievedAt: new Date(250) });
  expect(steps).toEqual(['refresh', 'ask']);
});
