/** What a worker makes of what the leader tells of a followed database: it opens the file, or says that it is behind. */

import { describe, expect, test, vi } from 'vitest';
import type { FollowNews } from '../../src/cluster/messages.ts';
import { followSubscriber } from '../../src/cluster/worker.ts';
import {
  type FollowStatus,
  followStatus,
  notReadyReason,
  refuseUnfit,
  statusAfter,
} from '../../src/registry/follow/follow-status.ts';

const MAX_AGE_MS = 60_000;

const leaderStatus = () =>
  followStatus({
    ...{
      hasData: true,
      trouble: undefined,
      progress: undefined,
      comparedAtMs: performance.now(),
      maxAgeMs: MAX_AGE_MS,
    },
    ...{ outstanding: 0, missingPeople: undefined, leftOut: { count: 0, sentences: [] } },
    ...{ usersTakenOver: 0, looks: 1, failedLooks: 0, lookMs: 1, wholeReads: 1, wholeReadMs: 1 },
  });

/** A worker over a file, and what stands at the path. */
function aWorker() {
  const about = { open: 'first', atPath: 'first', problem: undefined as string | undefined, told: [] as unknown[] };
  const hearing = followSubscriber({
    statusAfter: (told, elapsedMs) => statusAfter(told, elapsedMs, MAX_AGE_MS),
    openFile: () => about.open,
    fileAtPath: () => about.atPath,
    openAnew() {
      if (about.problem !== undefined) throw new Error(about.problem);
      about.open = about.atPath;
    },
    reportBehind: (reason) => about.told.push(reason),
  });
  const news = (file: string | undefined, told: Partial<FollowStatus> = {}): FollowNews => {
    return { kind: 'follow-status', status: { ...leaderStatus(), ...told }, file };
  };
  const hear = (...told: Parameters<typeof news>) => hearing.receive(news(...told));
  return { about, hear, status: hearing.status };
}

describe('a worker that hears of another file', () => {
  test('opens it at once, and once', () => {
    const { about, hear, status } = aWorker();
    hear('first');
    about.atPath = 'second';
    hear('second');
    expect([about.open, status().isTooOld, about.told]).toEqual(['second', false, []]);
    about.problem = 'must not be tried';
    hear('second');
    expect(status().isBehindLeader).toBe(false);
  });

  test('and cannot open it answers nothing from the one before, says so once, and tries it again', () => {
    const { about, hear, status } = aWorker();
    about.atPath = 'second';
    about.problem = 'too many open files';
    hear('second');
    hear('second');
    expect(() => refuseUnfit(status())).toThrow('could not compare its data');
    expect(notReadyReason(status())).toBe(
      'this process could not open the file that was read as a whole; the log says why',
    );
    about.problem = undefined;
    hear('second');
    expect(() => refuseUnfit(status())).not.toThrow();
    expect(about.told).toEqual(['the file that was read as a whole cannot be opened: too many open files', undefined]);
  });

  test('that is not at the path any more is behind until it hears of the next one', () => {
    const { about, hear, status } = aWorker();
    about.atPath = 'third';
    hear('second');
    expect(status().isTooOld).toBe(true);
    hear('third');
    expect(status().isTooOld).toBe(false);
  });
});

test('a worker over another file than the leader answers nothing from it, before it hears any more', () => {
  const { about, hear, status } = aWorker();
  hear('first');
  about.open = 'an older copy';
  about.atPath = 'an older copy';
  expect(() => refuseUnfit(status())).toThrow('could not compare its data');
  about.problem = 'must not be tried: the leader opens what is left alone';
  hear('first');
  hear('first');
  expect(about.told).toEqual(['the file that was read as a whole is not at its place any more']);
  hear('an older copy');
  expect(() => refuseUnfit(status())).not.toThrow();
});

test('a leader that has read nothing yet names no file, and nothing is opened', () => {
  const { about, hear, status } = aWorker();
  about.problem = 'must not be tried';
  hear(undefined);
  expect(status().isTooOld).toBe(false);
});

test('people who are missing are shown no longer where the leader has fallen silent', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { hear, status } = aWorker();
    const missingPeople = { missing: 90, before: 100, since: new Date(), shownForMs: 50_000 };
    hear('first', { missingPeople });
    vi.advanceTimersByTime(9_000);
    expect(() => refuseUnfit(status())).not.toThrow();
    vi.advanceTimersByTime(2_000);
    expect(() => refuseUnfit(status())).toThrow('could not compare its data');
    expect(notReadyReason(status())).toContain('lacks 90 of 100 people');
  } finally {
    vi.useRealTimers();
  }
});
