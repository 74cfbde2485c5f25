/**
 * Where answers are kept, under a bound of bytes. The answers of all registries to one question are used together, so
 * they are forgotten together: the question that was not asked for longest goes first.
 */

import type { AnswerStore, Cached } from '../../../src/federation/partner/answer-cache.ts';

export type AnswerBlocks = {
  /** The answers of one registry, for the rules of freshness; a key is the number of a gene. */
  storeOf(registry: number): AnswerStore<undefined>;
  /** Says that a question was asked again. */
  touch(key: string): void;
  bytes(): number;
};

type Block = { cachedAtMs: Float64Array; bytes: number };

/** @param bytesOf the bytes of one answer */
export function answerBlocks(
  count: number,
  mostBytes: number,
  bytesOf: (key: string, registry: number) => number,
): AnswerBlocks {
  const blocks = new Map<string, Block>();
  let bytes = 0;
  let last: [key: string, block: Block | undefined] = ['', undefined];

  function blockOf(key: string): Block | undefined {
    if (last[0] !== key) last = [key, blocks.get(key)];
    return last[1];
  }

  function put(key: string, registry: number, cachedAtMs: number): void {
    let block = blockOf(key);
    if (block === undefined) {
      block = { cachedAtMs: new Float64Array(count).fill(Number.NaN), bytes: 0 };
      blocks.set(key, block);
      last = [key, block];
    }
    if (Number.isNaN(block.cachedAtMs[registry])) {
      const more = bytesOf(key, registry);
      block.bytes += more;
      bytes += more;
    }
    block.cachedAtMs[registry] = cachedAtMs;
    while (bytes > mostBytes && blocks.size > 1) forgetOldest();
  }

  function forgetOldest(): void {
    const [oldest] = blocks;
    if (oldest === undefined) return;
    blocks.delete(oldest[0]);
    bytes -= oldest[1].bytes;
    last = ['', undefined];
  }

  return {
    storeOf: (registry) => ({
      get(key): Cached<undefined> | undefined {
        const cachedAtMs = blockOf(key)?.cachedAtMs[registry];
        if (cachedAtMs === undefined || Number.isNaN(cachedAtMs)) return undefined;
        return { answer: undefined, cachedAtMs: cachedAtMs, holdsAnonymised: false };
      },
      set: (key, { cachedAtMs }) => put(key, registry, cachedAtMs),
      delete(key) {
        const block = blockOf(key);
        if (block === undefined || Number.isNaN(block.cachedAtMs[registry])) return;
        block.cachedAtMs[registry] = Number.NaN;
        const less = bytesOf(key, registry);
        block.bytes -= less;
        bytes -= less;
      },
    }),
    touch(key) {
      const block = blocks.get(key);
      if (block === undefined) return;
      blocks.delete(key);
      blocks.set(key, block);
    },
    bytes: () => bytes,
  };
}
