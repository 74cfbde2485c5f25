/** Probes one partner of a registry that runs, now, for an administrator who wants to know. */

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

/** With its words in English. */
type TestStep = Omit<ProbeStep, 'finding'> & Finding & { found: string };

export type PartnerTest = Pick<Probed, 'isReached' | 'token'> & {
  key: string;
  at: string;
  /** Of a search, which is what readers wait for. */
  state: Probed['search']['state'];
  elapsedMs: number;
  problem: Omit<RenderedProblem, 'nextTryAt'> | null;
  version: string | null;
  steps: readonly TestStep[];
  /** A rest that goes on, as the test failed; one that goes well ends it. */
  restingUntil: string | null;
  /** How long readers wait for it. */
  timeoutMs: number;
  /** What a registry of its version can be asked; every kind where the version is not known. */
  kinds: QuestionKind[];
  /** It is this registry itself, under another address. */
  isThisRegistry: boolean;
};

type Options = RecordOptions & { clock: Clock; connectTimeoutMs: number };

/** For its version, and for each search. */
const STEP_MS = 10_000;

/**
 * Does not wait for a rest to end. Where it goes well it ends the rest of the partner, and where the search token is
 * taken that of the token; otherwise it changes nothing of what is known of the partner. Who asks meanwhile gets the
 * same result. Never rejects for what the partner does.
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
  const { key, url, type, client, discovery, circuitBreaker, token, notes, timeoutMs } = partner;
  const at = new Date(options.clock.toWall(options.clock.now())).toISOString();
  const probed = await probe({
    ...{ url, type, client, hasToken: token.isConfigured },
    ...{ connectTimeoutMs: options.connectTimeoutMs, versionMs: STEP_MS, searchMs: STEP_MS },
    ask: sanitizedPartner(partner, options),
    knownVersion: discovery.version(),
    isThisRegistry: discovery.isThisRegistry,
  });
  const { isReached, version, search, steps } = probed;
  if (search.isHealthy) circuitBreaker.endRest();
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
