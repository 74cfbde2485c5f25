/**
 * The one way in which copies of a registry share what they must agree on. Copies are the processes of a machine
 * (`server.workers`) and the instances that have a Valkey or Redis in common. Its law holds for all three forms: the memory of
 * a process that serves alone (below), that of the supervisor (operations/supervisor-state), and the server (operations/shared-cache).
 *
 * 1. A value is a text at a key, and ends by itself. The last writer wins.
 * 2. No function rejects or waits for longer than a moment. Where the state cannot be used, it is as if nothing were there:
 *    nothing is found, nothing is counted, and every claim is granted.
 * 3. What a copy publishes reaches the subscribers in all other copies within 0.3 s, and those who subscribe later at once. A
 *    message may come twice, and an earlier one after a later one: whoever receives it compares the times in the texts.
 * 4. A claim ends with the copy that has it.
 * 5. A text comes from elsewhere: whoever reads it checks its form before it is used.
 */

import { windowCounts } from './window-counts.ts';

export type SharedState = {
  get(key: string): Promise<string | undefined>;
  /** Stores a text for so many milliseconds; none that is too long. */
  set(key: string, text: string, lastsMs: number): Promise<void>;
  /** Adds to a counter whose window begins with its first use, and returns its total; undefined where nobody counts. */
  add(key: string, by: number, windowMs: number): Promise<Counted | undefined>;
  /** Decides which copy finds out what belongs at a key; also returns what is stored there now. */
  claim(key: string): Promise<Claim>;
  /** Stores a text, and sends it to the subscribers of the key in all other copies. */
  publish(key: string, text: string, lastsMs: number): Promise<void>;
  /** Calls `receive` with what is published at the key, now and later, until the result is disposed of. */
  subscribe(key: string, receive: (text: string) => void): Disposable;
};

/** Counts of the uses of callers, as limits of rates need them. */
export type SharedCounters = {
  increment(key: string, windowMs: number, by: number): Promise<Counted | undefined>;
  /** The part of a limit that a process may take at once or count later, so that most uses need no message; undefined: none. */
  partAtOnce?: number;
};

/** `total` is the amount used in the window; `resetsAtMs` is its end, as `performance.now()`. */
export type Counted = { total: number; resetsAtMs: number };

export type Claim = {
  /** The text at the key. */
  text: string | undefined;
} & (
  | {
      whose: 'mine';
      /** Lets the waiting copies go on. They get `outcome`, which is for a result that is not stored at the key. Only the first call counts. */
      end(outcome?: string): void;
    }
  | {
      whose: 'another';
      /** Resolves when the other copy has ended, with the outcome it published; rejects with the reason of the signal. */
      ended(signal: AbortSignal): Promise<string | undefined>;
    }
);

/**
 * The number of the format of all shared texts. It rises with each change of them, which test/federation/partner/form-of-values
 * checks: only copies with one format share. A worker that replaces one that died may run a version that was installed since.
 */
export const FORM_OF_VALUES = 11;

/** The clocks of instances may differ by so many milliseconds: what another one dates further ahead is not believed. */
export const MOST_SKEW_MS = 2000;

/** A claim that asks nobody. */
export const UNSHARED_CLAIM: Extract<Claim, { whose: 'mine' }> = { whose: 'mine', text: undefined, end() {} };

type Value = { text: string; endsAtMs: number };
type HeldClaim = { holder: object; ended: PromiseWithResolvers<string | undefined> };
type Subscriber = { copy: object; receive: (text: string) => void };

/** How many values, and how many callers, are stored at most; the oldest are dropped. */
const MOST_VALUES = 100_000;
const MOST_COUNTED = 100_000;
const SWEPT_FROM = 1000;

/** The state in the memory of one process, which any number of copies may join. A copy that is disposed of has ended. */
export function memoryState(now = () => performance.now()): { join(): SharedState & Disposable } {
  const values = new Map<string, Value>();
  const counts = new Map<number, ReturnType<typeof windowCounts>>();
  const claims = new Map<string, HeldClaim>();
  const subscribers = new Map<string, Set<Subscriber>>();
  let sweptFrom = SWEPT_FROM;

  function find(key: string): string | undefined {
    const value = values.get(key);
    return value !== undefined && value.endsAtMs > now() ? value.text : undefined;
  }

  function store(key: string, text: string, lastsMs: number): void {
    values.delete(key);
    if (lastsMs <= 0) return;
    values.set(key, { text, endsAtMs: now() + lastsMs });
    if (values.size >= sweptFrom) sweep();
    const [oldest] = values.size > MOST_VALUES ? values.keys() : [];
    if (oldest !== undefined) values.delete(oldest);
  }

  function sweep(): void {
    for (const [key, { endsAtMs }] of values) if (endsAtMs <= now()) values.delete(key);
    sweptFrom = Math.max(SWEPT_FROM, 2 * values.size);
  }

  function count(key: string, by: number, windowMs: number): Counted {
    const known = counts.get(windowMs) ?? windowCounts({ windowMs, mostCallers: MOST_COUNTED, now });
    counts.set(windowMs, known);
    const { total, resetsAtMs } = known.add(key, by);
    return { total, resetsAtMs };
  }

  function endClaim(key: string, claim: HeldClaim, outcome: string | undefined): void {
    if (claims.get(key) === claim) claims.delete(key);
    claim.ended.resolve(outcome);
  }

  function leave(key: string, subscriber: Subscriber): void {
    const those = subscribers.get(key);
    those?.delete(subscriber);
    if (those?.size === 0) subscribers.delete(key);
  }

  return {
    join() {
      const copy = {};
      return {
        get: async (key) => find(key),
        async set(key, text, lastsMs) {
          store(key, text, lastsMs);
        },
        add: async (...use) => count(...use),
        async claim(key) {
          const text = find(key);
          const theirs = claims.get(key);
          if (theirs !== undefined)
            return { whose: 'another', text, ended: (signal) => unlessAborted(theirs.ended.promise, signal) };
          const mine: HeldClaim = { holder: copy, ended: Promise.withResolvers() };
          claims.set(key, mine);
          return { whose: 'mine', text, end: (outcome) => endClaim(key, mine, outcome) };
        },
        async publish(key, text, lastsMs) {
          store(key, text, lastsMs);
          for (const one of subscribers.get(key) ?? []) if (one.copy !== copy) one.receive(text);
        },
        subscribe(key, receive) {
          const subscriber = { copy, receive };
          subscribers.set(key, (subscribers.get(key) ?? new Set()).add(subscriber));
          const text = find(key);
          if (text !== undefined) receive(text);
          return { [Symbol.dispose]: () => leave(key, subscriber) };
        },
        [Symbol.dispose]() {
          for (const [key, claim] of claims) if (claim.holder === copy) endClaim(key, claim, undefined);
          for (const [key, those] of subscribers) for (const one of those) if (one.copy === copy) leave(key, one);
        },
      };
    },
  };
}

/**
 * Takes one of so many slots at a key that all copies have together, each a claim of its own; undefined where all are taken. It is
 * free again when it is disposed of, or its copy has ended.
 */
export async function takeSlot(
  { claim }: Pick<SharedState, 'claim'>,
  key: string,
  count: number,
): Promise<Disposable | undefined> {
  const first = Math.floor(Math.random() * count);
  for (let at = 0; at < count; at++) {
    const claimed = await claim(`${key} ${(first + at) % count}`);
    if (claimed.whose === 'mine') return { [Symbol.dispose]: () => claimed.end() };
  }
  return undefined;
}

/** Resolves with the value; rejects with the reason of the signal if that is aborted before. */
export function unlessAborted<Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  return Promise.race([coming, left]).finally(() => signal.removeEventListener('abort', leave));
}

/**
 * Shares with the instances that have a server in common, and with the processes of this machine, which go on alone while the
 * server cannot be used.
 */
export function bothStates(server: SharedState & { isInUse(): boolean }, machine: SharedState): SharedState {
  const inUse = () => (server.isInUse() ? server : machine);
  return {
    get: (key) => inUse().get(key),
    set: (...value) => inUse().set(...value),
    add: async (...use) => (await server.add(...use)) ?? machine.add(...use),
    claim: (key) => inUse().claim(key),
    async publish(...message) {
      await Promise.all([server.publish(...message), machine.publish(...message)]);
    },
    subscribe(...subscription) {
      const both = [server.subscribe(...subscription), machine.subscribe(...subscription)];
      return { [Symbol.dispose]: () => both.forEach((one) => void one[Symbol.dispose]()) };
    },
  };
}
