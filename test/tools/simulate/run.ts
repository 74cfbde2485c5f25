/** A network of registries under the questions of all readers, one event after the other. */

import { reason } from '../../../src/domain/federation/reasons.ts';
import { answerCache, freshness } from '../../../src/federation/partner/answer-cache.ts';
import { type CircuitBreaker, circuitBreaker, type Permit } from '../../../src/federation/partner/circuit-breaker.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { answerBlocks } from './answer-blocks.ts';
import { chance } from './chance.ts';
import { answerCost, COSTS, keptBytes } from './costs.ts';
import { eventQueue } from './event-queue.ts';
import { recordsOf } from './genes.ts';
import { instance } from './instance.ts';
import { questions, type SimulatedQuestion } from './questions.ts';
import { registries } from './registries.ts';
import { RULES, type Scenario } from './scenario.ts';
import { openSearch, type Part, type Search, type SearchResult } from './search.ts';
import { type Turns, turns } from './turns.ts';

export type Counted = {
  /** Questions of the counted time, and what became of them. */
  asked: number;
  refused: number;
  results: SearchResult[];
  /** Requests that each registry was sent, in the counted time. */
  requests: number[];
  /** Milliseconds of processor time of each instance. */
  workedMs: number[];
  /** Bytes of answers that are kept at the end, in each cache. */
  keptBytes: number[];
};

/** One question to one registry, which all who ask the same wait for. */
type Call = {
  registry: number;
  instance: number;
  scope: number;
  gene: number;
  key: string;
  permit: Permit;
  readers: Search[];
  lastReaderMs: number;
  isSent: boolean;
  /** Answered, be it only that it waits in vain. */
  isReported: boolean;
  isFailure: boolean;
};

type Event =
  | { kind: 'question'; asked: SimulatedQuestion }
  | { kind: 'no-turn' | 'over' | 'left'; search: Search }
  | { kind: 'reply' | 'silent' | 'grace'; call: Call };

/** What stays in a cache of the readers before. */
const BEFORE_MS = RULES.freshSeconds * 1000;
/** A late answer is kept when it comes within this time. */
const LATEST_MS = 30_000;
/** As src/federation/stages/guard.ts has it. */
const PROBE_GRACE_MS = 250;

export function run(scenario: Scenario): Counted {
  const { seed, registries: count, instances: instanceCount, isShared, settleMs, countedMs } = scenario;
  const endMs = settleMs + countedMs;
  const network = registries(seed, count);
  const people = network.map((registry) => registry.people);
  const allPeople = people.reduce((sum, one) => sum + one, 0);
  const scopes = isShared ? 1 : instanceCount;
  const random = chance(seed + 1);
  const breakerRandom = chance(seed + 2);
  const events = eventQueue<Event>();
  let nowMs = 0;
  const now = () => nowMs;

  const instances = Array.from({ length: instanceCount }, instance);
  const queues: Turns<Call>[][] = instances.map(() => network.map(() => turns<Call>(RULES.maxConcurrency)));
  const blocks = Array.from({ length: scopes }, () =>
    answerBlocks(count, scenario.keptBytes, (key, of) => keptBytes(recordsOf(Number(key), people[of] ?? 0))),
  );
  const rules = freshness({ now, freshSeconds: RULES.freshSeconds, staleSeconds: RULES.staleSeconds });
  const caches = blocks.map((block) => network.map((_, of) => answerCache(block.storeOf(of), { now, rules })));
  const breakers = blocks.map(() =>
    network.map(() => circuitBreaker({ clock: oneClock(now), random: breakerRandom.next })),
  );
  const underWay = blocks.map(() => network.map(() => new Map<number, Call>()));
  const counted: Counted = {
    ...{ asked: 0, refused: 0, results: [], requests: network.map(() => 0), workedMs: [], keptBytes: [] },
  };
  /** Calls that wait for their turn, for each search that waits with them. */
  const queued = new WeakMap<Search, Call[]>();

  function scopeOf(at: number): number {
    return isShared ? 0 : at;
  }

  function peopleOf(call: Call): number {
    return people[call.registry] ?? 0;
  }

  /** The answers that those who asked before have left behind, without asking anybody: nothing of it is counted. */
  function fill(): void {
    const steady = network.findIndex((registry) => !registry.isDown(-BEFORE_MS) && !registry.isDown(0));
    for (const { atMs, gene, balancer } of questions(random, scenario.questions, -BEFORE_MS, 0)) {
      nowMs = atMs;
      const scope = scopeOf(Math.floor(balancer * instanceCount));
      const key = String(gene);
      blocks[scope]?.touch(key);
      // One registry that is up stands for all, which were asked together.
      if (caches[scope]?.[steady]?.fresh(key) !== undefined) continue;
      for (const [of, registry] of network.entries()) {
        if (!registry.isDown(atMs)) caches[scope]?.[of]?.set(key, undefined, false);
      }
    }
    nowMs = 0;
  }

  function ask({ atMs, gene, balancer }: SimulatedQuestion): void {
    const at = Math.floor(balancer * instanceCount);
    const isCounted = atMs >= settleMs;
    if (isCounted) counted.asked++;
    const process = instances[at];
    if (process === undefined || !process.enter(atMs)) {
      if (isCounted) counted.refused++;
      return;
    }
    const search = openSearch({ askedMs: atMs, gene, instance: at, registries: count, people: allPeople, onEnd });
    events.put(atMs + RULES.partnerTimeoutMs, { kind: 'no-turn', search });
    events.put(atMs + RULES.searchTimeoutMs, { kind: 'over', search });
    askAll(search);
  }

  /** What is cached is given at once, all of it together; every other registry is asked. */
  function askAll(search: Search): void {
    const { instance: at, gene, key, askedMs } = search;
    const scope = scopeOf(at);
    const [ours, block] = [caches[scope] ?? [], blocks[scope]];
    block?.touch(key);
    let hits = 0;
    let found = 0;
    const missing: number[] = [];
    for (let of = 0; of < count; of++) {
      if (ours[of]?.fresh(key) === undefined) missing.push(of);
      else {
        hits++;
        found += people[of] ?? 0;
      }
    }
    const isRead = !isShared || instances[at]?.hasRead(gene, askedMs - BEFORE_MS, askedMs) === true;
    const costMs = COSTS.questionMs + hits * (isRead ? COSTS.hitMs : COSTS.fetchedMs);
    const doneMs = instances[at]?.work(askedMs, costMs) ?? askedMs;
    search.take('kept', found, doneMs, hits);
    for (const of of missing) put(search, of, scope);
  }

  function put(search: Search, registry: number, scope: number): void {
    const { gene, key, instance: at } = search;
    const calls = underWay[scope]?.[registry];
    const known = calls?.get(gene);
    if (known !== undefined) {
      known.readers.push(search);
      known.lastReaderMs = nowMs;
      if (!known.isSent) waitsWith(search, known);
      return;
    }
    const permit = breakerOf(scope, registry).decide();
    if (permit.may === 'wait') {
      sendWithout(search, registry, scope, 'resting');
      return;
    }
    const call: Call = {
      ...{ registry, instance: at, scope, gene, key, permit, readers: [search], lastReaderMs: nowMs },
      ...{ isSent: false, isReported: false, isFailure: false },
    };
    calls?.set(gene, call);
    const turn = queues[at]?.[registry]?.enter(call);
    if (turn === 'now') send(call);
    else if (turn === 'waits') waitsWith(search, call);
    else giveUp(call, 'busy');
  }

  function waitsWith(search: Search, call: Call): void {
    const calls = queued.get(search);
    if (calls === undefined) queued.set(search, [call]);
    else calls.push(call);
  }

  /** The turn of a call has come. */
  function send(call: Call): void {
    const { registry, scope, permit } = call;
    const part = whyUnsent(call);
    if (part !== undefined) {
      giveUp(call, part);
      nextTurn(call);
      return;
    }
    call.isSent = true;
    breakerOf(scope, registry).begin(permit);
    if (nowMs >= settleMs) counted.requests[registry] = (counted.requests[registry] ?? 0) + 1;
    const reply = network[registry]?.reply(nowMs) ?? { atMs: nowMs, isFailure: true };
    call.isFailure = reply.isFailure;
    const silentMs = nowMs + RULES.readTimeoutMs;
    if (reply.atMs > silentMs) events.put(silentMs, { kind: 'silent', call });
    if (reply.atMs <= nowMs + LATEST_MS) events.put(reply.atMs, { kind: 'reply', call });
    if (permit.may === 'probe' && permit.isAfterTimeout) events.put(nowMs + PROBE_GRACE_MS, { kind: 'grace', call });
  }

  /** While it waited, its readers may have left, a rest may have begun, or the answer may have been kept. */
  function whyUnsent({ registry, scope, key, permit, lastReaderMs }: Call): Part | undefined {
    if (nowMs - lastReaderMs >= RULES.partnerTimeoutMs) return 'busy';
    if (!breakerOf(scope, registry).allows(permit)) return 'resting';
    return caches[scope]?.[registry]?.fresh(key) === undefined ? undefined : 'kept';
  }

  /** Nothing was sent, so nothing is said of the registry. */
  function giveUp(call: Call, part: Part): void {
    breakerOf(call.scope, call.registry).released(call.permit);
    close(call);
    sendToReaders(call, part);
  }

  function nextTurn({ instance: at, registry }: Call): void {
    const next = queues[at]?.[registry]?.leave();
    if (next !== undefined) send(next);
  }

  function close(call: Call): void {
    const calls = underWay[call.scope]?.[call.registry];
    if (calls?.get(call.gene) === call) calls.delete(call.gene);
  }

  function onReply(call: Call): void {
    const { registry, scope, key, instance: at } = call;
    const wasReported = call.isReported;
    call.isReported = true;
    if (call.isFailure) {
      if (wasReported) return;
      breakerOf(scope, registry).failed(call.permit, 'failure', reason('failed'));
      close(call);
      sendToReaders(call, 'failed');
    } else {
      if (!wasReported) breakerOf(scope, registry).succeeded(call.permit);
      const doneMs = instances[at]?.work(nowMs, answerCost(recordsOf(call.gene, peopleOf(call)))) ?? nowMs;
      caches[scope]?.[registry]?.set(key, undefined, false);
      close(call);
      sendToReaders(call, 'new', doneMs);
    }
    if (!wasReported) nextTurn(call);
  }

  function onSilent(call: Call): void {
    call.isReported = true;
    breakerOf(call.scope, call.registry).failed(call.permit, 'time-out', reason('gave-way'));
    close(call);
    sendToReaders(call, 'silent');
    nextTurn(call);
  }

  function sendToReaders(call: Call, part: Part, atMs = nowMs): void {
    for (const search of call.readers) {
      if (part === 'new' || part === 'kept') sendAnswer(search, call, part, atMs);
      else sendWithout(search, call.registry, call.scope, part);
    }
    call.readers = [];
  }

  /** Whoever is in another process fetches it from where it is kept. */
  function sendAnswer(search: Search, call: Call, part: Part, atMs: number): void {
    const isElsewhere = search.instance !== call.instance;
    const doneMs = isElsewhere ? (instances[search.instance]?.work(nowMs, COSTS.fetchedMs) ?? atMs) : atMs;
    search.take(part, peopleOf(call), Math.max(atMs, doneMs));
  }

  function sendWithout(search: Search, registry: number, scope: number, part: Part): void {
    const isOld = caches[scope]?.[registry]?.stale(search.key) !== undefined;
    const atMs = instances[search.instance]?.work(nowMs, isOld ? COSTS.hitMs : 0) ?? nowMs;
    search.take(isOld ? 'stale' : part, isOld ? (people[registry] ?? 0) : 0, atMs);
  }

  function breakerOf(scope: number, registry: number): CircuitBreaker {
    return breakers[scope]?.[registry] as CircuitBreaker;
  }

  /** Whoever waits for a turn until now is answered. */
  function endWaiting(search: Search): void {
    if (search.hasEnded()) return;
    for (const call of queued.get(search) ?? []) {
      if (call.isSent || !call.readers.includes(search)) continue;
      call.readers = call.readers.filter((reader) => reader !== search);
      sendWithout(search, call.registry, call.scope, 'busy');
    }
  }

  function onEnd(search: Search, atMs: number): void {
    queued.delete(search);
    if (search.askedMs >= settleMs) counted.results.push(search.result());
    events.put(Math.max(atMs, nowMs), { kind: 'left', search });
  }

  function happen(event: Event): void {
    if (event.kind === 'question') ask(event.asked);
    else if ('search' in event) ofSearch(event);
    else ofCall(event);
  }

  function ofSearch({ kind, search }: Extract<Event, { search: Search }>): void {
    if (kind === 'no-turn') endWaiting(search);
    else if (kind === 'over') search.endAt(nowMs);
    else instances[search.instance]?.leave();
  }

  function ofCall({ kind, call }: Extract<Event, { call: Call }>): void {
    if (kind === 'reply') onReply(call);
    else if (kind === 'silent') onSilent(call);
    else if (!call.isReported) sendToReaders(call, 'resting');
  }

  fill();
  const stream = questions(random, scenario.questions, 0, endMs);
  let asked = stream.next();
  let isCounting = false;
  for (;;) {
    if (!asked.done) {
      events.put(asked.value.atMs, { kind: 'question', asked: asked.value });
      asked = stream.next();
    }
    const next = events.next();
    if (next === undefined) break;
    nowMs = Math.max(nowMs, next.atMs);
    if (!isCounting && nowMs >= settleMs) {
      isCounting = true;
      for (const process of instances) process.beginCounting();
    }
    happen(next.event);
  }
  counted.workedMs = instances.map((process) => process.workedMs());
  counted.keptBytes = blocks.map((block) => block.bytes());
  return counted;
}
