/** How an answer of a partner that brings no records is explained: what it is about, its state, and its reason. */

import type { OriginState } from '../../domain/federation/origin.ts';
import { firstNames, type Reason, reason } from '../../domain/federation/reasons.ts';
import type { Outcome, ReplyReading } from './reading.ts';
import type { Reply } from './reply.ts';

const STATES: Readonly<Record<Outcome['about'], OriginState>> = {
  'unknown-symbol': 'unknown-term',
  'unknown-taxon': 'unknown-term',
  'unknown-ontology': 'unknown-term',
  'unknown-terms': 'unknown-term',
  'no-such-record': 'empty',
  'access-denied': 'refused',
  'token-refused': 'refused',
  'switched-off': 'failed',
  closed: 'failed',
  'feature-closed': 'unsupported',
  'missing-endpoint': 'unsupported',
  'too-many': 'busy',
  'server-error': 'failed',
  'this-question': 'failed',
  unreadable: 'failed',
  rejected: 'failed',
};

/** The reading of a reply without records. Its reason repeats nothing of the reply that may hold the token it was sent. */
export function outcome(
  { status }: Reply,
  about: Outcome['about'],
  because: Reason,
  error?: Outcome['error'],
): ReplyReading {
  return { kind: 'outcome', outcome: { about, state: STATES[about], reason: because, error, status } };
}

/** An answer that cannot be read as what was asked for. */
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

/** @param names of the ontologies that it does not have; empty when it did not say which */
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
