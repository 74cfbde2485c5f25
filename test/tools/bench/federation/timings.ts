/** How long a question to many partners takes beyond what the slowest of them takes. */

import { median } from '../measure-workload.ts';
import type { Asked, Reader } from './ask.ts';
import type { Note } from './behaviours.ts';
import type { Partners } from './partners.ts';

/** Over all questions that were asked. */
export type Spread = { p50Ms: number; p99Ms: number; maxMs: number };

export type WholeAnswers = {
  questions: number;
  /** From the question to the last byte of its answer. */
  whole: Spread;
  /** The same without the time that the slowest partner took, from reading the question to its last byte. */
  beyondSlowest: Spread;
};

type Options = {
  reader: Reader;
  partners: Partners;
  /** Different from each other, so that no answer is cached. */
  symbols: readonly string[];
};

/** Asks every symbol once, so many at a time. @throws Error when an answer is not whole */
export async function measureWholeAnswers(
  { reader, partners, symbols, atOnce }: Options & { atOnce: number },
  signal: AbortSignal,
): Promise<WholeAnswers> {
  await partners.takeNotes();
  const left = [...symbols];
  const asked = new Map<string, Asked>();
  async function askOn(): Promise<void> {
    for (let symbol = left.shift(); symbol !== undefined; symbol = left.shift()) {
      const answer = await reader.ask(searchPath(symbol), signal);
      assertComplete(answer, symbol);
      asked.set(symbol, answer);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askOn));
  const slowest = longestBySymbol(await partners.takeNotes());
  const times = [...asked].map(([symbol, { askedMs, answeredMs }]) => ({ symbol, wholeMs: answeredMs - askedMs }));
  return {
    questions: times.length,
    whole: spreadOf(times.map(({ wholeMs }) => wholeMs)),
    beyondSlowest: spreadOf(times.map(({ symbol, wholeMs }) => wholeMs - (slowest.get(symbol) ?? 0))),
  };
}

/** The medians over rounds: a moment in which the machine did something else counts for nothing. */
export async function inRounds(rounds: number, measure: () => Promise<WholeAnswers>): Promise<WholeAnswers> {
  const measured = [await measure()];
  while (measured.length < rounds) measured.push(await measure());
  return {
    questions: measured.reduce((sum, { questions }) => sum + questions, 0),
    whole: medianSpread(measured.map(({ whole }) => whole)),
    beyondSlowest: medianSpread(measured.map(({ beyondSlowest }) => beyondSlowest)),
  };
}

function medianSpread(spreads: readonly Spread[]): Spread {
  return {
    p50Ms: median(spreads.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(spreads.map(({ p99Ms }) => p99Ms)),
    maxMs: Math.max(...spreads.map(({ maxMs }) => maxMs)),
  };
}

/** From the last byte of the partner that is first to the arrival of a partner's part at the reader. */
export async function measureFirstParts({ reader, partners, symbols }: Options, signal: AbortSignal): Promise<Spread> {
  const waits: number[] = [];
  for (const symbol of symbols) {
    await partners.takeNotes();
    const { partsMs } = await reader.stream(searchPath(symbol), signal);
    const firstPartMs = Math.min(...partsMs.values());
    const ends = (await partners.takeNotes()).map(({ lastByteMs }) => lastByteMs ?? Number.POSITIVE_INFINITY);
    waits.push(firstPartMs - Math.min(...ends));
  }
  return spreadOf(waits);
}

export function searchPath(symbol: string): string {
  return `/api/federated/genes/search?symbol=${encodeURIComponent(symbol)}&taxonId=9606`;
}

/** @throws Error when it is no answer of every registry */
export function assertComplete({ status, text }: Asked, symbol: string): void {
  if (status === 200 && text.includes('"complete":true')) return;
  const summary = /"summary":"[^"]*"/.exec(text)?.[0] ?? text.slice(0, 200);
  throw new Error(`The search for ${symbol} was answered ${status}, not in full: ${summary}.`);
}

function longestBySymbol(notes: readonly Note[]): Map<string, number> {
  const longest = new Map<string, number>();
  for (const { symbol, arrivedMs, lastByteMs } of notes) {
    const tookMs = (lastByteMs ?? arrivedMs) - arrivedMs;
    longest.set(symbol, Math.max(tookMs, longest.get(symbol) ?? 0));
  }
  return longest;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
