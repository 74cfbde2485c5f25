/**
 * A partner as this registry asks it, with everything but the network: what it answers stands in the test, and time is
 * the test's own under `vi.useFakeTimers()`.
 */

import { geneRecord } from '../../../src/demo/mock-people.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { AskOptions, Question, SourceAnswer } from '../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../../src/domain/record/model.ts';
import { readVersion } from '../../../src/federation/dialect/dialect.ts';
import type { CallFailure, CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { answerCache, type Cached, freshness, questionNames } from '../../../src/federation/partner/answer-cache.ts';
import type { Partner } from '../../../src/federation/partner/partner.ts';
import { partnerBreakers } from '../../../src/federation/partner/partner-breakers.ts';
import { partnerClient } from '../../../src/federation/partner/partner-client.ts';
import { partnerHistory } from '../../../src/federation/partner/partner-history.ts';
import { partnerNotes } from '../../../src/federation/partner/partner-notes.ts';
import type { PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { callMarks, versionDiscovery } from '../../../src/federation/partner/version-discovery.ts';
import { type PartnerSourceOptions, partnerSource, viewsOf } from '../../../src/federation/partner-source.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import { signer } from '../../../src/federation/signer.ts';
import { lateFailure } from '../../../src/federation/transport/call-failures.ts';
import type { HttpClient, TimeoutKind } from '../../../src/federation/transport/http-client.ts';
import { memoryState } from '../../../src/lib/shared-state.ts';
import { CHECKS } from '../../domain/sanitize/example-partner-records.ts';
import { oneClock } from './one-clock.ts';

export const ADMIN: Viewer = { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false };
export const REMOTE_ADMIN: Viewer = { kind: 'partner', userId: 2, hasAdminRole: true, hasServiceRole: false };
export const READ_TIMEOUT_MS = 3000;
export const PARTNER_TIMEOUT_MS = 5000;

export type SentCall = { path: string; authorization: string | undefined };
/** What a request lets its answer do meanwhile. */
export type Course = SentCall & { /** Says that a byte has come. */ keepAlive: () => void };
/** What comes back from one request, be it later; never, where the promise stays as it is. */
export type Answering = (course: Course) => CallOutcome | Promise<CallOutcome>;

type Options = {
  answers: Answering;
  /** Null: it states none. */
  version?: string | null;
  token?: string;
  maxConcurrency?: number;
} & Partial<Pick<PartnerSourceOptions, 'resolveGene' | 'taxa' | 'sharedAnswers' | 'clock'>>;

export type FakePartner = ReturnType<typeof fakePartner>;

export function fakePartner({ answers, version = '1.5.10', token, maxConcurrency = 4, ...more }: Options) {
  const { clock = oneClock(() => Date.now()), ...needs } = more;
  const calls: SentCall[] = [];
  const counts = { underWay: 0, mostAtOnce: 0, stopped: 0 };
  const reported: string[] = [];
  const faults: unknown[] = [];
  const store = new Map<string, Cached<PartnerAnswer>>();
  const { now } = clock;
  let answering = answers;
  let answerVersion = () => Promise.resolve(versionAnswer(version));

  const agent: HttpClient = {
    async call(path, { authorization, signal, timeoutMs, onTimeout, onBodyBytes } = {}) {
      calls.push({ path, authorization });
      counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.underWay);
      let isTimedOut = false;
      function timeOut(after: TimeoutKind): void {
        if (!isTimedOut) onTimeout?.(after, giveUp);
        isTimedOut = true;
      }
      const quiet = setTimeout(timeOut, READ_TIMEOUT_MS, 'silence');
      const whole = setTimeout(timeOut, timeoutMs, 'whole-time');
      const keepAlive = () => {
        quiet.refresh();
        onBodyBytes?.(1);
      };
      const gone = Promise.withResolvers<CallOutcome>();
      function stop(): void {
        counts.stopped++;
        gone.reject(signal?.reason);
      }
      function giveUp(): void {
        counts.stopped++;
        gone.resolve({ failure: lateFailure('waiting', READ_TIMEOUT_MS) });
      }
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answer = path === '/api' ? answerVersion() : answering({ path, authorization, keepAlive });
        return await Promise.race([answer, gone.promise]);
      } finally {
        counts.underWay--;
        clearTimeout(quiet);
        clearTimeout(whole);
        signal?.removeEventListener('abort', stop);
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const state = memoryState().join();
  const breakers = partnerBreakers({ clock, random: () => 0.5 });
  const partner: Partner = {
    key: 'fly',
    name: 'Fly Registry',
    url: 'https://fly.example.org',
    type: RDP,
    timeoutMs: PARTNER_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    client: partnerClient({
      ...{ agent, token, maxConcurrency },
      ...{ readTimeoutMs: READ_TIMEOUT_MS, timeoutMs: PARTNER_TIMEOUT_MS },
    }),
    discovery: versionDiscovery({
      call: (path) => agent.call(path),
      marks: callMarks(state, now),
      readVersion,
      clock,
      refreshMs: 600_000,
      retryMs: 30_000,
    }),
    circuitBreaker: breakers.circuitBreaker,
    kinds: breakers.kinds,
    history: partnerHistory(clock),
    notes: partnerNotes({ wallNow: () => new Date(clock.toWall(clock.now())) }),
    token: { isConfigured: token !== undefined, wasRefused: false, suspendedUntilMs: 0 },
  };
  const rules = freshness({ now });
  const views = viewsOf(partner, { state, cacheName: 'fly', clock });
  const source = partnerSource(partner, {
    views,
    sanitize: { checks: CHECKS, taxonOrdering: () => null },
    registryUrl: 'https://registry.example.org',
    cache: answerCache(store, { now, rules }),
    rules,
    cacheName: 'fly',
    ending: new AbortController().signal,
    nameQuestion: questionNames(signer(Buffer.alloc(32, 3)).sign),
    clock,
    reportToAdministrator: (_, what, level) => void reported.push(`${level}: ${what}`),
    reportFault: (error) => void faults.push(error),
    resolveGene: async () => [],
    taxa: async () => [],
    unknownOrgans: async () => [],
    ...needs,
  });

  return {
    ...{ source, partner, counts, reported, faults, store },
    /** Every request so far, in order. */
    calls,
    /** Those that are not for the version. */
    questions: () => calls.filter(({ path }) => path !== '/api').map(({ path }) => path),
    /** What it answers from now on. */
    play(changed: Answering) {
      answering = changed;
    },
    /** Writes this where a version should stand. */
    sayVersion(document: unknown) {
      answerVersion = () => Promise.resolve(json(document));
    },
    /** Answers this to requests for its description. */
    sayOfApi(outcome: CallOutcome) {
      answerVersion = () => Promise.resolve(outcome);
    },
    hangOnVersion() {
      answerVersion = never;
    },
    /** As a search asks: what is cached, else the partner. */
    async ask(
      question: Question,
      viewer = PUBLIC_VIEWER,
      signal = new AbortController().signal,
      options: AskOptions = {},
    ): Promise<SourceAnswer> {
      return source.getCached(question, viewer) ?? source.ask(question, viewer, signal, options);
    },
    /** Asks for the version and waits for it. */
    async learnVersion() {
      partner.discovery.refreshBehind();
      await partner.discovery.settled();
    },
  };
}

/** The same, its version known already. */
export async function knownPartner(options: Options): Promise<FakePartner> {
  const partner = fakePartner(options);
  await partner.learnVersion();
  return partner;
}

function versionAnswer(version: string | null): CallOutcome {
  return version === null ? text(503, 'Not now.') : json({ openapi: '3.0.1', info: { version } });
}

export function json(value: unknown, status = 200): CallOutcome {
  return replyWith({ status, contentType: 'application/json', body: JSON.stringify(value) });
}

/** One researcher with the gene that is asked for. */
export function foundGene({ path }: SentCall): CallOutcome {
  const symbol = new URLSearchParams(path.split('?')[1]).get('symbol');
  return json([geneRecord(1, { symbol })]);
}

export function text(status: number, body: string, retryAfterSeconds?: number): CallOutcome {
  return replyWith({ status, contentType: 'text/plain', body, retryAfterSeconds });
}

type Written = { status: number; contentType: string; body: string; retryAfterSeconds?: number | undefined };

export function replyWith(reply: Written & { isCut?: boolean }): CallOutcome {
  return { reply: { retryAfterSeconds: undefined, bytes: Buffer.byteLength(reply.body), isCut: false, ...reply } };
}

export function failing(failure: Partial<CallFailure> = {}): { failure: CallFailure } {
  const refused = { state: 'unreachable', error: 'connection_refused' } as const;
  return { failure: { ...refused, reason: reason('connection-refused', { cause: null }), ...failure } };
}

/** An answer after so much time. */
export function after(delayMs: number, outcome: CallOutcome): Promise<CallOutcome> {
  return new Promise((resolve) => void setTimeout(resolve, delayMs, outcome));
}

/** No answer at all. */
export function never(): Promise<CallOutcome> {
  return new Promise(() => undefined);
}
