/** What is counted for operators while the program runs, under labels of closed lists: no word of a caller is among them. */

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Metered } from 'prom-client';
import { isComplete } from './domain/federation/completeness.ts';
import type { Origin } from './domain/federation/origin.ts';
import { LOCAL_ORIGIN, ORIGIN_STATES } from './domain/federation/origin.ts';
import type { Question, QuestionKind, Source } from './domain/federation/source.ts';
import { madeOnce } from './domain/made-once.ts';
import type { AskList } from './federation/ask-list.ts';
import type { FanOut } from './federation/fan-out.ts';
import { tellFollowing } from './follow-metrics.ts';
import type { LogRequest } from './http/server/request-log.ts';
import type { FollowStatus } from './registry/follow/follow-status.ts';

export type Metrics = {
  /** The same log, with every request counted that it is told of. */
  countBeside(logRequest: LogRequest): LogRequest;
  /** The same network, whose answers are counted as readers get them. */
  watch<Watched extends Network>(network: Watched): Watched;
  /** Everything there is to tell now, in the text form of Prometheus. */
  scrape(): Promise<{ contentType: string; text: string }>;
};

type Network = { sources: () => readonly Source[]; fanOut: FanOut; askList: AskList };

type Options = {
  version: string;
  apiVersion: string;
  /** Of this registry and all partners of the moment. */
  originKeys: () => readonly string[];
  /** The names of the search tokens that partners' administrators may come with. */
  searchTokens: readonly string[];
  /** How every partner stands at the moment. */
  partnerStates: () => readonly { key: string; state: string }[];
  /** How it stands with the followed database; undefined where none is followed. */
  followStatus: (() => FollowStatus) | undefined;
  /** Whether the process above this one asks for what was counted here. */
  isWorker: boolean;
};

type MeasuredOrigin = Pick<Origin, 'state' | 'elapsedMs' | 'cache'>;
type Registers = { registers: [Metered] };

/** In seconds: those of local answers, then those at which a partner or a search is given up unless told otherwise. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);
const CACHE_STATUSES: readonly Origin['cache']['status'][] = ['miss', 'hit', 'shared', 'stale'];
const SEARCHES: ReadonlySet<QuestionKind> = new Set(['genes-search', 'users-search']);
/** These are put to one source, past the fan-out. */
const LOOKUPS: ReadonlySet<QuestionKind> = new Set(['user', 'anonymous-user', 'anonymous-gene']);
/** In these nobody was waited for. */
const UNASKED: ReadonlySet<Origin['state']> = new Set(['resting', 'not-asked', 'unsupported']);

/** Begins to count. What is told of the process itself is watched for as long as the process lives. */
export function openMetrics(options: Options): Metrics {
  const { version, apiVersion, originKeys, searchTokens, partnerStates, followStatus, isWorker } = options;
  const metered = new Metered();
  const registers: Registers = { registers: [metered] };
  collectDefaultMetrics({ register: metered });
  if (isWorker) {
    AggregatorRegistry.setRegistries([metered]);
    // Made for what it does when it is made: it answers the process above.
    new AggregatorRegistry();
  }
  if (followStatus !== undefined) tellFollowing(followStatus, registers);
  new Gauge({
    name: 'isearch_build_info',
    help: 'Always 1; the labels say which version runs, and which version of the API partners read.',
    labelNames: ['version', 'api_version'],
    aggregator: 'first',
    ...registers,
  }).set({ version, api_version: apiVersion }, 1);
  new Gauge({
    name: 'isearch_partner_resting',
    help: 'Whether a partner is left in peace after failures at this moment, 1, or may be asked, 0.',
    labelNames: ['origin'],
    aggregator: 'max',
    ...registers,
    collect() {
      this.reset();
      for (const { key, state } of partnerStates()) this.set({ origin: key }, state === 'resting' ? 1 : 0);
    },
  });
  const countRequest = requestCounter(registers, searchTokens);
  return {
    countBeside: (logRequest) => (event) => {
      logRequest(event);
      countRequest(event);
    },
    watch: networkCounter(registers, originKeys),
    scrape: async () => ({ contentType: metered.contentType, text: await metered.metrics() }),
  };
}

function requestCounter(registers: Registers, searchTokens: readonly string[]): LogRequest {
  const requests = new Counter({
    name: 'isearch_http_requests_total',
    help: 'Requests answered, by class of status; left: the caller had gone before the answer was whole.',
    labelNames: ['route', 'method', 'status_class'],
    ...registers,
  });
  const durations = new Histogram({
    name: 'isearch_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer, where the caller stayed for it.',
    labelNames: ['route'],
    buckets: BUCKETS,
    ...registers,
  });
  const ofPartners = new Counter({
    name: 'isearch_search_token_requests_total',
    help: "Requests of partners' administrators, by the name of the search token that they came with.",
    labelNames: ['token'],
    ...registers,
  });
  for (const token of searchTokens) ofPartners.inc({ token }, 0);
  return ({ method, route, searchToken, status, elapsedMs, finished }) => {
    if (searchToken !== undefined) ofPartners.inc({ token: searchToken });
    requests.inc({
      route,
      method: METHODS.has(method) ? method : 'other',
      status_class: finished ? `${Math.floor(status / 100)}xx` : 'left',
    });
    if (finished) durations.observe({ route }, elapsedMs / 1000);
  };
}

function networkCounter(registers: Registers, originKeys: Options['originKeys']): Metrics['watch'] {
  const count = answerCounter(registers, originKeys);
  const searches = new Counter({
    name: 'isearch_searches_total',
    help: 'Searches of one or more registries, by whether every registry that was asked answered in full.',
    labelNames: ['complete'],
    ...registers,
  });
  for (const complete of ['true', 'false']) searches.inc({ complete }, 0);

  function countedFanOut(fanOut: FanOut): FanOut {
    return async function* (askings, viewer, signal) {
      const told: Origin[] = [];
      for await (const part of fanOut(askings, viewer, signal)) {
        count(part.origin.key, part.origin);
        told.push(part.origin);
        yield part;
      }
      const isSearch = askings.some(({ question }) => SEARCHES.has(question.kind));
      if (isSearch && !signal.aborted) searches.inc({ complete: String(isComplete(told)) });
    };
  }

  function countedList(askList: AskList): AskList {
    return async function* (asking, viewer, signal) {
      for await (const listed of askList(asking, viewer, signal)) {
        count(listed.part.origin.key, listed.part.origin);
        yield listed;
      }
    };
  }

  /** Other answers are counted as they leave the fan-out: only there is it known who was given up with a whole search. */
  function countedLookups(source: Source): Source {
    function counted<Answer extends MeasuredOrigin | undefined>({ kind }: Question, answer: Answer): Answer {
      if (answer !== undefined && LOOKUPS.has(kind)) count(source.key, answer);
      return answer;
    }
    return {
      ...source,
      getCached: (question, viewer, form) => counted(question, source.getCached(question, viewer, form)),
      async ask(question, viewer, signal, options) {
        const answer = await source.ask(question, viewer, signal, options);
        return signal.aborted ? answer : counted(question, answer);
      },
    };
  }

  /** So that a source is one and the same whenever it is asked for. */
  const counted = new WeakMap<Source, Source>();
  function countedOnce(source: Source): Source {
    const known = counted.get(source) ?? countedLookups(source);
    counted.set(source, known);
    return known;
  }

  return (network) => ({
    ...network,
    sources: madeOnce(network.sources, (sources) => sources.map(countedOnce)),
    fanOut: countedFanOut(network.fanOut),
    askList: countedList(network.askList),
  });
}

function answerCounter(
  registers: Registers,
  originKeys: Options['originKeys'],
): (origin: string, told: MeasuredOrigin) => void {
  const answers = new Counter({
    name: 'isearch_origin_answers_total',
    help: 'Questions put to a registry, by what became of them; local is this registry.',
    labelNames: ['origin', 'state'],
    ...registers,
    collect: beginNewOrigins,
  });
  const durations = new Histogram({
    name: 'isearch_origin_answer_duration_seconds',
    help: 'Seconds that a registry was waited for: until it answered, or was given up.',
    labelNames: ['origin'],
    buckets: BUCKETS,
    ...registers,
  });
  const cached = new Counter({
    name: 'isearch_origin_cache_total',
    help: 'Questions to a partner by how their answer came; miss: not from what is kept.',
    labelNames: ['origin', 'status'],
    ...registers,
    collect: beginNewOrigins,
  });
  const begun = new Set<string>();

  /** A rise from nothing is only seen of what was there before. */
  function beginNewOrigins(): void {
    for (const origin of originKeys().filter((key) => !begun.has(key))) {
      begun.add(origin);
      for (const state of ORIGIN_STATES) answers.inc({ origin, state }, 0);
      if (origin !== LOCAL_ORIGIN) for (const status of CACHE_STATUSES) cached.inc({ origin, status }, 0);
    }
  }

  beginNewOrigins();
  return (origin, told) => {
    answers.inc({ origin, state: told.state });
    if (origin !== LOCAL_ORIGIN) cached.inc({ origin, status: told.cache.status });
    if (wasWaitedFor(told)) durations.observe({ origin }, told.elapsedMs / 1000);
  };
}

/** An old answer that came at once stands in for a partner at rest. */
function wasWaitedFor({ state, elapsedMs, cache }: MeasuredOrigin): boolean {
  if (cache.status === 'hit' || UNASKED.has(state)) return false;
  return state !== 'stale' || elapsedMs > 0;
}
