/** A question on its way to one partner of 1.5, and a client whose replies stand in the test. */

import type { Question } from '../../../src/domain/federation/source.ts';
import { dialectFor } from '../../../src/federation/dialect/dialect.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import type { PartnerClient } from '../../../src/federation/partner/partner-client.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery } from '../../../src/federation/partner/partner-query.ts';
import { toSourceAnswer } from '../../../src/federation/partner/source-answer.ts';
import type { SourceFacts } from '../../../src/federation/partner/source-type.ts';
import { sanitize } from '../../../src/federation/stages/sanitize.ts';
import { CHECKS } from '../../domain/sanitize/example-partner-records.ts';

/** What a registry knows that has no genes and no organisms. */
export const NO_FACTS: SourceFacts = { resolveGene: async () => [], taxa: async () => [], isStats: CHECKS.stats };

export type Replies = (path: string, hasToken: boolean) => CallOutcome | Promise<CallOutcome>;

export function queryOf(question: Question, more: Partial<Omit<PartnerQuery, 'dialect'>> = {}): PartnerQuery {
  const version = 'version' in more ? more.version : '1.5.10';
  return {
    ...{ question, version, dialect: dialectFor(version), credential: 'none' },
    signal: new AbortController().signal,
    isRetry: false,
    ...more,
  };
}

/** A source whose records are sanitized. */
export function sanitized(options: Parameters<typeof sanitize>[0], ask: AskPartner<unknown>): AskPartner {
  const clean = sanitize(options);
  return async (query) => clean(query, await ask(query));
}

/** Puts a question, and notes the answers that its callers are given early. */
export async function withEarly(ask: AskPartner, query: PartnerQuery) {
  const early: PartnerAnswer[] = [];
  const answer = await ask({ ...query, onEarly: (one) => early.push(one) });
  return { early, answer };
}

/** Notes what was asked, and whether the token went along. */
export function clientOf(replies: Replies) {
  const calls: [path: string, hasToken: boolean][] = [];
  const client: Pick<PartnerClient, 'call'> = {
    async call(path, { credential }) {
      calls.push([path, credential === 'token']);
      return replies(path, credential === 'token');
    },
  };
  return { client, asked: calls };
}

/** An answer with what a reader sees of it, and its records as objects. */
export function answerOf(answer: PartnerAnswer) {
  const { failure, isWithoutToken, cacheStatus, cachedAtMs } = answer;
  const sourceAnswer = toSourceAnswer(answer, {
    version: answer.version,
    elapsedMs: 0,
    cacheStatus,
    cachedAtMs: cachedAtMs,
    nowMs: 0,
  });
  return {
    ...sourceAnswer,
    failure,
    isWithoutToken,
    json: sourceAnswer.records.map((record) => JSON.parse(record.json)),
  };
}
