/** The reply to one HTTP call to a partner, before it is read. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import type { Reason } from '../../domain/federation/reasons.ts';

/** How long a partner may ask to be left alone: an hour at most. */
export const LONGEST_RETRY_AFTER_SECONDS = 3_600;
/** The limit for the body of one answer. */
export const MOST_BODY_BYTES = 5 * 1024 * 1024;
/** The limit for the document that states a version, which is parsed at once; that of RDP takes a sixteenth of it. */
export const MOST_VERSION_BYTES = 256 * 1024;

export type Reply = {
  status: number;
  /** As sent, with its parameters. */
  contentType: string | undefined;
  /** From `Retry-After`, in either of its forms. */
  retryAfterSeconds: number | undefined;
  /** Whether it asks for a user name and a password (RFC 7617), as a web server in front of a registry does. */
  asksForPassword?: boolean | undefined;
  /** The name of the partner's public view, and for how many minutes people may be named (decision 53). */
  publicView?: { name: string; minutes: number } | undefined;
  /** In the charset of the content type if that is known, else in UTF-8; invalid bytes become U+FFFD. Of a long body, only the beginning. */
  body: string;
  /** The length of the whole body, unpacked. */
  bytes: number;
  /** Whether the body was cut here, because it is longer than the limit. */
  isCut: boolean;
  /** The value of a long body of JSON; undefined if `body` is to be parsed. */
  json?: LongJson | undefined;
};

/** The value of a long body, or why there is none: it is blank, opens too many lists and objects, or one piece is too long. */
export type LongJson =
  | {
      /** Of a list, or of the member `content`, the first 1000 elements; an element that is too long is null. */
      value: unknown;
      /** How many further elements there are. */
      unread: number;
    }
  | 'nothing'
  | 'too-many'
  | 'too-long'
  | 'broken-off'
  | 'not-json';

/** A call without a complete reply. */
export type CallFailure = {
  state: Extract<OriginState, 'timed-out' | 'unreachable' | 'failed' | 'busy'>;
  error: ProxyError;
  reason: Reason;
};

/** A call that was not sent, because the partner rests. */
export type NotSent = { state: 'resting'; error: undefined; reason: Reason };

export type CallOutcome = { reply: Reply } | { failure: CallFailure | NotSent };
