/** How an answer of a partner that brings no records is told: what it is about, its state, and the words for it. */

import type { OriginState } from '../../domain/federation/origin.ts';
import { namedInSentence, namesInSentence } from '../../domain/shown-text.ts';
import type { Outcome, Reading } from './reading.ts';
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

/**
 * The reading of a reply without records. The title goes on after the name of the partner; neither it nor the detail
 * repeats what the partner wrote, because that may hold the token it was sent.
 */
export function outcome(
  { status }: Reply,
  about: Outcome['about'],
  title: string,
  detail: string,
  error?: Outcome['error'],
): Reading {
  return { kind: 'outcome', outcome: { about, state: STATES[about], title, detail, error, status } };
}

/** An answer that cannot be read as what was asked for. */
export function unreadable(
  reply: Reply,
  title: string,
  detail: string,
  error: NonNullable<Outcome['error']> = 'http_protocol_error',
): Reading {
  return outcome(reply, 'unreadable', title, detail, error);
}

export function unknownSymbol(reply: Reply, symbol: string): Reading {
  if (symbol === '') return outcome(reply, 'unknown-symbol', 'knows no gene without a symbol', 'The symbol is empty.');
  const name = namedInSentence(symbol);
  const detail = `It has no gene with the symbol ${name} in the taxon asked for; it may know the gene by another symbol.`;
  return outcome(reply, 'unknown-symbol', `does not know the symbol ${name}`, detail);
}

export function unknownTaxon(reply: Reply, taxonId: number): Reading {
  const detail = `It has no genes of the taxon ${taxonId}.`;
  return outcome(reply, 'unknown-taxon', `does not know the taxon ${taxonId}`, detail);
}

/** @param names of the ontologies that it does not have; empty when it did not say which */
export function unknownOntologies(reply: Reply, names: readonly string[]): Reading {
  const list = namesInSentence(names);
  const subject = names.length === 1 ? `the ontology ${list}` : `the ontologies ${list}`;
  const title = `does not know ${names.length === 0 ? 'an ontology asked for' : subject}`;
  return outcome(
    reply,
    'unknown-ontology',
    title,
    'It does not use this vocabulary, so it cannot search by its terms.',
  );
}

export function missingEndpoint(reply: Reply): Reading {
  const detail = `It has nothing at this address (${reply.status}): its version does not answer such questions.`;
  return outcome(reply, 'missing-endpoint', 'cannot be asked this', detail);
}

export function accessDenied(reply: Reply): Reading {
  const detail = `It has what was asked for, but does not let us read it (${reply.status}).`;
  return outcome(reply, 'access-denied', 'does not let us read this', detail);
}

export function rejected(reply: Reply): Reading {
  const detail = `It answered with the status ${reply.status}, which means that it does not accept the question as put.`;
  return outcome(reply, 'rejected', 'rejected the question', detail);
}
