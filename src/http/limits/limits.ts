/** What this registry does at most at once, and for one caller: what is beyond is refused at once, and never waits. */

import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { heldFor, heldForAll } from '../reply/held-bytes.ts';
import { localsOf } from '../request/reply-locals.ts';
import { lateness } from './lateness.ts';
import { type RequestRatesOptions, requestRates } from './request-rates.ts';
import { type SearchPlaces, searchPlaces } from './search-places.ts';
import { unreadBytes } from './unread-bytes.ts';

export type LimitsOptions = Omit<RequestRatesOptions, 'onRefused' | 'now'> & {
  /** How many searches of other registries are under way at once while this process is in time with its work. */
  searches: number;
  /** What answers hold in memory for their readers together. */
  unreadMegabytes: number;
};

export type Limits = {
  /** Follows what the reader at a connection takes, whatever is asked for. */
  follow(socket: Socket): void;
  /** Stands before what costs work: assets, and whether the service is alive, are never refused. */
  admit: RequestHandler;
  searches: Pick<SearchPlaces, 'check' | 'enter'>;
  status(): LimitsStatus;
};

/** How it stands now, and what was refused since the start. */
export type LimitsStatus = {
  searchesUnderWay: number;
  /** How many may be; fewer than configured while this process is late with its own work. */
  searchesAllowed: number;
  /** What answers hold in memory for readers who have not taken it yet. */
  waitingBytes: number;
  refused: Record<Refused, number>;
};

/** `unread`: too much was waiting for readers; `cutOff`: readers who did not read, while that was so. */
export type Refused = 'address' | 'partner' | 'searches' | 'unread' | 'cutOff';

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 2;

export function openLimits({ searches, unreadMegabytes, ...rates }: LimitsOptions): Limits {
  const refused: Record<Refused, number> = { address: 0, partner: 0, searches: 0, unread: 0, cutOff: 0 };
  const count = requestRates({
    ...rates,
    onRefused: (kind) => void refused[kind === 'partner' ? 'partner' : 'address']++,
    now: Date.now,
  });

  const places = searchPlaces(searches, () => void refused.searches++);
  const clock = lateness(places.hear, () => !places.isAtRest());

  const unread = unreadBytes({
    mostBytes: unreadMegabytes * BYTES_PER_MEGABYTE,
    heldFor,
    heldInAll: heldForAll,
    onCutOff: () => void refused.cutOff++,
    now: () => performance.now(),
  });
  let looking: NodeJS.Timeout | undefined;
  function lookAgain(): void {
    unread.look();
    if (unread.counts().readers > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function refuseUnread(): never {
    refused.unread++;
    throw new RegistryError('too-much-unread', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  function checkRoom(): void {
    if (unread.isFullForLarge()) refuseUnread();
  }

  return {
    follow(socket) {
      unread.follow(socket);
      looking ??= setInterval(lookAgain, LOOK_EVERY_MS).unref();
    },
    admit(req, res, next) {
      if (unread.isFull()) refuseUnread();
      localsOf(res).checkRoom = checkRoom;
      count(req, res, next);
    },
    searches: {
      check: places.check,
      enter() {
        clock.begin();
        return places.enter();
      },
    },
    status() {
      const { underWay, allowed } = places.counts();
      return {
        searchesUnderWay: underWay,
        searchesAllowed: allowed,
        waitingBytes: unread.counts().bytes,
        refused: { ...refused },
      };
    },
  };
}
