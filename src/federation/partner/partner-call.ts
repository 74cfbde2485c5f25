/** A question that is really put to a partner: one call for all who ask it meanwhile, and what is learned from it. */

import { withoutAnswer } from '../../domain/federation/no-answer.ts';
import type { Question, SourceAnswer } from '../../domain/federation/source.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Pass } from './circuit-breaker.ts';
import { healthOf } from './failure-class.ts';
import { ourFault, quietFor, restingNow, type Told, withoutToken } from './no-answer-reasons.ts';
import { NotBegun } from './partner-client.ts';
import type { Verdict } from './partner-history.ts';
import type { Partner, PartnerNeeds } from './partner-source.ts';
import { type Conversation, converse, type Said } from './query-partner.ts';
import { type SharedCall, sharedCall } from './shared-call.ts';

/** What is asked with the search token is one class, everything else another; answers of one never serve the other. */
export type Credential = 'token' | 'none';

export type PartnerAsk = { question: Question; credential: Credential; dialect: Dialect; pass: Pass };

export type PartnerCall = {
  /** @param keep given the answer, should it be worth keeping */
  begin(ask: PartnerAsk, keep: (answer: SourceAnswer) => void): SharedCall<SourceAnswer>;
};

/** How long after a refusal the token is left at home. */
const TOKEN_RESTS_MS = 600_000;

export function partnerCall(partner: Partner, needs: PartnerNeeds): PartnerCall {
  const { key, name, url, line, discovery, resting, history, token } = partner;
  const { now } = needs;

  function begin(ask: PartnerAsk, keep: (answer: SourceAnswer) => void): SharedCall<SourceAnswer> {
    const verdict = history.began(resting, ask.pass);
    const call: SharedCall<SourceAnswer> = sharedCall({
      // What nobody may keep is of no use to anybody when the last reader has left.
      endsWithReaders: ask.credential === 'token',
      run: async ({ signal, onBegin, giveUp }) => {
        const onQuiet = () => {
          const quiet = quietFor(partner.readTimeoutMs);
          verdict.failed('failure', quiet.title);
          giveUp(withoutAnswer('timed-out', { ...quiet, nextTryAt: resting.state().restingUntil }, toldNow()));
        };
        const mayBegin = () => {
          const isLeftInPeace = ask.pass.may !== 'probe' && resting.state().restingUntil !== undefined;
          if (!isLeftInPeace) onBegin();
          return !isLeftInPeace;
        };
        const send: Conversation['call'] = (path, sendsToken) =>
          line.call(path, { sendsToken, dialect: ask.dialect, signal, mayBegin, onQuiet });
        try {
          return await put(ask, send, verdict, keep);
        } catch (error) {
          if (signal.aborted) throw error;
          if (error instanceof NotBegun) return restingMeanwhile();
          needs.reportFault(error, { partner: key });
          return ourFault(toldNow());
        } finally {
          verdict.released();
        }
      },
    });
    return call;
  }

  async function put(
    { question, credential, dialect }: PartnerAsk,
    call: Conversation['call'],
    verdict: Verdict,
    keep: (answer: SourceAnswer) => void,
  ): Promise<SourceAnswer> {
    const { resolveGene, taxa } = needs;
    const isTokenResting = token.restsUntilMs > now();
    const sendsToken = credential === 'token' && !isTokenResting;
    const distrust = { ...needs.distrust, signature: { origin: name, originUrl: url } };
    const said = await converse({ dialect, question, withToken: sendsToken, call, distrust, resolveGene, taxa });
    conclude(said, verdict, sendsToken);
    const answer = answerOf(said);
    if (credential === 'none') {
      if (isKept(question, said)) keep(answer);
      return answer;
    }
    return isTokenResting ? withoutToken(answer) : answer;
  }

  function conclude(said: Said, verdict: Verdict, hadToken: boolean): void {
    if (said.wasTokenRefused) noteRefusal();
    const health = healthOf(said);
    if (health === undefined) return;
    if (health === 'well') {
      if (hadToken && !said.wasTokenRefused) token.wasRefused = false;
      verdict.succeeded();
      return;
    }
    verdict.failed(health.kind, health.title, health.retryAfterSeconds);
    if (health.isForAdministrator) needs.tellAdministrator(key, health.title, 'error');
  }

  function noteRefusal(): void {
    // Of questions that are refused at the same time, the first is told of.
    const isNews = token.restsUntilMs <= now();
    token.restsUntilMs = now() + TOKEN_RESTS_MS;
    token.wasRefused = true;
    if (!isNews) return;
    needs.tellAdministrator(key, 'refuses the search token configured for it; it is asked without for now', 'error');
  }

  function toldNow(): Told {
    return { version: discovery.version(), elapsedMs: 0 };
  }

  function restingMeanwhile(): SourceAnswer {
    const { restingUntil: until = new Date(now()), because = 'failed' } = resting.state();
    return restingNow({ may: 'rest', until, because }, toldNow());
  }

  function answerOf({ problem, trouble: _, wasTokenRefused: __, ...said }: Said): SourceAnswer {
    const hasSaid = said.records.length > 0 || said.state === 'empty' || said.state === 'limited';
    return {
      ...said,
      ...toldNow(),
      retrievedAt: hasSaid ? new Date(now()) : undefined,
      cache: { status: 'miss', ageSeconds: 0 },
      problem: problem && { ...problem, nextTryAt: resting.state().restingUntil },
    };
  }

  return { begin };
}

const WORTH_KEEPING: ReadonlySet<SourceAnswer['state']> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

/** Resolutions of anonymous ids are not kept, nor is an answer that trouble on the way has made smaller. */
function isKept({ kind }: Question, { state, trouble }: Said): boolean {
  if (kind === 'anonymous-user' || kind === 'anonymous-gene') return false;
  // What is switched off stays so for a while: it is not asked about with every search.
  return (
    trouble?.about === 'gate-closed' ||
    (WORTH_KEEPING.has(state) && (trouble === undefined || state === 'unknown-term'))
  );
}
