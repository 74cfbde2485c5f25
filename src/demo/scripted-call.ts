/** The types of a scripted partner: one request, and the script of what happens to each. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
