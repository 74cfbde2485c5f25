/** The reply to one HTTP call to a partner, and its reading: records, or an outcome with its state and its reason. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import { NAMED_MINUTES_HEADER, PUBLIC_VIEW_HEADER } from '../../domain/federation/own-headers.ts';
import { firstNames, type Reason, reason } from '../../domain/federation/reasons.ts';

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

/** A call that was not sent, because the circuit breaker of the partner is open. */
export type NotSent = { state: 'resting'; error: undefined; reason: Reason };

export type CallOutcome = { reply: Reply } | { failure: CallFailure | NotSent };

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

const NAME = /^[\w-]{1,64}$/;
const MINUTES = /^[1-9]\d{0,3}$/;
const MOST_MINUTES = 1440;
/** Used if the partner states no number. */
const USUAL_MINUTES = 15;

/** Returns undefined if the partner gives no name, or an invalid one. */
export function readPublicView(header: (name: string) => string | undefined): Reply['publicView'] {
  const name = header(PUBLIC_VIEW_HEADER);
  if (name === undefined || !NAME.test(name)) return undefined;
  const minutes = header(NAMED_MINUTES_HEADER) ?? '';
  return { name, minutes: MINUTES.test(minutes) ? Math.min(Number(minutes), MOST_MINUTES) : USUAL_MINUTES };
}
