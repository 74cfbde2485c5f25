/** Asks one partner now, for an administrator who wants to know: its version, and a search that finds next to nobody. */

import { renderReason } from '../domain/federation/federated-answer.ts';
import type { OriginProblem, OriginState, RenderedProblem } from '../domain/federation/origin.ts';
import { reason } from '../domain/federation/reasons.ts';
import type { Question, QuestionKind } from '../domain/federation/source.ts';
import { NO_FILTERS } from '../domain/query/filters.ts';
import { askedOnPurpose } from './partner/asked-on-purpose.ts';
import type { Clock } from './partner/clock.ts';
import { classifyAnswer } from './partner/failure-class.ts';
import type { Partner } from './partner/partner.ts';
import { problemOf, stateOf } from './partner/source-answer.ts';
import { type RecordOptions, sanitizedPartner } from './partner-source.ts';
import { tokenFallback } from './wrappers/meaning.ts';

export type ProbeStep = {
  what: 'version' | 'search';
  state: OriginState;
  elapsedMs: number;
  problem: Omit<RenderedProblem, 'nextTryAt'> | null;
};

export type ProbeResult = {
  key: string;
  at: string;
  /** Of the search, which is what readers wait for. */
  state: OriginState;
  elapsedMs: number;
  problem: ProbeStep['problem'];
  version: string | null;
  /** What became of the search token in this search; `unknown` when nothing can be said of it. */
  token: 'none' | 'accepted' | 'refused' | 'unknown';
  steps: ProbeStep[];
  /** A rest that goes on, as the test failed; one that goes well ends it. */
  restingUntil: string | null;
  /** How long readers wait for it. */
  timeoutMs: number;
  /** What a registry of its version can be asked; every kind where the version is not known. */
  kinds: QuestionKind[];
  /** It is this registry itself, under another address. */
  isThisRegistry: boolean;
};

type ProbeOptions = RecordOptions & { clock: Clock };

/** For each of the two steps. */
const STEP_MS = 10_000;
/** Nobody is expected to be called so; what counts is that an answer comes. */
export const FINDS_NOBODY: Question = {
  kind: 'users-search',
  query: {
    name: { like: 'qzx', prefix: true },
    descriptionLike: undefined,
    filters: NO_FILTERS,
  },
};

type StepOutcome = Omit<ProbeStep, 'what' | 'elapsedMs'>;

/**
 * Does not wait for a rest to end. Where it goes well it ends the rest of the partner, and where the search token is
 * accepted that of the token; otherwise it changes nothing of what is known of the partner. Who asks meanwhile gets the
 * same result. Never rejects for what the partner does.
 */
export function partnerProbe(partner: Partner, options: ProbeOptions): () => Promise<ProbeResult> {
  const { clock } = options;
  const { type } = partner;
  let underWay: Promise<ProbeResult> | undefined;

  async function probe(): Promise<ProbeResult> {
    const at = new Date(clock.toWall(clock.now())).toISOString();
    let version = partner.discovery.version();
    const { readVersion } = type;
    let isVersionKnown = readVersion === undefined;
    type Read = NonNullable<typeof readVersion>;
    const askVersion =
      (read: Read) =>
      async (signal: AbortSignal): Promise<StepOutcome> => {
        const outcome = await partner.client.call(
          '/api',
          askedOnPurpose({ question: FINDS_NOBODY, version, credential: 'none', signal }, type),
        );
        if ('failure' in outcome) return { state: outcome.failure.state, problem: toProblem(outcome.failure) };
        const { status, body } = outcome.reply;
        const learned = status >= 200 && status < 300 ? read(body) : undefined;
        version = learned ?? version;
        isVersionKnown = learned !== undefined;
        return learned === undefined ? unread(status) : { state: 'answered', problem: null };
      };
    const steps: ProbeStep[] = [];
    if (readVersion !== undefined) steps.push(await timed('version', askVersion(readVersion)));
    let token: ProbeResult['token'] = partner.token.isConfigured ? 'unknown' : 'none';
    const second = await timed('search', async (signal) => {
      let wasRefused = false;
      const ask = tokenFallback({
        // A state of its own, so that the token is tried though it rests.
        token: { wasRefused: false, restsUntilMs: Number.NEGATIVE_INFINITY },
        now: clock.now,
        onRefused: () => {
          wasRefused = true;
        },
      })(sanitizedPartner(partner, options));
      const credential = partner.token.isConfigured ? 'token' : 'none';
      const query = askedOnPurpose({ question: FINDS_NOBODY, version, credential, signal }, type);
      // In an address only where the partner has just said that it reads no header.
      const answer = await ask(isVersionKnown ? query : { ...query, dialect: { ...query.dialect, tokenIn: 'header' } });
      if (wasRefused) token = 'refused';
      else if (partner.token.isConfigured && answer.records !== undefined && isVersionKnown) token = 'accepted';
      if (classifyAnswer(answer) === 'healthy') partner.circuitBreaker.endRest();
      if (token === 'accepted') {
        partner.notes.tokenAccepted();
        partner.token.wasRefused = false;
        partner.token.restsUntilMs = Number.NEGATIVE_INFINITY;
      }
      const problem = problemOf(answer);
      return { state: stateOf(answer), problem: problem === undefined ? null : toProblem(problem) };
    });
    return {
      key: partner.key,
      at,
      ...{ state: second.state, elapsedMs: second.elapsedMs, problem: second.problem },
      version: version ?? null,
      token,
      steps: [...steps, second],
      restingUntil: partner.circuitBreaker.state().restingUntil?.toISOString() ?? null,
      timeoutMs: partner.timeoutMs,
      kinds: [...type.dialectFor(version).answers],
      isThisRegistry: partner.discovery.isThisRegistry(),
    };
  }

  return () => {
    underWay ??= probe().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function timed(what: ProbeStep['what'], step: (signal: AbortSignal) => Promise<StepOutcome>): Promise<ProbeStep> {
  const began = performance.now();
  const signal = AbortSignal.timeout(STEP_MS);
  const elapsedMs = () => Math.round(performance.now() - began);
  try {
    return { what, ...(await step(signal)), elapsedMs: elapsedMs() };
  } catch (error) {
    if (!signal.aborted) throw error;
    const because = reason('no-answer-to-test', { timeoutMs: STEP_MS });
    const problem = toProblem({ reason: because, error: 'http_response_timeout' });
    return { what, state: 'timed-out', problem, elapsedMs: elapsedMs() };
  }
}

function unread(status: number): StepOutcome {
  return { state: 'failed', problem: toProblem({ reason: reason('version-not-told', { status }), status }) };
}

type ProblemFacts = Pick<OriginProblem, 'reason'> & Partial<Pick<OriginProblem, 'error' | 'status'>>;

function toProblem({ reason, error, status }: ProblemFacts): ProbeStep['problem'] {
  return { ...renderReason(reason), error: error ?? null, status: status ?? null };
}
