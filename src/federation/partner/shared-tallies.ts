/**
 * What the processes of a machine have counted of one partner. Each publishes its own tally, and whoever reads adds up all of them.
 * A process that takes the place of one that ended goes on from the tally of that one.
 */

import type { TrendPoint } from '../../domain/federation/audit-log.ts';
import { isObject } from '../../domain/own-member.ts';
import type { SharedState } from '../../lib/shared-state.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import { type HistoryTally, together } from './partner-history.ts';
import { bothNotes, type Notes } from './partner-notes.ts';

export type Tally = { history: HistoryTally; notes: Notes };

type SharedTallies = Disposable & {
  /** What other processes have counted; the same lists until that changes. */
  histories(): readonly HistoryTally[];
  notes(): readonly Notes[];
  /** Publishes the own tally within a moment. */
  changed(): void;
};

type Options = {
  state: Pick<SharedState, 'publish' | 'subscribe'>;
  /** The name of the partner, the same for every process. */
  name: string;
  /** Which of how many processes this one is, from 1 on. */
  place: { number: number; count: number };
  own: () => Tally;
};

const NOBODY = { histories: [] as readonly HistoryTally[], notes: [] as readonly Notes[] };
const PUBLISH_AFTER_MS = 200;
const KEPT_MS = 30 * 86_400_000;

export function sharedTallies({ state, name, place: { number, count }, own }: Options): SharedTallies {
  const tallies = new Map<number, Tally>();
  let others = NOBODY;
  let timer: NodeJS.Timeout | undefined;

  function receive(from: number, text: string): void {
    const tally = readTally(text);
    if (tally === undefined) return;
    tallies.set(from, tally);
    const all = [...tallies.values()];
    others = { histories: all.map(({ history }) => history), notes: all.map((one) => one.notes) };
  }

  function publish(): void {
    timer = undefined;
    const before = tallies.get(number);
    const { history, notes } = own();
    const tally = before === undefined ? { history, notes } : both(before, { history, notes });
    void state.publish(`tally ${name} ${number}`, JSON.stringify(tally), KEPT_MS);
  }

  const subscriptions = Array.from({ length: count > 1 ? count : 0 }, (_, at) =>
    state.subscribe(`tally ${name} ${at + 1}`, (text) => receive(at + 1, text)),
  );
  return {
    histories: () => others.histories,
    notes: () => others.notes,
    changed() {
      if (count > 1) timer ??= setTimeout(publish, PUBLISH_AFTER_MS).unref();
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const one of subscriptions) one[Symbol.dispose]();
    },
  };
}

function both(one: Tally, other: Tally): Tally {
  return { history: together([one.history, other.history]), notes: bothNotes(one.notes, other.notes) };
}

/** Returns undefined for anything but the tally of a process of this version. */
function readTally(text: string): Tally | undefined {
  const { history, notes } = membersOf(parseJson(text));
  return isHistory(history) && isNotes(notes) ? { history, notes } : undefined;
}

function isHistory(value: unknown): value is HistoryTally {
  const { asked, answered, lastAnswerAt, lastFailure, points } = membersOf(value);
  const areCounts = Number.isSafeInteger(asked) && Number.isSafeInteger(answered);
  const isFailure = lastFailure === null || (isPoint(lastFailure) && lastFailure.reason !== null);
  return areCounts && isTime(lastAnswerAt) && isFailure && Array.isArray(points) && points.every(isPoint);
}

function isPoint(value: unknown): value is TrendPoint {
  const { at, isAnswer, elapsedMs, reason } = membersOf(value);
  const { code, params } = membersOf(reason);
  const isReason = reason === null || (typeof code === 'string' && isObject(params));
  return at !== null && isTime(at) && typeof isAnswer === 'boolean' && typeof elapsedMs === 'number' && isReason;
}

function isNotes(value: unknown): value is Notes {
  const { outbound, inbound, faults, tokenGoodAt } = membersOf(value);
  const areCounts = [outbound, inbound].every((one) => isObject(one) && Object.values(one).every(Number.isSafeInteger));
  return areCounts && isTime(tokenGoodAt) && Array.isArray(faults) && faults.every(isFault);
}

function isFault(value: unknown): boolean {
  const { member, count, lastAt } = membersOf(value);
  return typeof member === 'string' && Number.isSafeInteger(count) && lastAt !== null && isTime(lastAt);
}

/** Whether a value is a time as text, or null for never. */
function isTime(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
}
