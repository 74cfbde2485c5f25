/** Tests one partner of a running registry for an administrator. */

import { renderReason } from '../../domain/federation/federated-answer.ts';
import type { RenderedProblem } from '../../domain/federation/origin.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { Partner } from '../partner/partner.ts';
import type { Clock } from '../partner/times.ts';
import { type RecordOptions, sanitizedPartner } from '../stages/stages.ts';
import { type Probed, probe } from './probe.ts';
import { type ProbeReport, probeReport } from './report.ts';

export type PartnerTest = ProbeReport &
  Pick<Probed, 'isReached' | 'token'> & {
    /** The state of a search, which is what callers wait for. */
    state: Probed['search']['state'];
    elapsedMs: number;
    problem: Omit<RenderedProblem, 'nextTryAt'> | null;
    /** Until when the circuit breaker stays open because the test failed; a successful test closes it. */
    restingUntil: string | null;
    /** How long callers wait for the partner. */
    timeoutMs: number;
    /** What a registry of its version answers; every kind if the version is not known. */
    kinds: QuestionKind[];
    /** Whether the partner is this registry itself, under another address. */
    isThisRegistry: boolean;
  };

type Options = RecordOptions & { clock: Clock; connectTimeoutMs: number };

/** The time-out for the version, and for each search. */
const STEP_MS = 10_000;

/**
 * Returns a function that tests the partner even if its circuit breaker is open. A successful test closes that of the
 * partner, and an accepted search token ends that of the token; otherwise the test changes nothing. Calls during a test
 * get its result. Never rejects because of what the partner does.
 */
export function partnerTest(partner: Partner, options: Options): () => Promise<PartnerTest> {
  let underWay: Promise<PartnerTest> | undefined;
  return () => {
    underWay ??= testNow(partner, options).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function testNow(partner: Partner, options: Options): Promise<PartnerTest> {
  const { url, type, client, discovery, circuitBreaker, kinds, token, notes, timeoutMs } = partner;
  const at = new Date(options.clock.toWall(options.clock.now()));
  const probed = await probe({
    ...{ url, type, client, hasToken: token.isConfigured },
    ...{ connectTimeoutMs: options.connectTimeoutMs, versionMs: STEP_MS, searchMs: STEP_MS },
    ask: sanitizedPartner(partner, options),
    knownVersion: discovery.version(),
    isThisRegistry: discovery.isThisRegistry,
  });
  const { isReached, version, search, steps } = probed;
  if (search.isHealthy) {
    circuitBreaker.close();
    kinds.close();
  }
  if (probed.isTokenTaken) {
    notes.tokenAccepted();
    token.wasRefused = false;
    token.suspendedUntilMs = Number.NEGATIVE_INFINITY;
  }
  const { name: dialect, answers } = type.dialectFor(version);
  return {
    ...probeReport(partner, { at, version, dialect }, steps),
    ...{ isReached, state: search.state, elapsedMs: search.elapsedMs, problem: problemIn(search) },
    ...{ token: probed.token, timeoutMs },
    restingUntil: circuitBreaker.state().openUntil?.toISOString() ?? null,
    kinds: [...answers],
    isThisRegistry: discovery.isThisRegistry(),
  };
}

function problemIn({ problem }: Probed['search']): PartnerTest['problem'] {
  if (problem === undefined) return null;
  const { reason, error, status } = problem;
  return { ...renderReason(reason), error: error ?? null, status: status ?? null };
}
