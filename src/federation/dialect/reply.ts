/** What comes back from one HTTP call to a partner, read by nobody yet. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';

export type Reply = {
  status: number;
  /** As sent, parameters included. */
  contentType: string | undefined;
  /** From `Retry-After`, in either of its forms. */
  retryAfterSeconds: number | undefined;
  /** In the charset its content type names, where that is known, else as UTF-8; what cannot be read is U+FFFD. */
  body: string;
  /** Whether the body was cut here, because it grew beyond what is read of any answer. */
  isCut: boolean;
};

/** A call that brought no whole reply. */
export type CallFailure = {
  state: Extract<OriginState, 'timed-out' | 'unreachable' | 'failed' | 'busy'>;
  error: ProxyError;
  /** A few words that follow the name of the partner, such as `did not answer within 3 s`. */
  title: string;
  /** One sentence, without any secret. */
  detail: string;
};

export type CallOutcome = { reply: Reply } | { failure: CallFailure };
