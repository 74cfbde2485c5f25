/** Tests one partner of a running registry for an administrator. */

import { renderReason } from '../../domain/federation/federated-answer.ts';
import type { Finding } from '../../domain/federation/findings.ts';
import { findingInEnglish } from '../../domain/federation/findings-in-english.ts';
import type { RenderedProblem } from '../../domain/federation/origin.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { Clock } from '../partner/clock.ts';
import type { Partner } from '../partner/partner.ts';
import { type RecordOptions, sanitizedPartner } from '../wrappers/partner-source.ts';
import type { ProbeStep } from './check-step.ts';
import { type Probed, probe } from './probe.ts';

/** A step with its English sentence. */
type TestStep = Omit<ProbeStep, 'finding'> & Finding & { found: string };

export type PartnerTest = Pick<Probed, 'isReached' | 'token'> & {
  key: string;
  at: string;
  /** The state of a search, which is what readers wait for. */
  state: Probed['search']['state'];
  elapsedMs: number;
  problem: Omit<RenderedProblem, 'nextTryAt'> | null;
  version: string | null;
  steps: readonly TestStep[];
  /** The end of a rest that goes on because the test failed; a successful test ends the rest. */
  restingUntil: string | null;
  /** How long readers wait for the partner. */
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
 * Returns a function that tests the partner without waiting for a rest to end. A successful test ends the rest of the
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
  const { key, url, type, client, discovery, circuitBreaker, kinds, token, notes, timeoutMs } = partner;
  const at = new Date(options.clock.toWall(options.clock.now())).toISOString();
  const probed = await probe({
    ...{ url, type, client, hasToken: token.isConfigured },
    ...{ connectTimeoutMs: options.connectTimeoutMs, versionMs: STEP_MS, searchMs: STEP_MS },
    ask: sanitizedPartner(partner, options),
    knownVersion: discovery.version(),
    isThisRegistry: discovery.isThisRegistry,
  });
  const { isReached, version, search, steps } = probed;
  if (search.isHealthy) {
    circuitBreaker.endRest();
    kinds.endRests();
  }
  if (probed.isTokenTaken) {
    notes.tokenAccepted();
    token.wasRefused = false;
    token.restsUntilMs = Number.NEGATIVE_INFINITY;
  }
  return {
    ...{ key, at, isReached, state: search.state, elapsedMs: search.elapsedMs, problem: problemIn(search) },
    ...{ version: version ?? null, token: probed.token, timeoutMs },
    steps: steps.map(({ finding, ...step }) => ({ ...step, ...finding, found: findingInEnglish(finding) })),
    restingUntil: circuitBreaker.state().restingUntil?.toISOString() ?? null,
    kinds: [...type.dialectFor(version).answers],
    isThisRegistry: discovery.isThisRegistry(),
  };
}

function problemIn({ problem }: Probed['search']): PartnerTest['problem'] {
  if (problem === undefined) return null;
  const { reason, error, status } = problem;
  return { ...renderReason(reason), error: error ?? null, status: status ?? null };
}
