/** The version of a partner, learned behind its questions. */

import { expect, test } from 'vitest';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { versioned } from '../../../src/federation/wrappers/versioned.ts';
import { queryOf } from '../../support/partner-queries.ts';

test('it begins to be learned before the question is put, and stands in the answer when it is known by then', async () => {
  const steps: string[] = [];
  let version: string | undefined;
  const discovery = { refreshBehind: () => void steps.push('refresh'), version: () => version };
  const ask = versioned(discovery)(async () => {
    steps.push('ask');
    version = '1.5.10';
    return answerWith([]);
  });
  expect(await ask(queryOf({ kind: 'stats' }, { version: undefined }))).toMatchObject({ version: '1.5.10' });
  expect(steps).toEqual(['refresh', 'ask']);
});
