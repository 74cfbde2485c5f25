/**
 * Many askers in a process of their own, each with a connection of its own. The word is a task as JSON; the parent is
 * sent what became of every question when the time is over.
 */

import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { machineMs } from '../federation/clock.ts';
import { searchPath } from '../federation/timings.ts';

export type AskersTask = {
  url: string;
  /** Asked in turn. */
  symbols: readonly string[];
  connections: number;
  /** One phase after the other, over the same connections. */
  phases: readonly Phase[];
};

export type Phase = {
  name: string;
  seconds: number;
  /** Of all askers together; 0: each asks again as soon as it has its answer. */
  perSecond: number;
};

/** `status` is 0 where the connection broke. */
export type Answered = {
  phase: string;
  askedMs: number;
  tookMs: number;
  status: number;
  retryAfter: string | undefined;
};

const CONNECTING_AT_ONCE = 50;

const [word = ''] = process.argv.slice(2);
const { url, symbols, connections, phases } = JSON.parse(word) as AskersTask;

const answered: Answered[] = [];
let asked = 0;
let now: { phase: Phase; endsMs: number } = { phase: { name: '', seconds: 0, perSecond: 1 }, endsMs: 0 };

process.once('disconnect', () => process.exit());

const askers = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
// Connections are made beforehand: what is measured is questions.
for (let from = 0; from < connections; from += CONNECTING_AT_ONCE) {
  await Promise.all(askers.slice(from, from + CONNECTING_AT_ONCE).map((agent) => ask(agent, '/livez')));
}
for (const phase of phases) {
  now = { phase, endsMs: machineMs() + phase.seconds * 1000 };
  await Promise.all(askers.map((agent) => askUntilOver(agent, phase)));
}
process.send?.(answered, () => process.exit());

async function askUntilOver(agent: Agent, { perSecond, name }: Phase): Promise<void> {
  const { endsMs } = now;
  const everyMs = perSecond === 0 ? 0 : (connections / perSecond) * 1000;
  // Everybody begins at another moment, and goes on by their own clock, whether the answer was late or not.
  for (let dueMs = machineMs() + Math.random() * everyMs; dueMs < endsMs; dueMs += everyMs) {
    await pause(Math.max(0, dueMs - machineMs()));
    if (machineMs() >= endsMs) return;
    const symbol = symbols[asked++ % symbols.length] ?? '';
    answered.push({ phase: name, ...(await ask(agent, searchPath(symbol))) });
    if (everyMs === 0) dueMs = machineMs();
  }
}

function ask(agent: Agent, path: string): Promise<Omit<Answered, 'phase'>> {
  const askedMs = machineMs();
  const { promise, resolve } = Promise.withResolvers<Omit<Answered, 'phase'>>();
  const done = (status: number, retryAfter?: string) =>
    resolve({ askedMs, tookMs: machineMs() - askedMs, status, retryAfter });
  const request = get(url + path, { agent, headers: { Accept: 'application/json' } }, (answer) => {
    answer.on('error', () => done(0));
    answer.on('end', () => done(answer.statusCode ?? 0, answer.headers['retry-after']));
    answer.resume();
  });
  request.on('error', () => done(0));
  return promise;
}
