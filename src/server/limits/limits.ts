/** Limits what this registry does at once, and for one caller. Requests beyond a limit are refused at once and do not wait. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FederatedPlan } from '../../federation/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { SharedState } from '../../lib/shared-state.ts';
import { beginRequest, noteRefusal, workBehindMs } from '../../lib/slices.ts';
import { isOver } from '../reply/reader.ts';
import { networkOf } from '../request/rate-limit.ts';
import { localsOf } from '../request/reply-locals.ts';
import { type AnswerMemory, answersMemory } from './answer-memory.ts';
import { callers } from './callers.ts';
import { type RequestRatesOptions, requestRates, type WorkSharesOptions, workShares } from './request-rates.ts';
import { lateness, searchSlots } from './search-slots.ts';
import { FILE_LIMITS, type FileSlots, fileSlots, LIST_LIMITS, type ListSlots, listSlots } from './work-in-flight.ts';

type LimitsOptions = Omit<Parameters<typeof callers>[0], 'onUntrustedProxy'> &
  Omit<RequestRatesOptions & WorkSharesOptions, 'callerOf' | 'onRefused' | 'now'> & {
    /** Called once with the reason why no caller is limited although limits are set. */
    warn(what: string): void;
    /** How many searches of other registries may be under way while this process is not late with its own work. */
    searches: number;
    /** Slots of all processes; undefined for a process that serves alone. */
    sharedSlots?: Pick<SharedState, 'claim'> | undefined;
    /** How much memory all unread answers may take together. */
    unreadMegabytes: number;
  };

/** The slots of searches for the request that is being answered. */
type SlotsOfSearches = {
  /** @throws RegistryError `too-many-searches` if another search may not begin */
  check(): void;
  /** Takes a slot, which is free again when it is disposed of. */
  enter(): Disposable;
};

export type Limits = {
  /** Watches how fast the reader at a connection reads. */
  follow(socket: Socket): void;
  /** Handler for routes that cost work. Assets and health checks do not pass it, and so are never refused. */
  admit: RequestHandler;
  /**
   * The same for routes that ask only this registry. `reserve` counts nothing for them, because they count by their
   * reply. To find the request after every `await` would cost a tenth of a small answer.
   */
  admitOwn: RequestHandler;
  /**
   * Counts rows and bytes before they are collected for the request that is being answered; outside a request it does
   * nothing.
   *
   * @throws RegistryError `too-much-unread`
   */
  reserve(rows: number, bytes: number): void;
  searches: SlotsOfSearches;
  lists: ListSlots;
  exports: FileSlots;
  /** Why no caller is limited although limits are set, in words that continue "ready, but"; undefined if there is no such reason. */
  remark(): string | undefined;
  status(): LimitsStatus;
};

/** Current numbers, and the refusals since the start. */
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

/** The request that is being answered. */
type Answering = { req: Request; memory: AnswerMemory };

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LOOK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 2;

/** Makes the limits, with the counters that they share. */
export function openLimits({ searches, unreadMegabytes, sharedSlots, warn, ...rates }: LimitsOptions): Limits {
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
  const keyOf = (req: Request) => callerOf(req)?.key;
  const count = requestRates({
    ...rates,
    callerOf,
    onRefused: (kind) => void refused[kind === 'partner' ? 'partner' : 'address']++,
    now: () => performance.now(),
  });
  const work = workShares({ ...rates, onRefused: () => void refused.work++, now: () => performance.now() });

  const searchesInFlight = searchSlots(searches, () => {
    refused.searches++;
    noteRefusal();
  });
  const clock = lateness(searchesInFlight.noteLateness, () => !searchesInFlight.isAtRest(), workBehindMs);

  const lists = listSlots(LIST_LIMITS, sharedSlots);
  const exports = fileSlots(FILE_LIMITS);

  const memories = answersMemory({
    mostBytes: unreadMegabytes * BYTES_PER_MEGABYTE,
    callerOf: keyOf,
    onReserved(req, rows, bytes) {
      const caller = callerOf(req);
      if (caller !== undefined) work.spend(caller, rows, bytes);
    },
    refuse: refuseUnread,
    onCutOff: () => void refused.cutOff++,
    now: () => performance.now(),
  });
  let looking: NodeJS.Timeout | undefined;
  function lookAgain(): void {
    memories.look();
    if (memories.counts().readers > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function refuseUnread(): never {
    refused.unread++;
    throw new RegistryError('too-much-unread', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  const answers = new AsyncLocalStorage<Answering>();

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
    if (memories.isFull()) refuseUnread();
    const memory = memories.open(req, res);
    localsOf(res).memory = memory;
    beginRequest(networkOf(req.ip ?? ''), () => {
      if (!isOver(res)) begin({ req, memory });
    });
  }

  return {
    follow(socket) {
      memories.follow(socket);
      looking ??= setInterval(lookAgain, LOOK_EVERY_MS).unref();
    },
    admit: (req, res, next) =>
      admitted(req, res, next, (answering) => answers.run(answering, countBoth, req, res, next)),
    admitOwn: (req, res, next) => admitted(req, res, next, () => countBoth(req, res, next)),
    reserve: (rows, bytes) => answers.getStore()?.memory.reserve(rows, bytes),
    searches: {
      check() {
        const answering = answers.getStore();
        searchesInFlight.check(answering && keyOf(answering.req));
      },
      enter() {
        clock.begin();
        const answering = answers.getStore();
        return searchesInFlight.enter(answering && keyOf(answering.req));
      },
    },
    lists,
    exports,
    remark: () => remark,
    status() {
      const { underWay, allowed } = searchesInFlight.counts();
      const { unreadBytes, heldBytes } = memories.counts();
      return {
        searchesUnderWay: underWay,
        searchesAllowed: allowed,
        listsUnderWay: lists.inFlight(),
        exportsUnderWay: exports.inFlight(),
        waitingBytes: unreadBytes,
        answerBytes: heldBytes,
        refused: { ...refused },
      };
    },
  };
}

type Bounds = { searches: SlotsOfSearches; reserve: Limits['reserve'] };

/**
 * Returns the same use cases, whose plans throw `too-many-searches` before any registry is asked if there is no slot.
 * Lists of genes have slots of their own, and a single record is asked of one registry only.
 */
export function boundedSearches<Network extends UseCases>(network: Network, bounds: Bounds): Network {
  const { federatedSearch, wholeSearch, federatedListing, federatedStatistics, federatedTerms, federatedCoverage } =
    network;
  const bounded: Omit<UseCases, 'federatedBatch' | 'recordAtOrigin'> = {
    federatedSearch: (...args) => inSlot(() => federatedSearch(...args), bounds),
    wholeSearch: (...args) => inSlot(() => wholeSearch(...args), bounds),
    federatedListing: (...args) => inSlot(() => federatedListing(...args), bounds),
    federatedStatistics: (...args) => inSlot(() => federatedStatistics(...args), bounds),
    federatedTerms: (...args) => inSlot(() => federatedTerms(...args), bounds),
    federatedCoverage: async (...args) => {
      bounds.searches.check();
      return heldSlot(await federatedCoverage(...args), bounds);
    },
  };
  return { ...network, ...bounded };
}

/** Checks for a slot before the plan is made, as a plan costs more than a refusal. */
function inSlot<Answer>(make: () => FederatedPlan<Answer>, bounds: Bounds): FederatedPlan<Answer> {
  bounds.searches.check();
  return heldSlot(make(), bounds);
}

function heldSlot<Answer>(plan: FederatedPlan<Answer>, { searches, reserve }: Bounds): FederatedPlan<Answer> {
  return {
    ...plan,
    async collect(onPart) {
      let slot = searches.enter();
      /** Gives the slot back while the reader takes a part, so that slow readers hold no slots. */
      const outside = async (part: Part) => {
        slot[Symbol.dispose]();
        await onPart?.(part);
        slot = searches.enter();
      };
      try {
        const collected = await plan.collect(onPart && outside);
        // The records of this registry were counted before they were read.
        for (const { origin, records } of collected?.parts ?? []) {
          if (origin.key !== LOCAL_ORIGIN) reserve(records.length, 0);
        }
        return collected;
      } finally {
        slot[Symbol.dispose]();
      }
    },
  };
}
