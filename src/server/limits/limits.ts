/** Limits what this registry does at once, and for one caller. Requests beyond a limit are refused at once and do not wait. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FederatedPlan } from '../../federation/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { noteRefusal, processorTimeMs, workBehindMs } from '../../lib/slices.ts';
import { isOver } from '../reply/reader.ts';
import { networkOf } from '../request/rate-limit.ts';
import { localsOf } from '../request/reply-locals.ts';
import { callers } from './callers.ts';
import { EXPORT_LIMITS, type ExportLimiter, exportLimiter } from './export-limiter.ts';
import { fairTurns } from './fair-turns.ts';
import { LIST_LIMITS, type ListPlaces, listPlaces, type SharedPlaces } from './list-places.ts';
import { type RequestRatesOptions, requestRates, type WorkSharesOptions, workShares } from './request-rates.ts';
import { lateness, type SearchPlaces, searchPlaces } from './search-places.ts';
import { heldFor, heldForAll, readerHold, unreadBytes } from './unread-bytes.ts';

type AnswerMemory = {
  /**
   * Counts rows and bytes before they are collected; negative numbers count that they are gone.
   *
   * @throws RegistryError `too-much-unread` if there is no room
   */
  reserve(rows: number, bytes: number): void;
  /** Resolves when the first rows are counted. After that, the answer is refused only if it grows beyond what was reserved. */
  begun(): Promise<void>;
  /** From now on counts without refusing, for an answer that is bounded elsewhere and has begun to be sent. */
  refuseNothing(): void;
};

/** Counts the memory of answers for the callers of their requests. */
type MemoryAccount = {
  /**
   * Checks that there is room for `bytes` more.
   *
   * @param heldBytes the bytes that this answer holds already; they alone never cause a refusal
   * @throws RegistryError if there is no room
   */
  checkRoom(req: Request, bytes: number, heldBytes: number): void;
  /** Called when the bytes held for a caller change; `bytes` is negative when some are released. */
  onHeld(req: Request, bytes: number): void;
  /** Called with all rows and bytes that are collected, also for small answers. */
  onReserved(req: Request, rows: number, bytes: number): void;
};

/** Smaller answers are not counted as held memory; there are never more of them than connections. */
const LARGE_BYTES = 256 * 1024;

/** Makes the memory of one answer. Every request has one, so the parts that few answers need are made at first use. */
function answerMemory(req: Request, res: Response, account: MemoryAccount): AnswerMemory {
  let hasBegun = false;
  let begun: PromiseWithResolvers<void> | undefined;
  let hold: ((bytes: number) => void) | undefined;
  let reservedBytes = 0;
  let refuses = true;

  function count(bytes: number): void {
    const isLarge = hold !== undefined || reservedBytes + bytes >= LARGE_BYTES;
    const more = hold === undefined ? reservedBytes + bytes : bytes;
    if (isLarge && refuses && bytes > 0) account.checkRoom(req, more, hold === undefined ? 0 : reservedBytes);
    reservedBytes += bytes;
    if (!isLarge) return;
    hold ??= readerHold(res, (bytes) => account.onHeld(req, bytes));
    hold(more);
  }

  return {
    reserve(rows, bytes) {
      count(bytes);
      if (rows > 0 || bytes > 0) account.onReserved(req, Math.max(0, rows), Math.max(0, bytes));
      hasBegun = true;
      begun?.resolve();
    },
    begun() {
      begun ??= Promise.withResolvers();
      if (hasBegun) begun.resolve();
      return begun.promise;
    },
    refuseNothing() {
      refuses = false;
    },
  };
}

type LimitsOptions = Omit<Parameters<typeof callers>[0], 'onUntrustedProxy'> &
  Omit<RequestRatesOptions & WorkSharesOptions, 'callerOf' | 'onRefused' | 'now'> & {
    /** Called once with the reason why no caller is limited although limits are set. */
    warn(what: string): void;
    /** How many searches of other registries may be under way while this process is not late with its own work. */
    searches: number;
    /** Places of all processes; undefined for a process that serves alone. */
    sharedPlaces?: SharedPlaces | undefined;
    /** How much memory all unread answers may take together. */
    unreadMegabytes: number;
  };

export type Limits = {
  /** Watches how fast the reader at a connection reads. */
  follow(socket: Socket): void;
  /** Handler for routes that cost work. Assets and health checks do not pass it, and so are never refused. */
  admit: RequestHandler;
  /**
   * The same for routes that ask only this registry. `reserve` counts nothing for them, as they count by their reply:
   * to know after every `await` which request is being answered costs a tenth of a small answer.
   */
  admitOwn: RequestHandler;
  /**
   * Counts rows and bytes before they are collected for the request that is being answered; outside a request it does
   * nothing.
   *
   * @throws RegistryError `too-much-unread`
   */
  reserve(rows: number, bytes: number): void;
  searches: Pick<SearchPlaces, 'check' | 'enter'>;
  lists: ListPlaces;
  exports: ExportLimiter;
  /** Why no caller is limited although limits are set, in words that continue "ready, but"; undefined if there is no such reason. */
  remark(): string | undefined;
  status(): LimitsStatus;
};

/** Current numbers, and what was refused since the start. */
export type LimitsStatus = {
  searchesUnderWay: number;
  /** How many searches may be under way; fewer than configured while this process is late with its own work. */
  searchesAllowed: number;
  listsUnderWay: number;
  exportsUnderWay: number;
  /** How much memory answers hold until their readers take them. */
  waitingBytes: number;
  /** How much memory large answers hold, from their first row until they are sent. */
  answerBytes: number;
  refused: Record<Refused, number>;
};

/**
 * Reasons of a refusal. `work`: the caller's share of work is used up; `unread`: too many bytes wait for readers;
 * `cutOff`: slow readers who were cut off meanwhile.
 */
type Refused = 'address' | 'partner' | 'work' | 'searches' | 'unread' | 'cutOff';

/** The request that is being answered; `isLate`: it waited so long that more questions arrive than can be answered. */
type Answering = { memory: AnswerMemory; isLate: boolean };

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 2;

/** Makes the limits, with the counters that they share. */
export function openLimits({ searches, unreadMegabytes, sharedPlaces, warn, ...rates }: LimitsOptions): Limits {
  const refused: Record<Refused, number> = { address: 0, partner: 0, work: 0, searches: 0, unread: 0, cutOff: 0 };
  let remark: string | undefined;
  const callerOf = callers({
    ...rates,
    onUntrustedProxy(address) {
      if (remark !== undefined) return;
      remark = `no caller is limited: a web server at ${address} names its callers, and server.trusted-proxies does not name ${address}`;
      warn(remark);
    },
  });
  const count = requestRates({
    ...rates,
    callerOf,
    onRefused: (kind) => void refused[kind === 'partner' ? 'partner' : 'address']++,
    now: () => performance.now(),
  });
  const work = workShares({ ...rates, onRefused: () => void refused.work++, now: () => performance.now() });

  const places = searchPlaces(searches, () => {
    refused.searches++;
    noteRefusal();
  });
  const clock = lateness(places.noteLateness, () => !places.isAtRest(), workBehindMs);

  const lists = listPlaces(LIST_LIMITS, sharedPlaces);
  const exports = exportLimiter(EXPORT_LIMITS, () => performance.now());

  const unread = unreadBytes({
    mostBytes: unreadMegabytes * BYTES_PER_MEGABYTE,
    heldFor,
    heldInAll: heldForAll,
    onCutOff: () => void refused.cutOff++,
    now: () => performance.now(),
  });
  const mostOfCaller = (unreadMegabytes * BYTES_PER_MEGABYTE) / 4;
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

  /** How many bytes are held for each caller who counts. */
  const heldBytes = new Map<string, number>();
  const turns = fairTurns(processorTimeMs, () => performance.now());
  const answers = new AsyncLocalStorage<Answering>();

  const heldForCaller = (req: Request) => heldBytes.get(callerOf(req)?.key ?? '') ?? 0;
  const account: MemoryAccount = {
    checkRoom(req, bytes, heldBytes) {
      const held = heldForCaller(req);
      const isAlone = held <= heldBytes;
      if (unread.isFullForLarge(bytes, heldBytes)) {
        unread.makeRoom(bytes);
        refuseUnread();
      }
      if (!isAlone && held + bytes > mostOfCaller) refuseUnread();
    },
    onHeld(req, bytes) {
      const key = callerOf(req)?.key;
      if (key === undefined) return;
      const left = heldForCaller(req) + bytes;
      if (left > 0) heldBytes.set(key, left);
      else heldBytes.delete(key);
    },
    onReserved(req, rows, bytes) {
      const caller = callerOf(req);
      if (caller !== undefined) work.spend(caller, rows, bytes);
    },
  };

  /** Counts how often a caller asks, and checks how much work that was. */
  const countBoth: RequestHandler = (req, res, next) =>
    count(req, res, (error?: unknown) => {
      const caller = callerOf(req);
      if (error !== undefined || caller === undefined) return next(error);
      try {
        work.check(caller, res);
      } catch (refusal) {
        return next(refusal);
      }
      next();
    });

  function admitted(req: Request, res: Response, next: NextFunction, begin: (answering: Answering) => void): void {
    if (localsOf(res).memory !== undefined) {
      next();
      return;
    }
    if (unread.isFull()) refuseUnread();
    const memory = answerMemory(req, res, account);
    localsOf(res).memory = memory;
    turns.take(
      () => networkOf(req.ip ?? ''),
      (isLate) => {
        if (!isOver(res)) begin({ memory, isLate });
      },
    );
  }

  return {
    follow(socket) {
      unread.follow(socket);
      looking ??= setInterval(lookAgain, LOOK_EVERY_MS).unref();
    },
    admit: (req, res, next) =>
      admitted(req, res, next, (answering) => answers.run(answering, countBoth, req, res, next)),
    admitOwn: (req, res, next) => admitted(req, res, next, () => countBoth(req, res, next)),
    reserve: (rows, bytes) => answers.getStore()?.memory.reserve(rows, bytes),
    searches: {
      check: () => places.check(answers.getStore()?.isLate),
      enter() {
        clock.begin();
        return places.enter();
      },
    },
    lists,
    exports,
    remark: () => remark,
    status() {
      const { underWay, allowed } = places.counts();
      return {
        searchesUnderWay: underWay,
        searchesAllowed: allowed,
        listsUnderWay: lists.underWay(),
        exportsUnderWay: exports.underWay(),
        waitingBytes: unread.counts().bytes,
        answerBytes: heldForAll(),
        refused: { ...refused },
      };
    },
  };
}

type Bounds = { places: Pick<SearchPlaces, 'check' | 'enter'>; reserve: Limits['reserve'] };

/**
 * Returns the same use cases, whose plans throw `too-many-searches` before any registry is asked if there is no place.
 * Lists of genes have places of their own, and a single record is asked of one registry only.
 */
export function boundedSearches<Network extends UseCases>(network: Network, bounds: Bounds): Network {
  const { federatedSearch, wholeSearch, federatedListing, federatedStatistics, federatedTerms, federatedCoverage } =
    network;
  const bounded: Omit<UseCases, 'federatedBatch' | 'recordAtOrigin'> = {
    federatedSearch: (...args) => inPlace(() => federatedSearch(...args), bounds),
    wholeSearch: (...args) => inPlace(() => wholeSearch(...args), bounds),
    federatedListing: (...args) => inPlace(() => federatedListing(...args), bounds),
    federatedStatistics: (...args) => inPlace(() => federatedStatistics(...args), bounds),
    federatedTerms: (...args) => inPlace(() => federatedTerms(...args), bounds),
    federatedCoverage: async (...args) => {
      bounds.places.check();
      return heldPlace(await federatedCoverage(...args), bounds);
    },
  };
  return { ...network, ...bounded };
}

/** Checks for a place before the plan is made, as a plan costs more than a refusal. */
function inPlace<Answer>(make: () => FederatedPlan<Answer>, bounds: Bounds): FederatedPlan<Answer> {
  bounds.places.check();
  return heldPlace(make(), bounds);
}

function heldPlace<Answer>(plan: FederatedPlan<Answer>, { places, reserve }: Bounds): FederatedPlan<Answer> {
  return {
    ...plan,
    async collect(onPart) {
      let place = places.enter();
      /** Gives the place back while the reader takes a part, so that slow readers hold no places. */
      const outside = async (part: Part) => {
        place[Symbol.dispose]();
        await onPart?.(part);
        place = places.enter();
      };
      try {
        const collected = await plan.collect(onPart && outside);
        // The records of this registry were counted before they were read.
        for (const { origin, records } of collected?.parts ?? []) {
          if (origin.key !== LOCAL_ORIGIN) reserve(records.length, 0);
        }
        return collected;
      } finally {
        place[Symbol.dispose]();
      }
    },
  };
}
