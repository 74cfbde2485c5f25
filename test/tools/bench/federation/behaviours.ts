/** What a partner of the bench does with a question: answers after a while, or fails in one of the ways partners fail. */

import type { ServerResponse } from 'node:http';
import { machineMs } from './clock.ts';

export const BEHAVIOURS = ['steady', 'prompt', 'hang', 'reset', 'error', 'cut', 'slow', 'moody'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** What a partner was asked, and when, by the clock of the machine; undefined until the answer has gone out. */
export type Note = { symbol: string; arrivedMs: number; lastByteMs: number | undefined };

/** Answers a question with the body; it notes in `note` when the last byte went out. */
export type Answering = (response: ServerResponse, body: string, note: Note) => void;

const STEADY_MS = 50;
const PROMPT_MS = 20;
const SLOW_MS = 100;
const SLOW_PIECES = 10;
/** More than is read of any one answer. */
const HUGE_BYTES = 6 * 1024 * 1024;
/** Of so many questions a moody partner answers all but one, which it spoils, each time in another way. */
const MOOD_LASTS = 4;

/** A function that does it; a moody one remembers what it did. */
export function answeringOf(behaviour: Behaviour): Answering {
  return behaviour === 'moody' ? moody() : ANSWERING[behaviour];
}

const ANSWERING: Record<Exclude<Behaviour, 'moody'>, Answering> = {
  steady: (...question) => sendAfter(STEADY_MS, ...question),
  prompt: (...question) => sendAfter(PROMPT_MS, ...question),
  hang: () => {},
  reset: (response) => void response.socket?.resetAndDestroy(),
  error: (response) => void response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Something is wrong.'),
  cut,
  slow: dribble,
};

function moody(): Answering {
  const { steady, prompt: _, ...others } = ANSWERING;
  const spoilt = [...Object.values(others), sendHuge];
  let asked = 0;
  return (...question) => {
    asked += 1;
    const way = asked % MOOD_LASTS === 0 ? spoilt[(asked / MOOD_LASTS) % spoilt.length] : steady;
    (way ?? steady)(...question);
  };
}

function sendAfter(delayMs: number, response: ServerResponse, body: string, note: Note): void {
  const waitedMs = machineMs() - note.arrivedMs;
  setTimeout(sendWhole, Math.max(0, delayMs - waitedMs), response, body, note);
}

function sendWhole(response: ServerResponse, body: string, note: Note): void {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(bytes);
  note.lastByteMs = machineMs();
}

/** The records over and over where they are a list; blanks behind anything else. */
function sendHuge(response: ServerResponse, body: string, note: Note): void {
  const times = Math.ceil(HUGE_BYTES / body.length);
  const isList = body.startsWith('[{');
  const repeated = `[${Array.from({ length: times }, () => body.slice(1, -1)).join()}]`;
  sendWhole(response, isList ? repeated : body.padEnd(HUGE_BYTES), note);
}

function cut(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

function dribble(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const pieceLength = Math.ceil(body.length / SLOW_PIECES);
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.slice(at, at + pieceLength));
    at += pieceLength;
    if (at < body.length) return;
    clearInterval(timer);
    response.end();
  }, SLOW_MS);
  response.once('close', () => clearInterval(timer));
}
