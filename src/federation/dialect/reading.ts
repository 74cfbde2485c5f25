/** What the reply of a partner says: records, or what it is about instead. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import type { Reason } from '../../domain/federation/reasons.ts';

export type ReplyReading =
  | {
      kind: 'records';
      /** As the partner sent them, checked by nobody yet: they may be anything, null too. */
      records: readonly unknown[];
      /** How many there are at the partner, for a page of a listing; undefined where it does not say. */
      total: number | undefined;
      /** What a page of a listing says of itself; undefined for other answers. */
      envelope?: Envelope;
      /** Whether these are only the records that arrived before the body was cut. */
      isCut: boolean;
      /** How many came besides, which nobody reads. */
      unread: number;
    }
  | { kind: 'outcome'; outcome: Outcome };

/** As far as the partner says: which page it is, how many rows its pages have, and whether none follows this one. */
export type Envelope = { number: number | undefined; size: number | undefined; isLast: boolean | undefined };

export type Outcome = {
  about:
    | 'unknown-symbol'
    | 'unknown-taxon'
    | 'unknown-ontology'
    | 'unknown-terms'
    | 'no-such-record'
    | 'access-denied'
    | 'token-refused'
    | 'switched-off'
    /** Either that, or the one kind of question alone, which is `feature-closed`: its document of `/api` says which. */
    | 'closed'
    | 'feature-closed'
    | 'missing-endpoint'
    | 'too-many'
    | 'server-error'
    /** The partner fails on this question, but answers others. */
    | 'this-question'
    | 'unreadable'
    | 'rejected';
  state: OriginState;
  reason: Reason;
  error: ProxyError | undefined;
  /** The HTTP status of the partner. */
  status: number;
};
