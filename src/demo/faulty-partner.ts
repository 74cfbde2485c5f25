/** A registry of the demonstration that can be made slow, late, down or well, to see what a search then says of it. */

import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { passOn } from './front.ts';

const MOODS = ['well', 'slow', 'late', 'down'] as const;
export type Mood = (typeof MOODS)[number];

/** Where the mood is asked for with GET, and set with POST and `be=`; with `for=`, for so many seconds only. */
export const MOOD_PATH = '/demo/mood';

/** Slow enough that others are shown first, and within what a partner is waited for by default. */
const SLOW_MS = 1500;
/** Longer than a partner is waited for by default. */
const LATE_MS = 4000;
const LONGEST_SECONDS = 3600;

export type Waits = { slowMs?: number; lateMs?: number };

/** Stands before the registry at `behind`. When down, it closes every connection without a word. */
export function faultyPartner(behind: string, { slowMs = SLOW_MS, lateMs = LATE_MS }: Waits = {}): RequestListener {
  const waitMs: Partial<Record<Mood, number>> = { slow: slowMs, late: lateMs };
  let ordered: { mood: Mood; untilMs: number } = { mood: 'well', untilMs: Number.POSITIVE_INFINITY };
  const moodNow = (): Mood => (performance.now() < ordered.untilMs ? ordered.mood : 'well');
  return async (request, response) => {
    const { pathname, searchParams } = new URL(`${behind}${request.url ?? '/'}`);
    if (pathname === MOOD_PATH) {
      const wrong = request.method === 'POST' ? setMood(searchParams) : undefined;
      response.writeHead(wrong === undefined ? 200 : 400, { 'Content-Type': 'text/plain' });
      response.end(`${wrong ?? moodNow()}\n`);
      return;
    }
    const mood = moodNow();
    const ms = waitMs[mood];
    if (ms !== undefined) await wait(ms);
    if (mood === 'down') request.socket.destroy();
    else passOn(behind, request, response);
  };

  /** Answers what is wrong with the parameters. */
  function setMood(params: URLSearchParams): string | undefined {
    const mood = MOODS.find((one) => one === params.get('be'));
    if (mood === undefined) return `be must be one of ${MOODS.join(', ')}.`;
    const given = params.get('for');
    const seconds = given === null ? Number.POSITIVE_INFINITY : Number(given);
    if (given !== null && !(seconds >= 1 && seconds <= LONGEST_SECONDS)) {
      return `for must be a number of seconds from 1 to ${LONGEST_SECONDS}.`;
    }
    ordered = { mood, untilMs: performance.now() + seconds * 1000 };
    return undefined;
  }
}
