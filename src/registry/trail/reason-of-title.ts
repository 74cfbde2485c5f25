/** Converts the words that a trail of format 1 stored to a reason. */

import { type BriefReason, type ReasonCode, reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';

/** Codes of reasons without params, which all have different words. */
const BARE_CODES: readonly ReasonCode[] = [
  'gave-way',
  'stopped',
  'stopping',
  'not-put',
  'unknown-host',
  'lookup-timed-out',
  'connection-refused',
  'connection-timed-out',
  'connection-closed',
  'no-route',
  'bad-certificate',
  'bad-encryption',
  'answer-broken-off',
  'not-http',
  'badly-packed',
  'redirected-away',
  'redirected-too-often',
  'asks-to-wait',
  'not-available',
  'switched-off',
  'token-refused',
  'access-refused',
  'server-error',
  'not-data',
  'no-body',
  'breaks-off',
  'unreadable',
  'unexpected',
  'too-long',
  'too-many-objects',
];
/** Codes of reasons whose words contain a time. */
const TIMED_CODES = ['no-answer', 'answer-not-whole', 'search-ended'] as const;

const BY_TITLE = new Map(BARE_CODES.map((code) => [titleOf({ code, params: {} }), { code, params: {} }]));

/** Returns a reason that says no more than the words do; `failed` for unknown words. */
export function reasonOfTitle(title: string): BriefReason {
  const [, seconds] = / ([\d.]+) s$/.exec(title) ?? [];
  const timed = TIMED_CODES.map((code) => reason(code, { timeoutMs: Math.round(1000 * Number(seconds)) }));
  return BY_TITLE.get(title) ?? timed.find((one) => titleOf(one) === title) ?? reason('failed');
}
