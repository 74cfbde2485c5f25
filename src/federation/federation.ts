/** The partners of this registry, as one source each, and the functions that ask them together. */

import { createHash } from 'node:crypto';
import type { FederatedAccessRequest, SentElsewhere } from '../domain/contact/access-form.ts';
import { noticeOf } from '../domain/federation/origin.ts';
import { reason } from '../domain/federation/reasons.ts';
import { titleOf } from '../domain/federation/reasons-in-english.ts';
import type { QuestionKind, Source } from '../domain/federation/source.ts';
import { memoizeByVersion } from '../domain/memoize.ts';
import { ownMember } from '../domain/own-member.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import type { Viewer } from '../domain/record/model.ts';
import { FORM_OF_VALUES, memoryState, type SharedState } from '../lib/shared-state.ts';
import { sendAccessRequest, takesAccessRequests } from './access-at-partner.ts';
import { MOST_BODY_BYTES, MOST_VERSION_BYTES } from './dialect/reply.ts';
import { type AskList, askList, type FanOut, fanOut } from './fan-out.ts';
import { type AnswerStore, answerCache, freshness, questionNames } from './partner/answer-cache.ts';
import type { CircuitBreakerState } from './partner/circuit-breaker.ts';
import type { Partner } from './partner/partner.ts';
import { partnerBreakers } from './partner/partner-breakers.ts';
import { partnerClient } from './partner/partner-client.ts';
import { partnerHistory, type RenderedTrend, renderTrend, type StoredHistory } from './partner/partner-history.ts';
import { partnerNotes } from './partner/partner-notes.ts';
import type { PartnerAnswer } from './partner/partner-query.ts';
import {
  type CheckHealth,
  healthCheck,
  type PartnerState,
  type PartnerStatus,
  partnerState,
  partnerStatus,
} from './partner/partner-state.ts';
import { sharedTallies } from './partner/shared-tallies.ts';
import type { SourceType } from './partner/source-type.ts';
import { LATE_ANSWER_MS } from './partner/times.ts';
import { type CallMarks, type ClaimedOrigin, callMarks, versionDiscovery } from './partner/version-discovery.ts';
import { type OpenedPartner, type PartnerListChange, partnerList } from './partner-list.ts';
import { type PartnerSourceOptions, partnerSource, viewsOf } from './partner-source.ts';
import { type PartnerTest, partnerTest } from './probe/partner-test.ts';
import { openHttpClient } from './transport/http-client.ts';
import { type LongBodies, longBodies } from './transport/long-bodies.ts';

export type Federation = AsyncDisposable & {
  /** The present partners, in the order of the configuration. */
  sources: () => readonly Source[];
  fanOut: FanOut;
  askList: AskList;
  partnerStates: (viewer: Viewer) => readonly PartnerState[];
  /** The state of every partner's circuit breaker, or of a kind of question that fails where the partner does not. */
  circuitBreakers: () => readonly (CircuitBreakerState & { key: string; openCount: number })[];
  /** The last questions to each partner, the oldest first, and the kinds of error among them. For administrators only. */
  partnerTrends: () => readonly PartnerTrends[];
  /** The state of a partner for its own administrators; undefined if no partner has the key. */
  partnerStatus: (key: string) => PartnerStatus | undefined;
  /** Notes a question that arrived with the token that is tied to a partner. */
  recordInbound: (key: string, kind: QuestionKind) => void;
  /** Sends requests for access to records of partners, for callers here. */
  accessAtPartners: AccessAtPartners;
  /** Tests a partner now, even if its circuit breaker is open; undefined if no partner has the key. For administrators only. */
  testPartner: (key: string) => Promise<PartnerTest> | undefined;
  /** The partners whose configuration has an address for messages about them. */
  watched: () => readonly WatchedPartner[];
  /** Starts to learn the version of every partner, so that the first search can use it. */
  learnVersions(): void;
  /** Replaces the partners. Those with the same settings stay, with all that is known of them. */
  replacePartners(partners: readonly PartnerConfig[]): PartnerListChange;
  /** Called with the mark of every request that arrives with one: the partner that was asked may be this registry itself. */
  receivedMark(mark: string): void;
};

export type AccessAtPartners = {
  /** Whether the partner accepts requests for access, as far as is known. */
  takes(key: string): boolean;
  /** Never rejects. */
  send(key: string, request: FederatedAccessRequest): Promise<SentElsewhere>;
};

type PartnerTrends = { key: string } & RenderedTrend;

export type WatchedPartner = Pick<Source, 'key' | 'name' | 'url'> & {
  /** The e-mail address of the partner's administrators. */
  contact: string;
  checkHealth: CheckHealth;
};

type Options = Omit<
  PartnerSourceOptions,
  'cache' | 'cacheName' | 'rules' | 'nameQuestion' | 'staleMinutes' | 'notice' | 'views' | 'sharedAnswers'
> & {
  partners: readonly PartnerConfig[];
  /** Every kind of source that a partner may be, by name. */
  sourceTypes: Readonly<Record<string, SourceType>>;
  /** Where answers are cached. */
  store: AnswerStore<PartnerAnswer>;
  freshSeconds: number;
  staleSeconds: number;
  searchTimeoutMs: number;
  /** The `User-Agent` of this software. */
  userAgent: string;
  /** Returns the stored history of the partner with this key; undefined if none is stored. */
  historyOf?: ((key: string) => StoredHistory) | undefined;
  /** What this process shares with others; undefined if it is alone. */
  copies?: Copies | undefined;
};

/** The other copies of this registry. */
export type Copies = {
  /** The state that all of them share. */
  state: SharedState;
  /** The state of the server that instances share, for answers; undefined if there is none. */
  answers: SharedState | undefined;
  /** The state of the processes of this machine. */
  machine: SharedState;
  /** Which of how many processes this one is. */
  place: { number: number; count: number };
};

function alone(): Copies {
  const state = memoryState().join();
  return { state, answers: undefined, machine: state, place: { number: 1, count: 1 } };
}

/** The limit for the bytes of long answers of all partners together, until they have been read. */
const MOST_LONG_BYTES = 10 * MOST_BODY_BYTES;
/** How many long answers are read at the same time. */
const MOST_LONG_READ = 8;
/** The share of a partner's time in which a long answer must get room, so that it can be read in the rest. */
const ROOM_SHARE = 0.8;
/** How long what was published of a partner is there for a copy that starts later. */
const PUBLISHED_MS = 86_400_000;
const ITSELF = `${titleOf(reason('this-registry-itself'))}, and is not asked: remove it from the partners`;
const VERSION_LATE_MS = 10_000;
const VERSION_REFRESH_MS = 600_000;
const VERSION_RETRY_MS = 30_000;

/** Opens the partners of the configuration, without a request to any of them. */
export function openFederation(options: Options): Federation {
  const { clock, freshSeconds, staleSeconds, searchTimeoutMs } = options;
  const { now } = clock;
  const rules = freshness({ now, freshSeconds, staleSeconds });
  const cache = answerCache<PartnerAnswer>(options.store, { now, rules });
  const copies = options.copies ?? alone();
  const nameQuestion = questionNames(digest);
  const marks = callMarks(copies.state, now);
  const ofPartner = longBodies({ mostBytes: MOST_LONG_BYTES, longestBytes: MOST_BODY_BYTES, mostRead: MOST_LONG_READ });
  const list = partnerList((settings: PartnerConfig): Opened => {
    const depends = JSON.stringify([settings.key, settings.name, settings.url, settings.query, settings.token]);
    const name = digest(`${FORM_OF_VALUES} ${depends}`);
    const opening = { ...options, marks, longBodies: ofPartner(), copies, sharedName: name };
    const { partner, lateMs, resources } = openPartner(settings, opening);
    const views = resources.use(viewsOf(partner, { state: copies.state, cacheName: name, clock }));
    return {
      ...{ settings, partner, lateMs },
      source: partnerSource(partner, {
        ...{ ...options, cache, rules, views, sharedAnswers: copies.answers },
        ...{ cacheName: name, nameQuestion, staleMinutes: settings.staleMinutes, notice: noticeOf(settings) },
      }),
      test: partnerTest(partner, { ...options, connectTimeoutMs: settings.connectTimeoutMs }),
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  });
  list.replace(options.partners);
  const partners = () => list.current().map(({ partner }) => partner);
  const openedFor = (key: string) => list.current().find(({ partner }) => partner.key === key);
  const partnerOf = (key: string) => openedFor(key)?.partner;
  function learnVersions(): void {
    for (const partner of partners()) partner.discovery.refreshBehind();
  }
  return {
    sources: memoizeByVersion(list.current, (opened) => opened.map(({ source }) => source)),
    fanOut: fanOut({ searchTimeoutMs }),
    askList,
    partnerStates: (viewer) => partners().map((partner) => partnerState(partner, viewer)),
    circuitBreakers: () =>
      partners().map(({ key, circuitBreaker: one, kinds }) => ({
        key,
        ...((one.state().because === undefined ? kinds.failing() : undefined) ?? one.state()),
        openCount: one.openCount() + kinds.openCount(),
      })),
    partnerTrends: () => partners().map(({ key, history }) => ({ key, ...renderTrend(history.trend()) })),
    partnerStatus(key) {
      const partner = partnerOf(key);
      return partner && partnerStatus(partner);
    },
    accessAtPartners: {
      takes(key) {
        const partner = partnerOf(key);
        return partner !== undefined && takesAccessRequests(partner);
      },
      async send(key, request) {
        const partner = partnerOf(key);
        // The text of a caller goes only to a partner that has said that it accepts such requests.
        if (partner === undefined || !takesAccessRequests(partner)) return { state: 'failed' };
        return sendAccessRequest(partner, request);
      },
    },
    recordInbound: (key, kind) => partnerOf(key)?.notes.inbound(kind),
    testPartner: (key) => openedFor(key)?.test(),
    watched: () =>
      list.current().flatMap(({ settings: { key, name, url, contact }, partner, source }) => {
        return contact === undefined ? [] : [{ key, name, url, contact, checkHealth: healthCheck(partner, source) }];
      }),
    learnVersions,
    replacePartners(settings) {
      const change = list.replace(settings);
      learnVersions();
      return change;
    },
    receivedMark: marks.received,
    [Symbol.asyncDispose]: () => list[Symbol.asyncDispose](),
  };
}

type Opened = OpenedPartner<PartnerConfig> & {
  partner: Partner;
  test: () => Promise<PartnerTest>;
};

type Opening = Options & {
  marks: CallMarks;
  longBodies: LongBodies;
  copies: Copies;
  /** The name of the partner in what copies share. */
  sharedName: string;
};

function openPartner(
  address: PartnerConfig,
  options: Opening,
): { partner: Partner; lateMs: number; resources: AsyncDisposableStack } {
  const resources = new AsyncDisposableStack();
  const { key, name, url, query, token, timeoutMs, maxConcurrency, ...timeouts } = address;
  const type = sourceType(address, options.sourceTypes);
  const { userAgent, clock, marks, longBodies, copies, sharedName } = options;
  const whereTo = { url: query === '' ? url : `${url}?${query}`, ...timeouts };
  const limits = { userAgent, mostBodyBytes: MOST_BODY_BYTES, longBodies, roomWithinMs: ROOM_SHARE * timeoutMs };
  // Twice as many connections, for requests whose callers were answered before and whose answers may still be cached.
  const connections = 2 * maxConcurrency;
  const lateMs = Math.max(LATE_ANSWER_MS, 2 * timeoutMs);
  const agent = resources.use(openHttpClient({ ...whereTo, maxConcurrency: connections }, { ...limits, lateMs }));
  // The version has a connection of its own, so that no search waits for it.
  const ofVersion = { ...limits, mostBodyBytes: MOST_VERSION_BYTES, lateMs: VERSION_LATE_MS };
  const versionAgent = resources.use(openHttpClient({ ...whereTo, maxConcurrency: 1 }, ofVersion));
  const publish = (what: string) => (text: string) =>
    void copies.state.publish(`${what} ${sharedName}`, text, PUBLISHED_MS);
  const subscribe = (what: string, take: (text: string) => void) =>
    void resources.use(copies.state.subscribe(`${what} ${sharedName}`, take));
  const tallies = resources.use(
    sharedTallies({
      ...{ state: copies.machine, name: sharedName, place: copies.place },
      own: () => ({ history: partner.history.own(), notes: partner.notes.own() }),
    }),
  );
  const breakers = partnerBreakers({ clock, random: Math.random, publish: publish('breakers') });
  const partner: Partner = {
    ...{ key, name, url, type, timeoutMs, readTimeoutMs: timeouts.readTimeoutMs },
    client: partnerClient({ agent, token, timeoutMs, readTimeoutMs: timeouts.readTimeoutMs, maxConcurrency }),
    discovery: versionDiscovery({
      call: (path, mark) => versionAgent.call(path, { mark }),
      marks,
      readVersion: type.readVersion,
      clock,
      refreshMs: VERSION_REFRESH_MS,
      retryMs: VERSION_RETRY_MS,
      publish: publish('version'),
      onLearned: (_, claimed) => compareAddress(address, claimed, options),
      onRecognised: () => options.reportToAdministrator(key, ITSELF, 'error'),
    }),
    circuitBreaker: breakers.circuitBreaker,
    kinds: breakers.kinds,
    history: partnerHistory(clock, {
      stored: options.historyOf?.(key),
      others: tallies.histories,
      onChange: tallies.changed,
    }),
    notes: partnerNotes({
      wallNow: () => new Date(clock.toWall(clock.now())),
      others: tallies.notes,
      onChange: tallies.changed,
    }),
    token: { isConfigured: token !== undefined, wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY },
  };
  subscribe('breakers', breakers.take);
  subscribe('version', partner.discovery.take);
  return { partner, lateMs, resources };
}

/** Returns a name that is the same in every copy of this registry. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** @throws Error if no type has the name, which the check of the configuration excludes */
function sourceType({ key, type }: PartnerConfig, types: Options['sourceTypes']): SourceType {
  const found = ownMember(types, type);
  if (found !== undefined) return found;
  throw new Error(`The type of the partner ${key} is ${type}, but must be one of ${Object.keys(types).join(', ')}.`);
}

/**
 * Reports a partner that states another address than the configured one. Records in other registries link to its people
 * by its own address, so the two should agree.
 */
function compareAddress({ key, url }: PartnerConfig, claimed: ClaimedOrigin, { reportToAdministrator }: Options): void {
  if (claimed.url === undefined || URL.parse(claimed.url)?.host === URL.parse(url)?.host) return;
  reportToAdministrator(key, `says that its address is ${claimed.url}, but is configured as ${url}`, 'warn');
}
