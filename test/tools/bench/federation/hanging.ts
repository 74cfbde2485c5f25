/** What a partner costs the readers when it takes every question and never answers any. */

import { openReader, type Reader } from './ask.ts';
import { openNetwork } from './registry.ts';
import { searchPath } from './timings.ts';

/** One question, in the order in which they were asked: how long its answer took, and what it says of the partner. */
export type AskedOfHanging = { tookMs: number; state: string };

export type HangingFigures = {
  /** How long the registry waits for the first byte of a partner. */
  readTimeoutMs: number;
  /** One and the same question, again and again. */
  equal: AskedOfHanging[];
  /** A new question every time. */
  different: AskedOfHanging[];
};

const READ_TIMEOUT_MS = 1000;
const QUESTIONS = 8;
/** The last one hangs. */
const BEHAVIOURS = ['steady', 'steady', 'steady', 'hang'] as const;
const HANGING = `partner-${BEHAVIOURS.length}`;

type Options = { databaseFile: string; folder: string; symbols: readonly string[] };

/** Asks one question after the other. Each kind has a registry of its own, which knows nothing of the partner yet. */
export async function measureHanging({ symbols, ...about }: Options, signal: AbortSignal): Promise<HangingFigures> {
  const network = { ...about, behaviours: BEHAVIOURS, isearch: { 'read-timeout': READ_TIMEOUT_MS } };

  async function askAll(asked: readonly string[]): Promise<AskedOfHanging[]> {
    await using opened = await openNetwork(network, signal);
    using reader = openReader(opened.registry.url);
    const answers: AskedOfHanging[] = [];
    for (const symbol of asked) answers.push(await askOnce(reader, symbol, signal));
    return answers;
  }

  const [same = ''] = symbols;
  return {
    readTimeoutMs: READ_TIMEOUT_MS,
    equal: await askAll(Array.from({ length: QUESTIONS }, () => same)),
    different: await askAll(symbols.slice(0, QUESTIONS)),
  };
}

async function askOnce(reader: Reader, symbol: string, signal: AbortSignal): Promise<AskedOfHanging> {
  const { askedMs, answeredMs, status, text } = await reader.ask(searchPath(symbol), signal);
  if (status !== 200) throw new Error(`The search for ${symbol} was answered ${status}.`);
  const { origins } = JSON.parse(text) as { origins: { key: string; state: string }[] };
  const state = origins.find(({ key }) => key === HANGING)?.state ?? 'missing';
  return { tookMs: answeredMs - askedMs, state };
}
