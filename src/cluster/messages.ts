/** What the supervisor and its workers tell each other. */

import type { FollowStatus } from '../registry/follow/follow-status.ts';

/** What an operator at a terminal is told of a registry that runs. */
export type Served = {
  url: string;
  /** Undefined where it holds nothing yet. */
  held: { users: number; userGenes: number } | undefined;
};

export type FromWorker =
  /** It listens. */
  { kind: 'ready'; served: Served } | FollowNews;

export type ToWorker =
  | { kind: 'stop' }
  /** The configuration may have changed. */
  | { kind: 'read-config' }
  | FollowNews;

/** How it stands with the followed database, told by the leader. */
export type FollowNews = {
  kind: 'follow-status';
  status: FollowStatus;
  /** Which file the leader answers from, as `SeenFile` names it; another one after each reading of the whole. */
  file: string | undefined;
};

/** Other packages send messages of their own over the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  const kind = kindOf(message);
  return kind === 'ready' || kind === 'follow-status';
}

export function isToWorker(message: unknown): message is ToWorker {
  const kind = kindOf(message);
  return kind === 'stop' || kind === 'read-config' || kind === 'follow-status';
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
