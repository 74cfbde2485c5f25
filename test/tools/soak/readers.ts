/** Readers of all kinds, who ask one thing after the other until they are stopped, and count what they get. */

import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Tally = {
  /** Answers by status, and those that were left or broken off by words. */
  counts: Map<string, number>;
  /** What no reader should ever get, a line each. */
  wrong: string[];
};

/** How one question is put, and what its reader does. */
type Habit = {
  path: string;
  accept?: string;
  token?: string;
  /** Leaves after so many milliseconds, whether the answer is there or not. */
  leavesAfterMs?: number;
  /** Leaves at the first bytes. */
  leavesAtOnce?: boolean;
};

export type Question = (random: () => number) => Habit;

const STREAM = 'application/x-ndjson';
const LEFT = 'left by the reader';
const MOST_WRONG = 20;
const MOST_PAUSE_MS = 150;

/** Asks until the signal is aborted; answers when the last reader has the last answer. */
export async function readOn(
  { url, readers, questions }: { url: string; readers: number; questions: readonly Question[] },
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: readers });
  async function reader(): Promise<void> {
    while (!signal.aborted) {
      const question = questions[Math.floor(Math.random() * questions.length)];
      if (question === undefined) return;
      const habit = question(Math.random);
      count(tally, habit, await read(url, habit, agent));
      await pause(Math.random() * MOST_PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: readers }, reader));
  agent.destroy();
}

type Got = { status: number; end: string } | { broken: string };

function count({ counts, wrong }: Tally, { path, accept, ...leaves }: Habit, got: Got): void {
  const isLeaving = leaves.leavesAfterMs !== undefined || leaves.leavesAtOnce === true;
  const what = 'broken' in got ? (isLeaving ? LEFT : `broken: ${got.broken}`) : String(got.status);
  counts.set(what, (counts.get(what) ?? 0) + 1);
  const isCut = 'end' in got && got.status === 200 && accept === STREAM && !got.end.includes('{"type":"end"');
  const isWrong = what === '500' || what.startsWith('broken') || (isCut && !isLeaving);
  if (isWrong && wrong.length < MOST_WRONG) wrong.push(`${what}${isCut ? ', without its end' : ''}: ${path}`);
}

function read(url: string, { path, accept, token, ...leaves }: Habit, agent: Agent): Promise<Got> {
  const { promise, resolve } = Promise.withResolvers<Got>();
  const headers = {
    ...(accept === undefined ? {} : { Accept: accept }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const request = get(url + path, { agent, headers }, (answer) => {
    if (leaves.leavesAtOnce === true) answer.once('data', () => request.destroy(new Error(LEFT)));
    readToEnd(answer, resolve);
  });
  request.on('error', (error) => resolve({ broken: error.message }));
  if (leaves.leavesAfterMs !== undefined) {
    const timer = setTimeout(() => request.destroy(new Error(LEFT)), leaves.leavesAfterMs);
    request.once('close', () => clearTimeout(timer));
  }
  return promise;
}

/** Keeps the last chunks alone: answers are counted, not collected. */
function readToEnd(answer: IncomingMessage, done: (got: Got) => void): void {
  let before = '';
  let last = '';
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    before = last;
    last = chunk;
  });
  answer.on('error', (error) => done({ broken: error.message }));
  answer.on('end', () => done({ status: answer.statusCode ?? 0, end: before + last }));
}
