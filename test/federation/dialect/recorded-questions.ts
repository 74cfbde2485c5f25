/** What partners of each version answered to about 300 questions each, and which question of ours each one was. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Question } from '../../../src/domain/federation/source.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { parsePageRequest } from '../../../src/domain/query/paging.ts';
import { listParameter } from '../../../src/domain/query/parameters.ts';
import { parseUserQuery } from '../../../src/domain/query/user-query.ts';
import type { Reply } from '../../../src/federation/dialect/reply.ts';

export const RECORDINGS = ['1.3.4', '1.4.11', '1.5.10', '1.5.10-plain'] as const;
export type Recording = (typeof RECORDINGS)[number];

export type Recorded = {
  version: string;
  who: string;
  path: string;
  headers: Record<string, string>;
  status: number;
  contentType: string | null;
  location: string | null;
  cut: boolean;
  body: string;
};

/** What the version of each recording is taken for: every 1.2 and 1.3 says 1.0.0 (rdp-protocol 11.1). */
export const SAID: Readonly<Record<Recording, string>> = {
  '1.3.4': '1.0.0',
  '1.4.11': '1.4.11',
  '1.5.10': '1.5.10',
  '1.5.10-plain': '1.5.10',
};

export function recordedAnswers(recording: Recording): Recorded[] {
  const file = new URL(`../../contract/partners/${recording}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function replyOf({ status, contentType, body }: Recorded): Reply {
  return {
    ...{ status, contentType: contentType ?? undefined, retryAfterSeconds: undefined, isCut: false },
    ...{ body, bytes: Buffer.byteLength(body) },
  };
}

const GENE_QUERY = parseGeneQuery(new URLSearchParams('symbol=BRCA1&taxonId=9606'));
const USER_QUERY = parseUserQuery(new URLSearchParams('nameLike=level&prefix=true'));

/** Paths that are no question of ours, each read as the question whose answer is most like it. */
const NEAREST: readonly { path: string; why: string; question: Question }[] = [
  { path: '/api/taxa/9606', why: 'taxa are not asked for', question: { kind: 'user', userId: 9606 } },
  {
    path: '/api/ontologies',
    why: 'ontologies are asked for by their terms only',
    question: { kind: 'terms', ontologyName: 'mondo', termIds: [] },
  },
  { path: '/api/nope', why: 'there is no such address', question: { kind: 'stats' } },
  { path: '/api/users/abc', why: 'IDs are numbers', question: { kind: 'user', userId: -1 } },
  {
    path: '/api/users/search?nameLike=level',
    why: 'a name goes with a prefix',
    question: { kind: 'users-search', query: USER_QUERY },
  },
  {
    path: '/api/genes/search?symbol=BRCA1',
    why: 'a symbol goes with a taxon',
    question: { kind: 'genes-search', query: GENE_QUERY },
  },
];

export type RecordedQuestion =
  | { kind: 'question'; question: Question }
  | { kind: 'nearest'; question: Question; why: string }
  | { kind: 'version' };

/** The question that a recorded path puts, whatever token it carries. Throws for a path that nobody has thought of. */
export function questionOfPath(recordedPath: string): RecordedQuestion {
  const path = withoutToken(recordedPath);
  if (path === '/api' || path === '/api/') return { kind: 'version' };
  const nearest = NEAREST.find((one) => one.path === path);
  if (nearest !== undefined) return { kind: 'nearest', ...nearest };
  return { kind: 'question', question: questionOf(path) };
}

/** The recorded path as it was before a token was put into it. */
export function withoutToken(path: string): string {
  return path.replace(/([?&])auth=[^&]*(&|$)/, (_, before, after) => (after === '&' ? before : ''));
}

/** The question of a path in the form that 1.5 knows, or in that of an older version. */
export function questionOf(path: string): Question {
  const { pathname, searchParams } = new URL(path, 'https://registry.example.org');
  const [, id = ''] = /\/([^/]+)$/.exec(pathname) ?? [];
  const [, ontologyName] = /^\/api\/ontologies\/([^/]+)\/terms$/.exec(pathname) ?? [];
  if (pathname === '/api/genes/search') return { kind: 'genes-search', query: parseGeneQuery(searchParams) };
  if (pathname === '/api/users/search') return { kind: 'users-search', query: parseUserQuery(searchParams) };
  if (pathname === '/api/genes') return { kind: 'genes-list', page: parsePageRequest(searchParams) };
  if (pathname === '/api/users') return { kind: 'users-list', page: parsePageRequest(searchParams) };
  if (pathname === '/api/stats' || pathname === '/stats') return { kind: 'stats' };
  if (/^\/api\/users\/\d+$/.test(pathname)) return { kind: 'user', userId: Number(id) };
  if (pathname.startsWith('/api/users/by-anonymous-id/')) return { kind: 'anonymous-user', anonymousId: id };
  if (pathname.startsWith('/api/genes/by-anonymous-id/')) return { kind: 'anonymous-gene', anonymousId: id };
  if (ontologyName !== undefined) {
    return { kind: 'terms', ontologyName, termIds: listParameter(searchParams, 'ontologyTermIds') ?? [] };
  }
  throw new Error(`${path} is no question that is known here.`);
}

/** How many there are of each key. */
export function countBy<One>(all: readonly One[], keyOf: (one: One) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, keyOf)].map(([key, group]) => [key, group.length]));
}
