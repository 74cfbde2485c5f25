/** A sample of `npm run soak -- --slow`: partners that answer slowly, and all that is asked of them at once. */

import { expect, test } from 'vitest';
import { slowRun } from './slow/slow.ts';

test('a partner that answers every request in its own time does not time out and does not rest, however much is asked', async () => {
  const { states, wrong, slow } = await slowRun(
    { seed: 7, readers: 20, genes: 1, lastsMs: 200, share: 0.2 },
    new AbortController().signal,
  );
  if (slow.length === 0) expect(wrong).toEqual([]);
  expect([...states.keys()]).toContain('answered');
});
