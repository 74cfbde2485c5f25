/** Reads the reply of a partner (rdp-protocol 7.8, 11): records, or why there are none. */

import { type ReasonParams, reason } from '../../domain/federation/reasons.ts';
import type { Question, QuestionKind } from '../../domain/federation/source.ts';
import { isObject } from '../../domain/own-member.ts';
import { atOnce } from '../../domain/steps.ts';
import type { Dialect } from './dialect.ts';
import { isJsonType, MOST_LISTS_AND_OBJECTS, opensTooMany, parseJson, readLongJson } from './json-body.ts';
import { readError } from './read-error.ts';
import { accessDenied, type LongJson, outcome, type Reply, type ReplyReading, unreadable } from './reply.ts';

type Shape = 'list' | 'page' | 'single';
type ReadJson = Exclude<LongJson, string>;

const SHAPES: Readonly<Record<QuestionKind, Shape>> = {
  'genes-search': 'list',
  'users-search': 'list',
  'genes-list': 'page',
  'users-list': 'page',
  user: 'single',
  'anonymous-user': 'single',
  'anonymous-gene': 'single',
  stats: 'single',
  terms: 'list',
};

/** The limit for the characters of a content type; no sentence shows more. */
const MOST_OF_TYPE = 200;

/** Reads one reply to one request of the question's plan. Never throws, whatever the reply is. */
export function readReply(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  if (reply.status < 200 || reply.status > 299) return readError(question, dialect, reply);
  if (reply.json === undefined && !/\S/.test(reply.body)) return UNREAD.nothing(reply);
  if (!isJsonType(reply.contentType)) return readOtherType(question, dialect, reply);
  const shape = SHAPES[question.kind];
  if (reply.isCut && shape === 'single') return tooLong(reply);
  const json = reply.json ?? shortJson(reply);
  return typeof json === 'string' ? UNREAD[json](reply) : toReading(question, shape, json, reply);
}

/** The reading of a body whose value cannot be read, by the reason. */
const UNREAD: Readonly<Record<Exclude<LongJson, object>, (reply: Reply) => ReplyReading>> = {
  nothing: (reply) => (reply.isCut ? tooLong(reply) : unreadable(reply, reason('no-body', { status: reply.status }))),
  'too-long': tooLong,
  'too-many': (reply) => {
    const because = reason('too-many-objects', { bytes: reply.bytes, most: MOST_LISTS_AND_OBJECTS });
    return unreadable(reply, because, 'http_response_body_size');
  },
  'broken-off': (reply) => unreadable(reply, reason('breaks-off', { bytes: reply.bytes }), 'http_response_incomplete'),
  'not-json': (reply) => unreadable(reply, reason('unreadable')),
};

/** Returns the value of a body that is short enough to be parsed at once. */
function shortJson({ body, isCut }: Reply): LongJson {
  if (opensTooMany(body)) return 'too-many';
  const value = isCut ? undefined : parseJson(body);
  if (value !== undefined) return { value, unread: 0 };
  const read = atOnce(readLongJson(Buffer.from(body), isCut));
  return isCut || read === 'broken-off' ? read : 'not-json';
}

function toReading(question: Question, shape: Shape, { value, unread }: ReadJson, reply: Reply): ReplyReading {
  const { isCut } = reply;
  if (shape === 'list') {
    if (!Array.isArray(value)) return unexpected(reply, 'list');
    if (isCut && value.length === 0) return tooLong(reply);
    return { kind: 'records', records: value, total: undefined, isCut, unread };
  }
  if (!isObject(value)) return unexpected(reply, shape === 'page' ? 'page' : 'record');
  if (shape === 'page') {
    if (!Array.isArray(value.content)) return unexpected(reply, 'page');
    if (isCut && value.content.length === 0) return tooLong(reply);
    const isLast = typeof value.last === 'boolean' ? value.last : undefined;
    const envelope = { number: toCount(value.number), size: toCount(value.size) || undefined, isLast };
    return { kind: 'records', records: value.content, total: toCount(value.totalElements), envelope, isCut, unread };
  }
  const record = question.kind === 'stats' ? toStats(value) : value;
  return { kind: 'records', records: [record], total: undefined, isCut, unread };
}

function toCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function readOtherType(question: Question, dialect: Dialect, reply: Reply): ReplyReading {
  const [type = ''] = (reply.contentType ?? '').split(';');
  // 1.4.0 redirects callers who may not see a person to its login page, and the redirect was followed.
  const isLoginPage = question.kind === 'user' && dialect.name === '1.4' && /^\s*text\/html\s*$/i.test(type);
  if (isLoginPage) return accessDenied(reply);
  const contentType = type.trim().slice(0, MOST_OF_TYPE) || null;
  return outcome(reply, 'other-data', reason('not-data', { status: reply.status, contentType }), 'http_protocol_error');
}

function unexpected(reply: Reply, expected: ReasonParams['unexpected']['expected']): ReplyReading {
  return unreadable(reply, reason('unexpected', { expected }));
}

function tooLong(reply: Reply): ReplyReading {
  return unreadable(reply, reason('too-long'), 'http_response_body_size');
}

/** The present names of statistics by their names before 1.5 (rdp-protocol 2.13, 11.2). */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['uniqueUserGenesTAll', 'uniqueUserGenesInAllTiers'],
  ['uniqueUserGenesHumanTAll', 'uniqueHumanUserGenesInAllTiers'],
  ['researchers_registered', 'users'],
  ['researchers_registered_with_genes', 'usersWithGenes'],
  ['genes_added', 'userGenes'],
  ['genes_added_unique', 'uniqueUserGenes'],
  ['genes_added_unique_alltiers', 'uniqueUserGenesInAllTiers'],
  ['human_genes_represented', 'uniqueHumanUserGenesInAllTiers'],
  // Not shown to callers: a common name such as `mouse` does not identify the taxon with certainty.
  ['researchersByTaxa', 'researchersByCommonName'],
  ['researcher_counts_by_taxon', 'researchersByCommonName'],
]);

const OMITTED: ReadonlySet<string> = new Set(['success', 'message']);

/** Returns the statistics with the names of 1.5. What an older version does not count is absent. */
function toStats(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(answer).filter(([name]) => !OMITTED.has(name));
  return Object.fromEntries(members.map(([name, value]) => [FORMER_NAMES.get(name) ?? name, value]));
}
