/**
 * A weighted, fair semaphore: how much work of one kind is in flight, and for whom.
 *
 * The law:
 *
 * 1. Slots hold weight, such as one for a search or the bytes of an answer; together they hold at most the capacity. A
 *    slot that is alone may hold more, or it could never be had.
 * 2. The slots of one caller hold at most the caller's share of the capacity; its oldest slot may hold more, so that it
 *    ends and its weight is free again. Work without a caller has no share.
 * 3. Slots may grow and shrink. What is reserved of the capacity is for the oldest slot of all, so that slots that grow
 *    together do not wait for each other.
 * 4. Who finds no room is refused at once, or waits where the wait has an end. Among those for whom there is room, the
 *    caller with the fewest slots is next, and then who came first.
 * 5. Who would wait too long is refused at once: if too many wait, or if the time until their slot, as slot-times.ts
 *    estimates it, is longer than they may wait.
 */

import { slotTimes } from './slot-times.ts';

export type SemaphoreSlot = Disposable & {
  weight(): number;
  /** Whether there is room for it to hold so much in all. */
  hasRoom(weight: number): boolean;
  /** Sets its weight without asking for room. */
  set(weight: number): void;
  /** Resolves with true when it holds so much; with false if there was no room in time, or the signal was aborted. A slot waits for one weight at a time. */
  grow(weight: number, wait: Wait): Promise<boolean>;
};

export type Wait = {
  /** The longest wait, in milliseconds. */
  withinMs: number;
  signal: AbortSignal;
};

export type Semaphore = {
  /** Whether there is room for another slot of this caller. @param caller undefined: the slot counts for no caller */
  hasRoom(caller: string | undefined, weight: number): boolean;
  /** Takes a slot without asking for room. */
  take(caller: string | undefined, weight: number): SemaphoreSlot;
  /** Resolves with a slot when there is room; with undefined if there was none in time, or the signal was aborted. */
  acquire(caller: string | undefined, weight: number, wait: Wait): Promise<SemaphoreSlot | undefined>;
  /** The weight of all slots together. */
  weight(): number;
  /** The number of slots, waiting ones included. */
  slots(): number;
};

type Options = {
  capacity: () => number;
  /** The share of the capacity that one caller may have. */
  share: number;
  /** The part of the capacity that only the oldest slot may take. */
  reserved?: number;
  /** How many slots may wait, in all and of one caller. */
  mostWaiting?: number;
  mostWaitingOfCaller?: number;
};

/** Each set has the oldest slot first. */
type Caller = { slots: Set<State>; weight: number };
type State = { caller: Caller; weight: number; waiting: Waiting | undefined };
type Waiting = { weight: number; begin: () => void };

/** Makes the semaphore. */
export function semaphore(options: Options): Semaphore {
  const { capacity, share, reserved = 0 } = options;
  const { mostWaiting = Number.POSITIVE_INFINITY, mostWaitingOfCaller = mostWaiting } = options;
  const callers = new Map<string, Caller>();
  const slots = new Set<State>();
  const waiting = new Set<State>();
  const times = slotTimes(capacity);
  let used = 0;

  function callerOf(name: string | undefined): Caller {
    return (name === undefined ? undefined : callers.get(name)) ?? { slots: new Set(), weight: 0 };
  }

  function hasRoom(caller: Caller, weight: number, slot?: State): boolean {
    const own = slot?.weight ?? 0;
    const most = capacity();
    if (weight <= own) return true;
    if (used === own) return most >= 0;
    const isOldest = slot !== undefined && oldestOf(slots) === slot;
    if (used - own + weight > most - (isOldest ? 0 : reserved)) return false;
    return oldestOf(caller.slots) === slot || caller.weight - own + weight <= most * share;
  }

  function set(slot: State, weight: number): void {
    const more = weight - slot.weight;
    slot.weight = weight;
    slot.caller.weight += more;
    used += more;
    if (more < 0) serve();
  }

  /** Gives the waiting slots what there is room for. */
  function serve(): void {
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      const { weight, begin } = next.waiting as Waiting;
      waiting.delete(next);
      next.waiting = undefined;
      set(next, weight);
      begin();
    }
  }

  function nextWaiting(): State | undefined {
    let next: State | undefined;
    for (const slot of waiting) {
      if (next !== undefined && next.caller.slots.size <= slot.caller.slots.size) continue;
      if (hasRoom(slot.caller, slot.waiting?.weight ?? 0, slot)) next = slot;
    }
    return next;
  }

  function isCrowded({ caller }: State): boolean {
    if (waiting.size > mostWaiting) return true;
    return [...caller.slots].filter((slot) => slot.waiting !== undefined).length > mostWaitingOfCaller;
  }

  function wait(slot: State, weight: number, { withinMs, signal }: Wait): Promise<boolean> {
    if (signal.aborted || !slots.has(slot)) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    function giveUp(): void {
      if (waiting.delete(slot)) slot.waiting = undefined;
      end(false);
    }
    function end(isGranted: boolean): void {
      clearTimeout(late);
      signal.removeEventListener('abort', giveUp);
      resolve(isGranted);
    }
    const late = setTimeout(giveUp, withinMs);
    signal.addEventListener('abort', giveUp, { once: true });
    slot.waiting = { weight, begin: () => end(true) };
    waiting.add(slot);
    serve();
    if (slot.waiting !== undefined && isCrowded(slot)) giveUp();
    return promise;
  }

  function waitingWeight(): number {
    let weight = 0;
    for (const slot of waiting) weight += slot.waiting?.weight ?? 0;
    return weight;
  }

  function open(name: string | undefined, weight: number): SemaphoreSlot {
    const caller = callerOf(name);
    const state: State = { caller, weight: 0, waiting: undefined };
    if (name !== undefined) callers.set(name, caller);
    caller.slots.add(state);
    slots.add(state);
    set(state, weight);
    return {
      weight: () => state.weight,
      hasRoom: (more) => hasRoom(caller, more, state),
      set: (to) => {
        if (slots.has(state)) set(state, to);
      },
      grow: (to, options) => wait(state, to, options),
      [Symbol.dispose]() {
        if (!slots.delete(state)) return;
        caller.slots.delete(state);
        if (caller.slots.size === 0 && name !== undefined) callers.delete(name);
        waiting.delete(state);
        caller.weight -= state.weight;
        used -= state.weight;
        serve();
      },
    };
  }

  return {
    hasRoom: (name, weight) => hasRoom(callerOf(name), weight),
    take: open,
    async acquire(name, weight, options) {
      const mustWait = waiting.size > 0 && !hasRoom(callerOf(name), weight);
      if (mustWait && times.waitMs(waitingWeight()) > options.withinMs) return undefined;
      const slot = open(name, 0);
      if (!(await slot.grow(weight, options))) {
        slot[Symbol.dispose]();
        return undefined;
      }
      const endTime = times.begin();
      return {
        ...slot,
        [Symbol.dispose]() {
          endTime();
          slot[Symbol.dispose]();
        },
      };
    },
    weight: () => used,
    slots: () => slots.size,
  };
}

function oldestOf(slots: ReadonlySet<State>): State | undefined {
  return slots.values().next().value;
}
