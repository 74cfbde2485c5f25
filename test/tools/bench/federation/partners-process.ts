/**
 * Partners of the registry under test, in a process of their own. Words: the behaviour of each. It sends its parent
 * where they listen, and, whenever it gets a message, what they were asked since the last one.
 */

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answeringOf, BEHAVIOURS, type Behaviour, type Note } from './behaviours.ts';
import { machineMs } from './clock.ts';
import { partnerAnswers } from './partner-answers.ts';

export type PartnersMessage = { urls: string[] } | { notes: Note[] };

/** Nobody takes the notes of a soak. */
const MOST_NOTES = 10_000;
const KEEP_ALIVE_MS = 60_000;

let notes: Note[] = [];

const servers = process.argv.slice(2).map((word, index) => listen(behaviour(word), index + 1));
await Promise.all(servers.map((server) => once(server, 'listening')));
send({ urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`) });

process.on('message', () => {
  send({ notes });
  notes = [];
});
process.once('disconnect', stop);
process.once('SIGTERM', stop);

function behaviour(word: string): Behaviour {
  const found = BEHAVIOURS.find((name) => name === word);
  if (found === undefined) throw new Error(`'${word}' is no behaviour; there are ${BEHAVIOURS.join(', ')}.`);
  return found;
}

function listen(behaves: Behaviour, partner: number): Server {
  const answerTo = partnerAnswers(partner);
  const answer = answeringOf(behaves);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const arrivedMs = machineMs();
    // Real partners have machines of their own: first every question that is there is taken note of.
    setImmediate(handle, request.url ?? '/', response, arrivedMs);
  });

  function handle(address: string, response: ServerResponse, arrivedMs: number): void {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    response.on('error', () => {});
    const body = answerTo(pathname, searchParams);
    if (body === undefined || pathname === '/api') {
      // Every partner states its version at once, so that all are asked in the same way.
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(body);
      return;
    }
    const note: Note = { symbol: searchParams.get('symbol') ?? '', arrivedMs, lastByteMs: undefined };
    notes.push(note);
    if (notes.length > MOST_NOTES) notes.shift();
    answer(response, body, note);
  }

  return server.listen(0, '127.0.0.1');
}

function send(message: PartnersMessage): void {
  process.send?.(message);
}

function stop(): void {
  process.exit();
}
