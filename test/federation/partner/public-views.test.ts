/** Processes of one registry learn as one what a partner calls what the public may see. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { type PublicViews, publicViews } from '../../../src/federation/partner/public-views.ts';
import { memoryState } from '../../../src/lib/shared-state.ts';
import { json } from '../../support/partners/fake-partner.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const START = Date.parse('2026-03-01T10:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function named(name: string): CallOutcome {
  const outcome = json({ name });
  return 'reply' in outcome ? { reply: { ...outcome.reply, publicView: { name, minutes: 15 } } } : outcome;
}

/** Processes with one state. The partner takes a moment to answer, or never does. */
function openProcesses(count: number, state = memoryState(Date.now)) {
  const partner = { name: 'one', asked: 0, isSilent: false };
  const processes: PublicViews[] = [];
  async function call(_: string, signal: AbortSignal): Promise<CallOutcome> {
    partner.asked += 1;
    await new Promise<void>((answer, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
      if (partner.isSilent) setTimeout(fail, 3000, new Error('silent'));
      else setTimeout(answer, 50);
    });
    return named(partner.name);
  }
  for (let number = 0; number < count; number++) {
    const clock = oneClock(Date.now);
    processes.push(publicViews({ call, isOpen: () => false, state: state.join(), key: 'view first', clock }));
  }
  const kept = { publicView: { name: 'one', askedAtMs: START, minutes: 15 } };
  return { partner, processes, kept, hold: () => processes.map(({ holds }) => holds(kept)) };
}

test('four processes with callers at each ask once in five seconds, and none gives what another knows is no more', async () => {
  const { partner, hold } = openProcesses(4);
  for (let tenths = 0; tenths < 600; tenths++) {
    expect(hold()).toEqual([true, true, true, true]);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(partner.asked).toBeGreaterThanOrEqual(10);
  expect(partner.asked).toBeLessThanOrEqual(12);
  partner.name = 'two';
  await vi.advanceTimersByTimeAsync(5_000);
  hold();
  await vi.advanceTimersByTimeAsync(50);
  expect(hold()).toEqual([false, false, false, false]);
});

test('whoever waits for the name waits for the one that another has asked for', async () => {
  const { partner, processes, kept, hold } = openProcesses(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hold()).toEqual([false, false, false]);
  const learned = Promise.all(processes.map(({ learnFor }) => learnFor(kept)));
  await vi.advanceTimersByTimeAsync(50);
  await learned;
  expect([partner.asked, hold()]).toEqual([1, [true, true, true]]);
});

test('a process that falls silent with the partner keeps no caller of another, and the others ask later', async () => {
  const { partner, processes, kept, hold } = openProcesses(2);
  await vi.advanceTimersByTimeAsync(60_000);
  partner.isSilent = true;
  void processes[0]?.learnFor(kept);
  const learned = processes[1]?.learnFor(kept);
  await vi.advanceTimersByTimeAsync(300);
  await learned;
  expect([partner.asked, hold()]).toEqual([1, [false, false]]);
  partner.isSilent = false;
  await vi.advanceTimersByTimeAsync(5_000);
  const again = processes[1]?.learnFor(kept);
  await vi.advanceTimersByTimeAsync(50);
  await again;
  expect([partner.asked, hold()]).toEqual([2, [true, true]]);
});

test('a process that has just begun knows the name that another has learned', async () => {
  const state = memoryState(Date.now);
  const { processes, kept } = openProcesses(1, state);
  await vi.advanceTimersByTimeAsync(60_000);
  const learned = processes[0]?.learnFor(kept);
  await vi.advanceTimersByTimeAsync(50);
  await learned;
  const { processes: late, partner } = openProcesses(1, state);
  expect([late[0]?.holds(kept), partner.asked]).toEqual([true, 0]);
});

test('a name that another copy dates ahead, or that is none, is not believed', async () => {
  const state = memoryState(Date.now);
  const { hold } = openProcesses(1, state);
  const other = state.join();
  const askedAtMs = START + 60_000;
  for (const said of [
    { name: 'two', askedAtMs },
    { name: 2, askedAtMs: START },
    { name: 'two', askedAtMs: 'now' },
    7,
  ]) {
    await other.publish('view first', JSON.stringify(said), 10_000);
    expect(hold()).toEqual([true]);
  }
  await other.publish('view first', JSON.stringify({ name: 'two', askedAtMs: START + 1000 }), 10_000);
  expect(hold()).toEqual([false]);
});
