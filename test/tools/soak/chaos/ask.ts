/** One question to an instance and what came of it, with its times by the clock of the machine. */

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type ChaosQuestion = {
  /** The name of the instance. */
  instance: string;
  path: string;
  accept?: string;
  token?: string;
  /** Sent as JSON by POST. */
  body?: unknown;
};

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string };
export type Answered = { question: ChaosQuestion; askedMs: number; answeredMs: number } & (
  | { reply: Reply }
  | { broken: string }
);

/** Longer than any answer may keep somebody waiting without a byte. */
const MOST_SECONDS = 30;
/** A list waits for its turn at partners for two minutes (docs/api.md): others go first. */
const MOST_SECONDS_OF_LIST = 125;

/** Connections are kept for a while, as those of browsers are. */
export function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 16 });
}

/** A connection that had been kept and was closed meanwhile is tried again, as every client does. */
export async function ask(agent: Agent, url: string, question: ChaosQuestion): Promise<Answered> {
  const askedMs = Date.now();
  const first = await once(agent, url, question);
  const got = 'broken' in first && first.wasKept ? await once(agent, url, question) : first;
  const times = { question, askedMs, answeredMs: Date.now() };
  return 'broken' in got ? { ...times, broken: got.broken } : { ...times, reply: got };
}

function once(
  agent: Agent,
  url: string,
  question: ChaosQuestion,
): Promise<Reply | { broken: string; wasKept: boolean }> {
  const { promise, resolve } = Promise.withResolvers<Reply | { broken: string; wasKept: boolean }>();
  const body = question.body === undefined ? undefined : JSON.stringify(question.body);
  const headers = {
    ...(question.accept === undefined ? {} : { Accept: question.accept }),
    ...(question.token === undefined ? {} : { Authorization: `Bearer ${question.token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  const mostSeconds = body === undefined ? MOST_SECONDS : MOST_SECONDS_OF_LIST;
  let hasBegun = false;
  const options = { agent, method, headers, timeout: mostSeconds * 1000 };
  const request = httpRequest(url + question.path, options, (answer) => {
    hasBegun = true;
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (piece: string) => {
      text += piece;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    answer.on('error', (error) => resolve({ broken: error.message, wasKept: false }));
  });
  request.on('timeout', () => request.destroy(new Error(`nothing came for ${mostSeconds} s`)));
  request.on('error', (error) => resolve({ broken: error.message, wasKept: request.reusedSocket && !hasBegun }));
  request.end(body);
  return promise;
}
