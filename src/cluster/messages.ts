/** The messages between the supervisor and its workers. */

import type { ProcessNews } from '../federation/partner/partner-news.ts';
import type { FollowStatus } from '../registry/follow/follow-status.ts';

/** What an operator at a terminal reads of a registry that runs. */
export type Served = {
  url: string;
  /** Undefined where it holds nothing yet. */
  held: { users: number; userGenes: number } | undefined;
};

export type FromWorker =
  /** It listens. */
  | { kind: 'ready'; served: Served }
  /** The answer to `answer`. */
  | { kind: 'answering' }
  /** Which file it answers from, as `SeenFile` names it. */
  | { kind: 'open-file'; file: string | undefined }
  /** The answer to `count`. */
  | { kind: 'counted'; request: number; counted: unknown }
  | FollowNews
  | NewsOfPartners;

export type ToWorker =
  | { kind: 'stop' }
  /** The configuration may have changed. */
  | { kind: 'read-config' }
  /** Does it answer at all? */
  | { kind: 'answer' }
  /** What has it counted? */
  | { kind: 'count'; request: number }
  /** The files that the other workers answer from. */
  | { kind: 'other-files'; files: readonly string[] }
  /** A worker has begun: it is to be sent everything that is known of the partners. */
  | { kind: 'publish-partners'; to: number }
  | FollowNews
  | NewsOfPartners;

/** What a worker has learned of partners. */
type NewsOfPartners = {
  kind: 'partner-news';
  news: ProcessNews;
  /** The number of the one worker that it is for; undefined: all others. */
  to: number | undefined;
};

/** How it stands with the followed database, sent by the leader. */
export type FollowNews = {
  kind: 'follow-status';
  status: FollowStatus;
  /** Names the file that the leader answers from, with its log; another one after each reading of the whole. */
  file: string | undefined;
};

/** Other packages send messages of their own over the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  return FROM_WORKER.has(kindOf(message));
}

export function isToWorker(message: unknown): message is ToWorker {
  return TO_WORKER.has(kindOf(message));
}

const FROM_WORKER: ReadonlySet<unknown> = new Set<FromWorker['kind']>([
  'ready',
  'answering',
  'open-file',
  'counted',
  'follow-status',
  'partner-news',
]);

const TO_WORKER: ReadonlySet<unknown> = new Set<ToWorker['kind']>([
  'stop',
  'read-config',
  'answer',
  'count',
  'other-files',
  'publish-partners',
  'follow-status',
  'partner-news',
]);

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
