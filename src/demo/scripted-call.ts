/** What a scripted partner meets and does: one request, and a script of what becomes of each. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is done with one request. It may use the socket itself, for what no proper server would do. */
export type Behaviour = (call: ScriptedCall) => void | Promise<void>;

export type ScriptedCall = {
  request: ScriptedRequest;
  response: ServerResponse;
  socket: Socket;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
};

export type ScriptedRequest = {
  method: string;
  /** As it was sent, parameters included, below the base path. */
  path: string;
  params: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** Behaviours by path; `*` at the end stands for any rest, and the longest row that fits counts. */
export type Script = Record<string, Behaviour>;
