/** The reading of a partner's reply: records, or an outcome with its state and its reason. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import { firstNames, type Reason, reason } from '../../domain/federation/reasons.ts';
import type { Reply } from './reply.ts';

export type ReplyReading =
  | {
      kind: 'records';
      /** As the partner sent them, not checked: they may be any value, null too. */
      records: readonly unknown[];
      /** The total that the partner states for a page of a listing; undefined if it states none. */
      total: number | undefined;
      /** What a page of a listing says about itself; undefined for other answers. */
      envelope?: Envelope;
      /** Whether these are only the records that arrived before the body was cut. */
      isCut: boolean;
      /** How many further records arrived that are not read. */
      unread: number;
    }
  | { kind: 'outcome'; outcome: Outcome };

/** As far as the partner states it: the number of the page, the rows of its pages, and whether this page is the last. */
export type Envelope = { number: number | undefined; size: number | undefined; isLast: boolean | undefined };

/** The state of each outcome. */
const STATES = {
  'unknown-symbol': 'unknown-term',
  'unknown-taxon': 'unknown-term',
  'unknown-ontology': 'unknown-term',
  'unknown-terms': 'unknown-term',
  'no-such-record': 'empty',
  'access-denied': 'refused',
  'token-refused': 'refused',
  /** The same of a question without a token: by the registry, or by a firewall in front of it. */
  'access-refused': 'refused',
  'switched-off': 'failed',
  /** Switched off, or only one kind of question, which is `feature-closed`: the partner's `/api` shows which. */
  closed: 'failed',
  'feature-closed': 'unsupported',
  'missing-endpoint': 'unsupported',
  'too-many': 'busy',
  'server-error': 'failed',
  /** The partner fails on this question, but answers others. */
  'this-question': 'failed',
  unreadable: 'failed',
  /** Something else than data, such as the page of a firewall. */
  'other-data': 'failed',
  rejected: 'failed',
} as const satisfies Record<string, OriginState>;

export type Outcome = {
  about: keyof typeof STATES;
  state: OriginState;
  reason: Reason;
  error: ProxyError | undefined;
  /** The HTTP status of the partner. */
  status: number;
};

/** Returns the reading of a reply without records. Its reason repeats no text of the reply that could contain the token. */
export function outcome(
  { status }: Reply,
  about: Outcome['about'],
  because: Reason,
  error?: Outcome['error'],
): ReplyReading {
  return { kind: 'outcome', outcome: { about, state: STATES[about], reason: because, error, status } };
}

/** Returns the reading of an answer that cannot be read as an answer to the question. */
export function unreadable(
  reply: Reply,
  because: Reason,
  error: NonNullable<Outcome['error']> = 'http_protocol_error',
): ReplyReading {
  return outcome(reply, 'unreadable', because, error);
}

export function unknownSymbol(reply: Reply, symbol: string): ReplyReading {
  const because = symbol === '' ? reason('no-symbol') : reason('unknown-symbol', { symbol });
  return outcome(reply, 'unknown-symbol', because);
}

export function unknownTaxon(reply: Reply, taxonId: number): ReplyReading {
  return outcome(reply, 'unknown-taxon', reason('unknown-taxon', { taxonId }));
}

/** @param names of the ontologies that the partner does not have; empty if it does not say which */
export function unknownOntologies(reply: Reply, names: readonly string[]): ReplyReading {
  return outcome(reply, 'unknown-ontology', reason('unknown-ontologies', firstNames(names)));
}

export function missingEndpoint(reply: Reply): ReplyReading {
  return outcome(reply, 'missing-endpoint', reason('cannot-be-asked', { status: reply.status }));
}

export function accessDenied(reply: Reply): ReplyReading {
  return outcome(reply, 'access-denied', reason('access-denied', { status: reply.status }));
}

export function rejected(reply: Reply): ReplyReading {
  return outcome(reply, 'rejected', reason('question-rejected', { status: reply.status }));
}
