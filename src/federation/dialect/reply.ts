/** What comes back from one HTTP call to a partner, read by nobody yet. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import type { Reason } from '../../domain/federation/reasons.ts';

/** No partner is left alone for longer than an hour because it says so. */
export const LONGEST_RETRY_AFTER_SECONDS = 3_600;
/** Of one answer. */
export const MOST_BODY_BYTES = 5 * 1024 * 1024;
/** Of the document that states its version, which is parsed at once; that of RDP has a sixteenth of this. */
export const MOST_VERSION_BYTES = 256 * 1024;

export type Reply = {
  status: number;
  /** As sent, parameters included. */
  contentType: string | undefined;
  /** From `Retry-After`, in either of its forms. */
  retryAfterSeconds: number | undefined;
  /** What the partner calls what the public may see, and for how long its people may be named (decision 53). */
  publicView?: { name: string; minutes: number } | undefined;
  /**
   * In the charset its content type names, where that is known, else as UTF-8; what cannot be read is U+FFFD. Of a long one
   * its beginning alone.
   */
  body: string;
  /** How long it is, unpacked. */
  bytes: number;
  /** Whether the body was cut here, because it grew beyond what is read of any answer. */
  isCut: boolean;
  /** What a long body that calls itself JSON holds; undefined where `body` is to be parsed. */
  json?: LongJson | undefined;
};

/** A long body as far as it is read, or why it is not: it is blank, opens too many lists and objects, or one piece is too long. */
export type LongJson =
  | {
      /** Of a list, or of the member `content`, the first 1000 elements; one that is too long is null. */
      value: unknown;
      /** How many more elements there are. */
      unread: number;
    }
  | 'nothing'
  | 'too-many'
  | 'too-long'
  | 'broken-off'
  | 'not-json';

/** A call that brought no whole reply. */
export type CallFailure = {
  state: Extract<OriginState, 'timed-out' | 'unreachable' | 'failed' | 'busy'>;
  error: ProxyError;
  reason: Reason;
};

/** A call that was not sent, as the partner rests. */
export type NotSent = { state: 'resting'; error: undefined; reason: Reason };

export type CallOutcome = { reply: Reply } | { failure: CallFailure | NotSent };
