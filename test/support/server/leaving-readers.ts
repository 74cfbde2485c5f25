/** Readers who leave at any moment: before their question is whole, before the first byte, in between, and afterwards. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteQuestion } from './every-route.ts';

type LeavingOptions = {
  url: string;
  questions: readonly RouteQuestion[];
  readers: number;
  /** The same readers leave at the same moments for the same seed, as far as the machine lets them. */
  seed: number;
};

const AT_ONCE = 25;
const ACCEPTED = ['*/*', 'application/x-ndjson', 'text/html'];
const CODINGS = ['identity', 'gzip'];
/** As long as answers take here. */
const LONGEST_MS = 40;
const HALF_QUESTIONS = 0.15;

/** Every question is put by several of them. */
export async function leaveAtRandom({ url, questions, readers, seed }: LeavingOptions): Promise<void> {
  const chance = chanceFrom(seed);
  let next = 0;
  async function leaveOneByOne(): Promise<void> {
    while (next < readers) {
      const question = questions[next++ % questions.length] as RouteQuestion;
      const headers = { Accept: chance.pick(ACCEPTED), 'Accept-Encoding': chance.pick(CODINGS) };
      await leave(url, bytesOf(question, headers), chance);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, leaveOneByOne));
}

function bytesOf({ method, path, headers, body }: RouteQuestion, more: Readonly<Record<string, string>>): string {
  const all = {
    Host: 'registry.example.org',
    Connection: 'close',
    ...more,
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

type Leaving = { socket: Socket; random: () => number };

/** When they leave, the question being sent. */
const MOMENTS: readonly ((leaving: Leaving) => Promise<unknown>)[] = [
  async () => {},
  ({ random }) => pause(LONGEST_MS * random()),
  ({ socket }) => firstByte(socket),
  // Having read one byte, and nothing more.
  ({ socket, random }) => firstByte(socket).then(() => pause(LONGEST_MS * random())),
  // At the end: the answer is the last on its connection.
  async ({ socket }) => once(socket.resume(), 'close'),
];

async function leave(url: string, bytes: string, { random, pick }: Chance): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (random() < HALF_QUESTIONS) {
    socket.write(bytes.slice(0, Math.ceil(random() * (bytes.length - 1))));
    await pause(LONGEST_MS * random());
  } else {
    await new Promise((sent) => socket.write(bytes, sent));
    await Promise.race([pick(MOMENTS)({ socket, random }), once(socket, 'close')]);
  }
  if (random() < 0.5) socket.destroy();
  else socket.resetAndDestroy();
}

/** What comes behind it is left to the kernel. */
async function firstByte(socket: Socket): Promise<void> {
  await once(socket, 'readable');
  socket.read(1);
}

type Chance = { random: () => number; pick: <T>(all: readonly T[]) => T };

function chanceFrom(seed: number): Chance {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return { random, pick: (all) => all[Math.floor(random() * all.length)] as (typeof all)[number] };
}
