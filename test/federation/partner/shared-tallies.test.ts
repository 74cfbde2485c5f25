/** A process that takes the place of another one goes on from what that one has counted. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partnerHistory } from '../../../src/federation/partner/partner-history.ts';
import { partnerNotes } from '../../../src/federation/partner/partner-notes.ts';
import { sharedTallies } from '../../../src/federation/partner/shared-tallies.ts';
import { memoryState, type SharedState } from '../../../src/lib/shared-state.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process at a place of two, with what it knows of one partner. */
function open(state: SharedState, number: number) {
  const tallies = sharedTallies({
    ...{ state, name: 'a partner', place: { number, count: 2 } },
    own: () => ({ history: history.own(), notes: notes.own() }),
  });
  const history = partnerHistory(oneClock(Date.now), { others: tallies.histories, onChange: tallies.changed });
  const notes = partnerNotes({ wallNow: () => new Date(), others: tallies.notes, onChange: tallies.changed });
  async function ask(): Promise<void> {
    history
      .startCall({ begin() {}, succeeded() {}, released() {} } as never, { may: 'ask', isAfterTimeout: false })
      .began();
    notes.outbound('stats');
    await vi.advanceTimersByTimeAsync(200);
  }
  return { asked: history.asked, ask };
}

test('what each has counted is added up, also where a place has had two processes', async () => {
  const memory = memoryState();
  const [one, other] = [memory.join(), memory.join()];
  const [first, second] = [open(one, 1), open(other, 2)];
  await first.ask();
  await first.ask();
  await second.ask();
  expect([first.asked(), second.asked()]).toEqual([3, 3]);
  one[Symbol.dispose]();
  const third = open(memory.join(), 1);
  expect(third.asked()).toBe(3);
  await third.ask();
  expect([third.asked(), second.asked()]).toEqual([4, 4]);
});
