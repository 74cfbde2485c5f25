/** Replies as partners and the servers before them give, and a question of every kind to read them for. */

import type { Question, QuestionKind } from '../../../src/domain/federation/source.ts';
import { dialectFor } from '../../../src/federation/dialect/dialect.ts';
import { readReply } from '../../../src/federation/dialect/read-reply.ts';
import type { Outcome, Reply, ReplyReading } from '../../../src/federation/dialect/reply.ts';
import { questionOf } from './recorded-questions.ts';

/** An anonymous id that somebody was given. */
export const ID = '51674616-ac4b-4291-aa77-116e176dbf9a';
/** One question of each kind. */
export const QUESTIONS: Record<QuestionKind, Question> = {
  'genes-search': questionOf('/api/genes/search?symbol=NOPE&taxonId=7227&ontologyNames=mondo,hp&ontologyTermIds=M,H'),
  'users-search': questionOf('/api/users/search?descriptionLike=a&ontologyNames=mondo,hp&ontologyTermIds=M,H'),
  'genes-list': questionOf('/api/genes'),
  'users-list': questionOf('/api/users'),
  user: questionOf('/api/users/19'),
  'anonymous-user': questionOf(`/api/users/by-anonymous-id/${ID}`),
  'anonymous-gene': questionOf(`/api/genes/by-anonymous-id/${ID}`),
  stats: questionOf('/api/stats'),
  terms: questionOf('/api/ontologies/mondo/terms?ontologyTermIds=M'),
};
export const KINDS = Object.keys(QUESTIONS) as QuestionKind[];
/** One of each dialect; undefined is not known yet. */
export const VERSIONS = [undefined, '1.3.4', '1.4.11', '1.5.10'];

export function replyWith(reply: Partial<Reply>): Reply {
  return {
    status: 200,
    contentType: 'application/json',
    retryAfterSeconds: undefined,
    body: '',
    bytes: Buffer.byteLength(reply.body ?? ''),
    isCut: false,
    ...reply,
  };
}

export function read(kind: QuestionKind, version: string | undefined, reply: Partial<Reply>): ReplyReading {
  return readReply(QUESTIONS[kind], dialectFor(version), replyWith(reply));
}

/** What the reply is taken for when it brings no records. */
export function outcomeOf(kind: QuestionKind, version: string | undefined, reply: Partial<Reply>): Outcome {
  const reading = read(kind, version, reply);
  if (reading.kind === 'records') throw new Error(`${reading.records.length} records were read.`);
  return reading.outcome;
}

/** The default error document (rdp-protocol 1.14). */
export function errorDocument(status: number, more: object = {}): Partial<Reply> {
  const body = JSON.stringify({
    timestamp: 0,
    status,
    error: status === 503 ? 'Service Unavailable' : 'Error',
    path: '/api',
    ...more,
  });
  return { status, body, contentType: 'application/json;charset=UTF-8' };
}

export function text(status: number, body: string): Partial<Reply> {
  return { status, body, contentType: 'text/plain' };
}

/** What a server in front of a registry says to people. */
export function page(status: number): Partial<Reply> {
  return { status, body: '<!DOCTYPE html><html><body>nginx</body></html>', contentType: 'text/html; charset=utf-8' };
}
