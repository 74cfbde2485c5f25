/** The messages between the supervisor and its workers. */

import type { Config } from '../config/config.ts';
import type { FollowStatus } from '../registry/follow/status.ts';
import type { StateReply, StateRequest } from './supervisor-state.ts';

/** What `serve` prints when the registry runs. */
export type Served = {
  url: string;
  /** Undefined for a registry without data. */
  held: { users: number; userGenes: number } | undefined;
};

export type FromWorker =
  /** The worker has begun and receives messages. What was sent before is lost. */
  | { kind: 'begun' }
  /** The worker listens. */
  | { kind: 'ready'; served: Served }
  /** The answer to `answer`. */
  | { kind: 'answering' }
  /** The database file that the worker answers from, as `SeenFile` names it. */
  | { kind: 'open-file'; file: string | undefined }
  /** The answer to `count`. */
  | { kind: 'counted'; request: number; counted: unknown }
  | StateRequest
  | FollowNews;

export type ToWorker =
  | HandedConfig
  | { kind: 'stop' }
  /** The configuration may have changed. */
  | { kind: 'read-config' }
  /** A ping: the worker has to answer. */
  | { kind: 'answer' }
  /** The worker has to send its counters. */
  | { kind: 'count'; request: number }
  /** The files that the other workers answer from. */
  | { kind: 'other-files'; files: readonly string[] }
  | StateReply
  | FollowNews;

/**
 * What a worker starts with: the configuration in force, the state of its files, and the version of the program that
 * read them.
 */
export type HandedConfig = { kind: 'config'; config: Config; seen: string; version: string };

/** The status of the followed database, sent by the leader. */
export type FollowNews = {
  kind: 'follow-status';
  status: FollowStatus;
  /** Names the database file that the leader answers from, with its write-ahead log; it differs after each complete read. */
  file: string | undefined;
};

/** Whether a message is ours. Other packages send messages over the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  return FROM_WORKER.has(kindOf(message));
}

export function isToWorker(message: unknown): message is ToWorker {
  return TO_WORKER.has(kindOf(message));
}

const FROM_WORKER: ReadonlySet<unknown> = new Set<FromWorker['kind']>([
  'begun',
  'ready',
  'answering',
  'open-file',
  'counted',
  'state',
  'follow-status',
]);

const TO_WORKER: ReadonlySet<unknown> = new Set<ToWorker['kind']>([
  'config',
  'stop',
  'read-config',
  'answer',
  'count',
  'other-files',
  'state-found',
  'state-counted',
  'state-claimed',
  'state-ended',
  'state-message',
  'follow-status',
]);

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
