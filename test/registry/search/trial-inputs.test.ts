/** What people typed in a trial who looked for KCNQ2: each of it is understood. */

import { afterAll, expect, test } from 'vitest';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { channelSnapshot } from '../../support/registry/channel-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';
import { isUnderstood } from '../../support/registry/trial-answers.ts';
import { TRIAL_INPUTS } from '../../support/registry/trial-inputs.ts';

const database = openTemporaryStore(channelSnapshot());
const { resolve } = textResolver(database.store, referenceData(database.store));
afterAll(() => database[Symbol.dispose]());

test.each(TRIAL_INPUTS)('$text means $meant', async (input) => {
  expect(isUnderstood(input, await resolve(input.text, 10))).toBe(true);
});

test('the gene of a disease is offered with the disease, its source and its release', async () => {
  const { entries } = await resolve('OMIM:613720', 10);
  expect(entries[0]?.candidates[1]).toMatchObject({
    gene: { symbol: 'KCNQ2' },
    reason: { kind: 'disease', diseaseId: 'OMIM:613720', source: 'HPO', release: '2025-01-16' },
  });
});
