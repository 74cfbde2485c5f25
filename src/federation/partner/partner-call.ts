/** A question that is really put to a partner: one call for all who ask it meanwhile, and what is learned from it. */

import { noAnswer } from '../../domain/federation/no-answer.ts';
import type { Question, SourceAnswer } from '../../domain/federation/source.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Permit } from './circuit-breaker.ts';
import { classifyResult } from './failure-class.ts';
import { type AnswerContext, ourFault, quietFor, restingNow, withoutToken } from './no-answer-reasons.ts';
import type { Credential, Partner, PartnerOptions } from './partner.ts';
import { CancelledBeforeStart } from './partner-client.ts';
import type { CallRecorder } from './partner-history.ts';
import { type PartnerQuery, type PartnerResult, queryPartner } from './query-partner.ts';
import { type SharedCall, sharedCall } from './shared-call.ts';

export type PartnerAsk = { question: Question; credential: Credential; dialect: Dialect; permit: Permit };

export type PartnerCall = {
  /** @param keep given the answer, should it be worth keeping */
  begin(ask: PartnerAsk, keep: (answer: SourceAnswer) => void): SharedCall<SourceAnswer>;
};

/** How long after a refusal the token is left at home. */
const TOKEN_RESTS_MS = 600_000;

export function partnerCall(partner: Partner, options: PartnerOptions): PartnerCall {
  const { key, name, url, client, discovery, circuitBreaker, history, token } = partner;
  const { now } = options;

  function begin(ask: PartnerAsk, keep: (answer: SourceAnswer) => void): SharedCall<SourceAnswer> {
    const recorder = history.startCall(circuitBreaker, ask.permit);
    const call: SharedCall<SourceAnswer> = sharedCall({
      // What nobody may keep is of no use to anybody when the last reader has left.
      endsWithReaders: ask.credential === 'token',
      run: async ({ signal, onBegin, resolveEarly }) => {
        const onReadTimeout = () => {
          const quiet = quietFor(partner.readTimeoutMs);
          recorder.failed('failure', quiet.title);
          resolveEarly(
            noAnswer('timed-out', { ...quiet, nextTryAt: circuitBreaker.state().restingUntil }, answerContext()),
          );
        };
        const shouldStart = () => {
          const isLeftInPeace = ask.permit.may !== 'probe' && circuitBreaker.state().restingUntil !== undefined;
          if (!isLeftInPeace) onBegin();
          return !isLeftInPeace;
        };
        const send: PartnerQuery['call'] = (path, sendsToken) =>
          client.call(path, { sendsToken, dialect: ask.dialect, signal, shouldStart: shouldStart, onReadTimeout });
        try {
          return await put(ask, send, recorder, keep);
        } catch (error) {
          if (signal.aborted) throw error;
          if (error instanceof CancelledBeforeStart) return restingMeanwhile();
          options.reportFault(error, { partner: key });
          return ourFault(answerContext());
        } finally {
          recorder.released();
        }
      },
    });
    return call;
  }

  async function put(
    { question, credential, dialect }: PartnerAsk,
    call: PartnerQuery['call'],
    recorder: CallRecorder,
    keep: (answer: SourceAnswer) => void,
  ): Promise<SourceAnswer> {
    const { resolveGene, taxa } = options;
    const isTokenResting = token.restsUntilMs > now();
    const sendsToken = credential === 'token' && !isTokenResting;
    const sanitize = { ...options.sanitize, signature: { origin: name, originUrl: url } };
    const result = await queryPartner({ dialect, question, withToken: sendsToken, call, sanitize, resolveGene, taxa });
    conclude(result, recorder, sendsToken);
    const answer = answerOf(result);
    if (credential === 'none') {
      if (isKept(question, result)) keep(answer);
      return answer;
    }
    return isTokenResting ? withoutToken(answer) : answer;
  }

  function conclude(result: PartnerResult, recorder: CallRecorder, hadToken: boolean): void {
    if (result.wasTokenRefused) noteRefusal();
    const health = classifyResult(result);
    if (health === undefined) return;
    if (health === 'well') {
      if (hadToken && !result.wasTokenRefused) token.wasRefused = false;
      recorder.succeeded();
      return;
    }
    recorder.failed(health.kind, health.title, health.retryAfterSeconds);
    if (health.isForAdministrator) options.tellAdministrator(key, health.title, 'error');
  }

  function noteRefusal(): void {
    // Of questions that are refused at the same time, the first is told of.
    const isNews = token.restsUntilMs <= now();
    token.restsUntilMs = now() + TOKEN_RESTS_MS;
    token.wasRefused = true;
    if (!isNews) return;
    options.tellAdministrator(key, 'refuses the search token configured for it; it is asked without for now', 'error');
  }

  function answerContext(): AnswerContext {
    return { version: discovery.version(), elapsedMs: 0 };
  }

  function restingMeanwhile(): SourceAnswer {
    const { restingUntil: until = new Date(now()), because = 'failed' } = circuitBreaker.state();
    return restingNow({ may: 'rest', until, because }, answerContext());
  }

  function answerOf({ problem, failure: _, wasTokenRefused: __, ...result }: PartnerResult): SourceAnswer {
    const hasSaid = result.records.length > 0 || result.state === 'empty' || result.state === 'limited';
    return {
      ...result,
      ...answerContext(),
      retrievedAt: hasSaid ? new Date(now()) : undefined,
      cache: { status: 'miss', ageSeconds: 0 },
      problem: problem && { ...problem, nextTryAt: circuitBreaker.state().restingUntil },
    };
  }

  return { begin };
}

const WORTH_KEEPING: ReadonlySet<SourceAnswer['state']> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

/** Resolutions of anonymous ids are not kept, nor is an answer that trouble on the way has made smaller. */
function isKept({ kind }: Question, { state, failure }: PartnerResult): boolean {
  if (kind === 'anonymous-user' || kind === 'anonymous-gene') return false;
  // What is switched off stays so for a while: it is not asked about with every search.
  return (
    failure?.about === 'gate-closed' ||
    (WORTH_KEEPING.has(state) && (failure === undefined || state === 'unknown-term'))
  );
}
