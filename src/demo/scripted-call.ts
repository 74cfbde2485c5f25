/** The types of a scripted partner: one request, and the script of what happens to each. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Handles one request. It may use the socket itself, to do what no proper server does. */
export type Behaviour = (call: ScriptedCall) => void | Promise<void>;

export type ScriptedCall = {
  request: ScriptedRequest;
  response: ServerResponse;
  socket: Socket;
  /** Aborted when the caller no longer waits for the response. */
  signal: AbortSignal;
};

export type ScriptedRequest = {
  method: string;
  /** The path as it was sent, with parameters, below the base path. */
  path: string;
  params: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** Behaviours by path; `*` at the end matches any rest, and the longest matching row counts. */
export type Script = Record<string, Behaviour>;

export type SentHeaders = Record<string, string | number>;

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends half of an answer, and waits until it has arrived. */
export async function sendHalf(
  { response, signal }: ScriptedCall,
  value: unknown,
  headers: SentHeaders,
): Promise<void> {
  response.writeHead(200, { ...JSON_TYPE, ...headers }).write(firstHalf(value));
  await settled(signal);
}

/** Returns the first half of an answer as JSON. */
export function firstHalf(value: unknown): string {
  const body = JSON.stringify(value);
  return body.slice(0, Math.ceil(body.length / 2));
}

/** Waits long enough for written bytes to arrive before the connection is closed. */
export function settled(signal: AbortSignal): Promise<void> {
  return sleep(20, undefined, { signal });
}
