/** What a worker does with the leader's news of a followed database: it opens the file, or says that it is behind. */

import { describe, expect, test, vi } from 'vitest';
import { followSubscriber } from '../../src/operations/worker.ts';
import type { FollowNews } from '../../src/operations/worker-messages.ts';
import {
  type FollowStatus,
  followStatus,
  isBehind,
  notReadyReason,
  refuseUnfit,
  statusAfter,
} from '../../src/registry/follow/status.ts';

const MAX_AGE_MS = 60_000;

const leaderStatus = () =>
  followStatus({
    ...{
      hasData: true,
      isUnchecked: false,
      trouble: undefined,
      progress: undefined,
      comparedAtMs: performance.now(),
      maxAgeMs: MAX_AGE_MS,
    },
    ...{
      withheld: { count: 0, ids: [] },
      outstanding: 0,
      missingPeople: undefined,
      omitted: { count: 0, sentences: [] },
    },
    ...{ usersTakenOver: 0, polls: 1, failedPolls: 0, pollMs: 1, wholeReads: 1, wholeReadMs: 1 },
  });

/** A worker over a file, and what stands at the path. */
function aWorker() {
  const about = {
    open: 'first',
    atPath: 'first',
    problem: undefined as string | undefined,
    reported: [] as unknown[],
    withheld: [] as readonly number[],
  };
  const subscriber = followSubscriber({
    statusAfter: (before, elapsedMs) => statusAfter(before, elapsedMs, MAX_AGE_MS),
    openFile: () => about.open,
    withhold(userIds) {
      about.withheld = userIds;
    },
    fileAtPath: () => about.atPath,
    reopen() {
      if (about.problem !== undefined) throw new Error(about.problem);
      about.open = about.atPath;
    },
    reportBehind: (reason) => about.reported.push(reason),
  });
  const news = (file: string | undefined, changes: Partial<FollowStatus> = {}): FollowNews => {
    return { kind: 'follow-status', status: { ...leaderStatus(), ...changes }, file };
  };
  const receive = (...status: Parameters<typeof news>) => subscriber.receive(news(...status));
  return { about, receive, status: subscriber.status };
}

describe('a worker that learns of another file', () => {
  test('opens it at once, and once', () => {
    const { about, receive, status } = aWorker();
    receive('first');
    about.atPath = 'second';
    receive('second');
    expect([about.open, status().isTooOld, about.reported]).toEqual(['second', false, []]);
    about.problem = 'must not be tried';
    receive('second');
    expect(status().isBehindLeader).toBe(false);
  });

  test('and cannot open it answers nothing from the one before, says so once, and tries it again', () => {
    const { about, receive, status } = aWorker();
    about.atPath = 'second';
    about.problem = 'too many open files';
    receive('second');
    receive('second');
    expect(() => refuseUnfit(status())).toThrow('could not compare its data');
    expect(notReadyReason(status())).toBe('this process could not open the new copy of the database; the log says why');
    about.problem = undefined;
    receive('second');
    expect(() => refuseUnfit(status())).not.toThrow();
    expect(about.reported).toEqual(['the new copy of the database cannot be opened: too many open files', undefined]);
  });

  test('that is not at the path any more is behind until it learns of the next one', () => {
    const { about, receive, status } = aWorker();
    about.atPath = 'third';
    receive('second');
    expect(status().isTooOld).toBe(true);
    receive('third');
    expect(status().isTooOld).toBe(false);
  });
});

test('a worker over another file than the leader answers nothing from it, before it learns any more', () => {
  const { about, receive, status } = aWorker();
  receive('first');
  about.open = 'an older copy';
  about.atPath = 'an older copy';
  expect(() => refuseUnfit(status())).toThrow('could not compare its data');
  about.problem = 'must not be tried: the leader opens what is left alone';
  receive('first');
  receive('first');
  expect(about.reported).toEqual(['the new copy of the database is no longer there']);
  receive('an older copy');
  expect(() => refuseUnfit(status())).not.toThrow();
});

test('a leader that has read nothing yet names no file, and nothing is opened', () => {
  const { about, receive, status } = aWorker();
  about.problem = 'must not be tried';
  receive(undefined);
  expect(status().isTooOld).toBe(false);
});

test('people who are missing are shown no longer where the leader has fallen silent', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { receive, status } = aWorker();
    const missingPeople = { missing: 90, before: 100, since: new Date(), shownForMs: 50_000 };
    receive('first', { missingPeople });
    vi.advanceTimersByTime(9_000);
    expect(() => refuseUnfit(status())).not.toThrow();
    vi.advanceTimersByTime(2_000);
    expect(() => refuseUnfit(status())).toThrow('could not compare its data');
    expect(notReadyReason(status())).toContain('lacks 90 of 100 people');
  } finally {
    vi.useRealTimers();
  }
});

test('a leader that is started again, and has not looked yet, takes nothing of what a worker knows of the last look', () => {
  const { receive, status } = aWorker();
  receive('first', { isUnchecked: true });
  expect(() => refuseUnfit(status())).toThrow('has just started and is comparing its data');
  receive('first');
  expect(() => refuseUnfit(status())).not.toThrow();
  receive('first', { isUnchecked: true });
  expect(() => refuseUnfit(status())).not.toThrow();
  receive(undefined, { isUnchecked: true });
  expect(() => refuseUnfit(status())).toThrow('has just started and is comparing its data');
});

test('people whom the leader withholds are withheld by a worker, until the leader says otherwise', () => {
  const { about, receive, status } = aWorker();
  receive('first', { withheld: { count: 2, ids: [7, 8] } });
  expect([about.withheld, isBehind(status())]).toEqual([[7, 8], true]);
  receive('first', { withheld: { count: 2_000, ids: [] } });
  expect(() => refuseUnfit(status())).toThrow('could not compare its data');
  receive('first');
  expect([about.withheld, isBehind(status())]).toEqual([[], false]);
});
