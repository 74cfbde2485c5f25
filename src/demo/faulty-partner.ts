/** A registry of the demonstration that can be told to be slow, down or well, to see what a search then says of it. */

import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { passOn } from './front.ts';

export const MOODS = ['well', 'slow', 'down'] as const;
export type Mood = (typeof MOODS)[number];

/** Where the mood is asked for with GET, and told with POST and `be=`. */
export const MOOD_PATH = '/demo/mood';

/** Longer than a partner is waited for by default. */
const SLOW_MS = 4000;

/** Stands before the registry at `behind`. When down, it closes every connection without a word. */
export function faultyPartner(behind: string, { slowMs = SLOW_MS }: { slowMs?: number } = {}): RequestListener {
  let mood: Mood = 'well';
  return async (request, response) => {
    const { pathname, searchParams } = new URL(`${behind}${request.url ?? '/'}`);
    if (pathname === MOOD_PATH) {
      const wanted = MOODS.find((one) => one === searchParams.get('be'));
      const isTold = request.method === 'POST';
      if (isTold && wanted !== undefined) mood = wanted;
      const isWrong = isTold && wanted === undefined;
      response.writeHead(isWrong ? 400 : 200, { 'Content-Type': 'text/plain' });
      response.end(isWrong ? `be must be one of ${MOODS.join(', ')}.\n` : `${mood}\n`);
      return;
    }
    if (mood === 'slow') await wait(slowMs);
    if (mood === 'down') request.socket.destroy();
    else passOn(behind, request, response);
  };
}
