/** Reads replies with an error status (rdp-protocol 1.14, 2.6 to 2.12, 11.1), whose texts have many forms. */

import { ERRORS } from '../../api/errors.ts';
import { reason } from '../../domain/federation/reasons.ts';
import type { Question } from '../../domain/federation/source.ts';
import { isObject } from '../../domain/own-member.ts';
import { pairedTerms } from '../../domain/query/filters.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import type { Dialect } from './dialect.ts';
import { parseJson } from './json-body.ts';
import {
  accessDenied,
  LONGEST_RETRY_AFTER_SECONDS,
  missingEndpoint,
  outcome,
  type Reply,
  type ReplyReading,
  rejected,
  unknownOntologies,
  unknownSymbol,
  unknownTaxon,
} from './reply.ts';

/** The sentences of this program for 503 if a registry is not switched off, but cannot answer for a while. */
const PASSING: ReadonlySet<string> = new Set(
  (
    [
      'data-replaced',
      'data-not-read-yet',
      'data-not-compared-yet',
      'record-withheld',
      'data-too-old',
      'state-unavailable',
    ] as const
  ).map((code) => ERRORS[code].sentence),
);

/** Reads a reply with any status but 2xx. One of these replies is a certified zero: 404 without orthologs. */
export function readError(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  const { status } = reply;
  if (status === 400) return readBadRequest(question, reply);
  if (status === 401 || status === 403) return readRefusal(reply);
  if (status === 404) return readNotFound(question, dialect, reply);
  if (status === 429) return outcome(reply, 'too-many', reason('asks-to-wait', pauseOf(reply)));
  if (status === 503) return readUnavailable(question, reply);
  if (status >= 500) return readServerError(question, dialect, reply);
  if (status >= 300 && status < 400) return readRedirect(question, dialect, reply);
  return rejected(reply);
}

const MISSING_ONTOLOGIES = 'The following ontologies do not exist in this registry:';

function readBadRequest(question: Question, reply: Reply): ReplyReading {
  const ontologies = ontologiesIn(question);
  // A text about ontologies that were not in the question says nothing about it.
  if (ontologies.length > 0 && reply.body.startsWith(MISSING_ONTOLOGIES)) {
    return unknownOntologies(reply, namedAmong(ontologies, reply.body.slice(MISSING_ONTOLOGIES.length)));
  }
  // Before 1.5 an empty symbol is an unknown one.
  if (question.kind === 'genes-search' && reply.body.startsWith('Gene symbol cannot be empty')) {
    return unknownSymbol(reply, '');
  }
  return rejected(reply);
}

function ontologiesIn(question: Question): readonly string[] {
  if (question.kind !== 'genes-search' && question.kind !== 'users-search') return [];
  const { filters } = question.query;
  return pairedTerms(filters)?.map(({ ontologyName }) => ontologyName) ?? filters.ontologiesAlone ?? [];
}

/** Returns the requested ontologies that the list names, so that no other text of the partner is repeated. */
function namedAmong(names: readonly string[], list: string): string[] {
  const missing = new Set(list.trim().replace(/\.$/, '').split(', '));
  return [...new Set(names)].filter((name) => missing.has(name));
}

function readRefusal(reply: Reply): ReplyReading {
  const { status, body } = reply;
  if (body.startsWith('Access is denied')) return accessDenied(reply);
  if (/\bAPI token\b|^The remote search user/.test(body)) {
    return outcome(reply, 'token-refused', reason('token-refused', { status }));
  }
  return outcome(reply, 'token-refused', reason('access-refused', { status, speaksOfToken: false }));
}

function readNotFound(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  switch (question.kind) {
    case 'genes-search':
      return readGeneNotFound(question.query, dialect, reply);
    case 'users-search':
      return isSilent(reply) && isUpTo13(dialect) ? switchedOff(reply) : readNothingHere(reply);
    case 'genes-list':
    case 'users-list':
    case 'stats':
      return hasListings(dialect) ? readNothingHere(reply) : missingEndpoint(reply);
    case 'terms':
      if (isSilent(reply) || isMissingEndpoint(reply) || isPage(reply)) return missingEndpoint(reply);
      return unknownOntologies(reply, [question.ontologyName]);
    default:
      if (isMissingEndpoint(reply) || isPage(reply)) return readNothingHere(reply);
      return outcome(
        reply,
        'no-such-record',
        reason(question.kind === 'user' ? 'no-such-researcher' : 'no-such-anonymous-id'),
      );
  }
}

const NO_ORTHOLOGS = 'Could not find any orthologs with given parameters';

function readGeneNotFound(
  { symbol, taxonId, orthologTaxonId }: GeneQuery,
  dialect: Dialect,
  reply: Reply,
): ReplyReading {
  if (reply.body.startsWith(NO_ORTHOLOGS)) {
    // A search of all organisms includes the gene itself, about which this reply says nothing.
    if (orthologTaxonId === undefined) return rejected(reply);
    return { kind: 'records', records: [], total: undefined, isCut: false, unread: 0 };
  }
  if (reply.body.startsWith('Unknown taxon ID')) return unknownTaxon(reply, taxonId);
  if (reply.body.startsWith('Unknown gene')) return unknownSymbol(reply, symbol);
  if (!isSilent(reply)) return readNothingHere(reply);
  if (dialect.name === '1.3') return switchedOff(reply);
  if (dialect.name === '1.4') return unknownSymbol(reply, symbol);
  // 1.3 replies like this when it is switched off, 1.4.0 about an unknown gene or taxon.
  return dialect.name === 'oldest' ? rejected(reply) : missingEndpoint(reply);
}

function readNothingHere(reply: Reply): ReplyReading {
  return isSilent(reply) || isMissingEndpoint(reply) ? missingEndpoint(reply) : rejected(reply);
}

function readUnavailable({ kind }: Question, reply: Reply): ReplyReading {
  // A registry of this program replies like this when it needs only a moment.
  if (PASSING.has(messageOf(reply))) return notAvailable(reply);
  if (reply.retryAfterSeconds !== undefined) return switchedOff(reply);
  if (!saysSwitchedOff(reply)) return notAvailable(reply);
  if (isAnonymous(kind)) {
    return outcome(reply, 'closed', reason('no-anonymous-ids', { status: reply.status }));
  }
  const isSearch = kind === 'genes-search' || kind === 'users-search';
  // 1.4 says as text that everything is switched off; 1.5 says the same of everything and of one kind of search.
  if (!isSearch || errorDocument(reply) === undefined) return switchedOff(reply);
  const search = kind === 'genes-search' ? 'genes' : 'users';
  return outcome(reply, 'closed', reason('search-closed', { status: reply.status, search }));
}

/** Whether a reply to `/api` says in RDP's own words that everything is switched off. */
export function isSwitchedOff(reply: Reply): boolean {
  return reply.status === 503 && !PASSING.has(messageOf(reply)) && saysSwitchedOff(reply);
}

/**
 * Whether RDP itself says that it is switched off: 1.4 as text, 1.5 in its error document. Other texts, such as those
 * of a server in front of it, mean only a while.
 */
function saysSwitchedOff(reply: Reply): boolean {
  if (reply.body.trim() === ERRORS['api-disabled'].sentence) return true;
  const document = errorDocument(reply);
  return document?.status === reply.status && document.error === 'Service Unavailable';
}

function notAvailable(reply: Reply): ReplyReading {
  return outcome(reply, 'server-error', reason('not-available', { status: reply.status }));
}

function switchedOff(reply: Reply): ReplyReading {
  const { status } = reply;
  const isForGood = reply.retryAfterSeconds === undefined;
  const because = isForGood ? reason('switched-off', { status }) : reason('back-later', { status, ...pauseOf(reply) });
  return outcome(reply, 'switched-off', because);
}

function pauseOf({ retryAfterSeconds = null }: { retryAfterSeconds?: Reply['retryAfterSeconds'] | null }) {
  return { retryAfterSeconds, atMostSeconds: LONGEST_RETRY_AFTER_SECONDS };
}

function readServerError(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  const isTaxonMissing = isUpTo13(dialect) && messageOf(reply).includes('"taxon" is null');
  if (question.kind === 'genes-search' && isTaxonMissing) return unknownTaxon(reply, question.query.taxonId);
  // RDP fails on every anonymous id of a person whose name may be read (quirk 1), and on nothing else because of it.
  const about = isAnonymous(question.kind) && reply.status === 500 ? 'this-question' : 'server-error';
  return outcome(reply, about, reason('server-error', { status: reply.status }));
}

function readRedirect(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  // 1.4.0 redirects callers who may not see a person to its login page.
  if (question.kind === 'user' && (dialect.name === '1.4' || dialect.name === 'oldest')) return accessDenied(reply);
  return rejected(reply);
}

function isAnonymous(kind: Question['kind']): boolean {
  return kind === 'anonymous-user' || kind === 'anonymous-gene';
}

/** Whether the version has listings and statistics; a 404 then comes from a server in front of it. */
function hasListings({ name }: Dialect): boolean {
  return name === '1.4' || name === '1.5';
}

/** Whether the version may be 1.3 or earlier. */
function isUpTo13({ name }: Dialect): boolean {
  return name === '1.3' || name === 'oldest';
}

function isSilent({ body }: Reply): boolean {
  return !/\S/.test(body);
}

/** Whether a reply is a page for people, which comes from a server in front of the registry, not from its API. */
function isPage({ contentType, body }: Reply): boolean {
  return /^\s*text\/html\b/i.test(contentType ?? '') || /^\s*</.test(body);
}

function isMissingEndpoint(reply: Reply): boolean {
  return reply.body.startsWith('No endpoint found') || errorDocument(reply)?.status === reply.status;
}

function messageOf(reply: Reply): string {
  const message = errorDocument(reply)?.message;
  return typeof message === 'string' ? message : '';
}

/** Returns the default error document (rdp-protocol 1.14), whatever its content type is. */
function errorDocument({ body }: Reply): Record<string, unknown> | undefined {
  const document = parseJson(body);
  return isObject(document) ? document : undefined;
}
