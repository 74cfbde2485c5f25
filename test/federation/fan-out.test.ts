/** One question to many: answers as they arrive, nobody kept waiting by the slowest, nobody asked for who has left. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Part } from '../../src/domain/federation/federated-answer.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import { noAnswer, type Question, type Source, type SourceAnswer } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { type FanOut, fanOut } from '../../src/federation/fan-out.ts';
import { nextTurn, processorTimeMs, readAnswer } from '../../src/lib/slices.ts';

const STATS: Question = { kind: 'stats' };
const EMPTY = noAnswer('empty', reason('no-such-record'));

type Made = Source & { asked: number; signals: AbortSignal[] };

/** A source that answers after so many milliseconds, `Infinity` being never, or when its caller leaves. */
function source(key: string, afterMs: number, more: Partial<Source> = {}): Made {
  const made: Made = {
    ...{ key, name: `Registry ${key}`, url: `https://${key}.example.org`, asked: 0, signals: [] },
    version: () => '1.5.10',
    getCached: () => undefined,
    ask: async (_question, _viewer, signal, { onSent, onRoom } = {}): Promise<SourceAnswer> => {
      made.asked++;
      onSent?.();
      void onRoom?.();
      made.signals.push(signal);
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      if (Number.isFinite(afterMs)) setTimeout(resolve, afterMs);
      if (afterMs > 0) await promise;
      return EMPTY;
    },
    ...more,
  };
  return made;
}

const staying = new AbortController().signal;

function ask(fan: FanOut, sources: readonly Source[], signal = staying): AsyncIterator<Part> {
  const addressed = sources.map((one) => ({ source: one, question: STATS }));
  return fan(addressed, PUBLIC_VIEWER, signal)[Symbol.asyncIterator]();
}

/** Takes all parts; each as its key, its state, and when it came. */
async function collect(fan: FanOut, sources: readonly Source[], signal = staying): Promise<string[]> {
  const began = Date.now();
  const parts: string[] = [];
  const iterator = ask(fan, sources, signal);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const { key, state } = next.value.origin;
    parts.push(`${key} ${state} ${Date.now() - began}`);
  }
  return parts;
}

/** Keeps this thread busy. */
function workFor(ms: number): void {
  const untilMs = processorTimeMs() + ms;
  while (processorTimeMs() < untilMs);
}

const FAN = () => fanOut({ searchTimeoutMs: 6000 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the parts of a search', () => {
  test('come in order of arrival, one from each source, and nobody waits for the slowest', async () => {
    const parts = collect(FAN(), [source('local', 20), source('slow', 3000), source('quick', 5)]);
    await vi.runAllTimersAsync();
    expect(await parts).toEqual(['quick empty 5', 'local empty 20', 'slow empty 3000']);
  });

  test('are asked of partners before this registry reads what it found, which takes all its time', async () => {
    const queried: string[] = [];
    const noted = (key: string) => {
      const ask: Source['ask'] = async (_question, _viewer, _signal, { onRoom } = {}) => {
        queried.push(key);
        if (onRoom === undefined) return EMPTY;
        await onRoom();
        queried.push(`${key} reads`);
        return EMPTY;
      };
      return source(key, 0, { ask });
    };
    const parts = collect(FAN(), ['local', 'a', 'b'].map(noted));
    await vi.runAllTimersAsync();
    await parts;
    expect(queried).toEqual(['local', 'a', 'b', 'local reads']);
  });

  test('are asked of partners where this registry has nothing to read', async () => {
    const own = source('local', 0, { ask: async () => EMPTY });
    expect(await collect(FAN(), [own, source('a', 0)])).toEqual(['local empty 0', 'a empty 0']);
  });

  test('are asked of nobody else where this registry has no room for its own', async () => {
    const full = source('local', 0, { ask: async () => Promise.reject(new Error('no room')) });
    const partner = source('a', 0);
    await expect(collect(FAN(), [full, partner])).rejects.toThrow('no room');
    expect(partner.asked).toBe(0);
  });

  test('do not come where one is not even asked, and the caller learns of it', async () => {
    const broken = source('a', 0, {
      ask: () => {
        throw new Error('broken');
      },
    });
    await expect(collect(FAN(), [broken])).rejects.toThrow('broken');
    await expect(collect(FAN(), [source('local', 20), broken])).rejects.toThrow('broken');
  });

  test('do not come where an answer cannot be shown, and the caller learns of it', async () => {
    const undated = source('a', 0, { ask: async () => ({ ...EMPTY, retrievedAt: new Date(Number.NaN) }) });
    await expect(collect(FAN(), [undated, source('slow', 3000)])).rejects.toThrow('Invalid time value');
  });

  test('begin with what is cached, whose source is not asked', async () => {
    const kept = source('kept', 0, { getCached: () => EMPTY });
    const parts = collect(FAN(), [source('quick', 1), kept]);
    await vi.runAllTimersAsync();
    expect(await parts).toEqual(['kept empty 0', 'quick empty 1']);
    expect(kept.asked).toBe(0);
  });

  test('end with nobody to ask', async () => {
    expect(await collect(FAN(), [])).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of a listing are each of the page of its own', async () => {
    const seen: Question[] = [];
    const noted: Pick<Source, 'ask'> = {
      ask: async (question) => {
        seen.push(question);
        return EMPTY;
      },
    };
    const pages = [0, 3].map((page): Question => ({ kind: 'users-list', page: { page, size: 20 } }));
    const addressed = pages.map((question, index) => ({ source: source(`p${index}`, 0, noted), question }));
    const keys: string[] = [];
    for await (const { origin } of FAN()(addressed, PUBLIC_VIEWER, staying)) keys.push(origin.key);
    expect([keys, seen]).toEqual([['p0', 'p1'], pages]);
  });

  test('are thrown what the asker alone can mend', async () => {
    const broken = source('broken', 0, { ask: () => Promise.reject(new Error('two lists of different length')) });
    const parts = collect(FAN(), [broken, source('slow', 100)]);
    const failure = expect(parts).rejects.toThrow('two lists of different length');
    await vi.runAllTimersAsync();
    await failure;
  });
});

describe('the time of a search', () => {
  test('is over for whoever has not answered by then, and each has a part that says so', async () => {
    const sources = [source('quick', 1), source('never', Number.POSITIVE_INFINITY), source('late', 6001)];
    const parts = collect(FAN(), sources);
    await vi.advanceTimersByTimeAsync(6000);
    expect(await parts).toEqual(['quick empty 1', 'never timed-out 6000', 'late timed-out 6000']);
    expect(sources.every(({ signals: [signal] }) => signal?.aborted)).toBe(true);
  });

  test('is in the part', async () => {
    const iterator = ask(FAN(), [source('never', Number.POSITIVE_INFINITY)]);
    const next = iterator.next();
    await vi.advanceTimersByTimeAsync(6000);
    expect((await next).value.origin).toMatchObject({
      state: 'timed-out',
      elapsedMs: 6000,
      exact: false,
      problem: { title: 'had not answered when the search ended after 6 s', error: 'http_response_timeout' },
    });
  });

  test('is not over for what has come by then and waits until this process has done what came before', async () => {
    vi.useRealTimers();
    const { promise, resolve } = Promise.withResolvers<SourceAnswer>();
    const inTime = source('in-time', 0, { ask: () => promise });
    setTimeout(() => {
      for (let count = 0; count < 20; count++) readAnswer(() => workFor(10));
      readAnswer(() => resolve(EMPTY));
    }, 50);
    const parts = await collect(fanOut({ searchTimeoutMs: 100 }), [inTime, source('never', Number.POSITIVE_INFINITY)]);
    expect(parts.map((part) => part.replace(/ \d+$/, ''))).toEqual(['in-time empty', 'never timed-out']);
    await nextTurn();
  });

  test('is over for this registry too', async () => {
    const parts = collect(FAN(), [source('local', Number.POSITIVE_INFINITY)]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(await parts).toEqual(['local timed-out 6000']);
  });
});

describe('a caller who leaves', () => {
  test('ends the search at once, and every source learns of it', async () => {
    const caller = new AbortController();
    const slow = source('slow', 3000);
    const parts = collect(FAN(), [slow, source('quick', 1)], caller.signal);
    await vi.advanceTimersByTimeAsync(2);
    caller.abort();
    expect(await parts).toEqual(['quick empty 1']);
    expect(slow.signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('by taking no further part does the same', async () => {
    const slow = source('slow', 3000);
    const iterator = ask(FAN(), [slow, source('quick', 0)]);
    await iterator.next();
    await iterator.return?.();
    expect(slow.signals[0]?.aborted).toBe(true);
  });

  test('before anything began has nobody asked', async () => {
    const one = source('one', 0);
    expect(await collect(FAN(), [one], AbortSignal.abort())).toEqual([]);
    expect(one.asked).toBe(0);
  });
});

describe('a search that waits', () => {
  test('holds up no other one, however many there are', async () => {
    const fan = FAN();
    const stuck = Array.from({ length: 200 }, () => collect(fan, [source('stuck', Number.POSITIVE_INFINITY)]));
    await vi.advanceTimersByTimeAsync(10);
    const quick = source('quick', 5);
    const parts = collect(fan, [quick, source('kept', 0, { getCached: () => EMPTY })]);
    await vi.advanceTimersByTimeAsync(5);
    expect(await parts).toEqual(['kept empty 0', 'quick empty 5']);
    await vi.runAllTimersAsync();
    await Promise.all(stuck);
  });
});

describe('a partner that has many questions under way', () => {
  /** A partner whose turn comes after so long, and who answers never. */
  function waiting(key: string, turnMs: number): Made {
    const ask: Source['ask'] = async (_question, _viewer, signal, { onSent } = {}) => {
      setTimeout(() => onSent?.(), turnMs);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    return source(key, 0, { ask });
  }

  test('is busy where the search ends before its slot or soon after, and has not failed', async () => {
    const keys = { atOnce: 0, late: 4000, never: 7000 };
    const iterator = ask(
      FAN(),
      Object.entries(keys).map(([key, turnMs]) => waiting(key, turnMs)),
    );
    const parts = [iterator.next(), iterator.next(), iterator.next()];
    await vi.advanceTimersByTimeAsync(6000);
    const origins = (await Promise.all(parts)).map(({ value }) => value.origin);
    expect(origins.map(({ key, state, problem }) => [key, state, problem.title])).toEqual([
      ['atOnce', 'timed-out', 'had not answered when the search ended after 6 s'],
      ['late', 'busy', 'was asked late, as too many questions to it are under way'],
      ['never', 'busy', 'was not asked, as too many questions to it are under way'],
    ]);
  });
});
