/**
 * Classifies answers by what they say about the partner: that it is healthy, or how long its circuit breaker opens
 * (docs/federation.md#circuit-breaker).
 */

import type { ProxyError } from '../../domain/federation/origin.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import { LONGEST_RETRY_AFTER_SECONDS } from '../dialect/reply.ts';
import type { Failure, PartnerAnswer } from './partner-query.ts';

export const FAILURE_KINDS = ['failure', 'time-out', 'too-many', 'bad-certificate', 'switched-off'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

const OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 600_000;
/** Each time is longer or shorter by up to this share, so that registries do not all come back at once. */
const JITTER = 0.2;
const TOO_MANY_OPEN_MS = 180_000;
const LONGEST_RETRY_AFTER_MS = LONGEST_RETRY_AFTER_SECONDS * 1000;

/** `retryAfterSeconds` is what the partner asks for; `random` is from 0 up to, not including, 1. */
type About = { openingsInARow: number; retryAfterSeconds: number | undefined; random: number };

/** Returns how long a failure opens the circuit breaker, in milliseconds. */
export function openMs(kind: FailureKind, { openingsInARow, retryAfterSeconds, random }: About): number {
  const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
  if (isUnexplained(kind))
    return Math.min(LONGEST_OPEN_MS, OPEN_MS * openingsInARow * (1 - JITTER + 2 * JITTER * random));
  if (kind === 'too-many') return Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs ?? TOO_MANY_OPEN_MS);
  if (kind === 'switched-off') return Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs ?? LONGEST_OPEN_MS);
  return LONGEST_OPEN_MS;
}

/** Whether the partner did not say why it fails, or how long it should be left alone. */
export function isUnexplained(kind: FailureKind): boolean {
  return kind === 'failure' || kind === 'time-out';
}

export type FailureClass = {
  /**
   * What fails, and whose circuit breaker may open: the partner; one kind of question, such as where RDP cannot write a
   * record; or this question alone, which opens none, such as where a firewall does not like a text.
   */
  of: 'partner' | 'kind' | 'question';
  kind: FailureKind;
  reason: Reason;
  retryAfterSeconds: number | undefined;
  /** Whether somebody has to correct it here or at the partner; other failures pass without that. */
  isForAdministrator: boolean;
};

/** Returns undefined if the answer says nothing about the partner, for example because of a limit here. */
export function classifyAnswer({ records = [], failure }: PartnerAnswer): 'healthy' | FailureClass | undefined {
  if (failure === undefined) return 'healthy';
  // A partner that sent any records is healthy, whatever else failed, unless it asks to be left alone.
  if (records.length > 0 && !asksToBeLeftAlone(failure)) return 'healthy';
  if (isOurs(failure)) return undefined;
  const kind = failureKind(failure);
  if (kind === undefined) return 'healthy';
  const { reason, retryAfterSeconds } = failure;
  return { of: whatFails(failure), kind, reason, retryAfterSeconds, isForAdministrator: kind === 'bad-certificate' };
}

/** Whether a request was not sent, or its answer not read, because of a limit here. */
export function isOurs({ about, state }: Failure): boolean {
  return about === 'ours' || (state === 'busy' && about === 'no-reply');
}

/** Returns the failure that says most about the partner, among the answers to one question: the longest time it asks to be left alone, else the first failure. */
export function weightiest(answers: readonly Pick<PartnerAnswer, 'failure'>[]): Failure | undefined {
  const failures = answers.flatMap(({ failure }) => failure ?? []);
  const restSeconds = ({ retryAfterSeconds = 0 }: Failure) => retryAfterSeconds;
  const [longest] = failures.filter(asksToBeLeftAlone).toSorted((a, b) => restSeconds(b) - restSeconds(a));
  return longest ?? failures[0];
}

function whatFails(failure: Failure): FailureClass['of'] {
  if (failure.about === 'access-refused' || failure.about === 'other-data') return 'question';
  return failure.about === 'unreadable' || failsAsRdpDoes({ failure }) ? 'kind' : 'partner';
}

function asksToBeLeftAlone({ about }: Failure): boolean {
  return about === 'too-many' || about === 'switched-off';
}

/** Whether the partner answered 500, as RDP does; a gateway in front of a registry that is down answers otherwise. */
export function failsAsRdpDoes({ failure }: Pick<PartnerAnswer<unknown>, 'failure'>): boolean {
  return failure?.about === 'server-error' && failure.status === 500;
}

/** Failures for which every caller waits until the time is over. */
const TIMEOUTS: ReadonlySet<ProxyError> = new Set([
  'http_response_timeout',
  'connection_read_timeout',
  'connection_timeout',
  'dns_timeout',
]);

function failureKind({ about, error }: Failure): FailureKind | undefined {
  switch (about) {
    case 'no-reply':
      if (error === 'tls_certificate_error') return 'bad-certificate';
      return error !== undefined && TIMEOUTS.has(error) ? 'time-out' : 'failure';
    case 'server-error':
    case 'unreadable':
    case 'access-refused':
    case 'other-data':
      return 'failure';
    case 'too-many':
    case 'switched-off':
      return about;
    default:
      // The partner answered: it does not know a term, has no such record, or does not support the question.
      return undefined;
  }
}
