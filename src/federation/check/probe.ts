/**
 * Asks a partner what it is, and whether it answers: how far a connection comes, its version, its address, a search, our
 * token. What is found is data.
 */

import { type Finding, finding } from '../../domain/federation/findings.ts';
import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import { isThisMachine } from '../../domain/this-machine.ts';
import { MOST_VERSION_BYTES } from '../dialect/reply.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import type { AskPartner, Failure, PartnerAnswer, PartnerQuery } from '../partner/partner-query.ts';
import { FINDS_NOBODY, singleQuery } from '../partner/single-query.ts';
import { problemOf, stateOf } from '../partner/source-answer.ts';
import type { SourceType } from '../partner/source-type.ts';
import { type ClaimedOrigin, readOrigin } from '../partner/version-discovery.ts';
import { tokenFallback } from '../wrappers/meaning.ts';
import { QUESTION_KINDS } from './check-questions.ts';
import { type ProbeStep, probeStep } from './check-step.ts';
import { connectionSteps } from './connection-steps.ts';

/** A search that finds nobody, as a reader would meet it; with our token, where there is one that is not refused. */
type SearchFact = {
  state: OriginState;
  problem: { reason: Reason; error?: ProxyError | undefined; status?: number | undefined } | undefined;
  elapsedMs: number;
  isHealthy: boolean;
  /** Whether it replied, be it with an error or with what cannot be used. */
  isReached: boolean;
};

export type Probed = {
  /** Where no connection comes about, nothing is asked, and nothing is said of what was to be asked. */
  isConnected: boolean;
  /** Whether it replied to anything at all. */
  isReached: boolean;
  steps: readonly ProbeStep[];
  /** As it states now, or as it was known before. */
  version: string | undefined;
  search: SearchFact;
  /** `unknown` where nothing can be said of it, as where any token is taken. */
  token: 'none' | 'accepted' | 'refused' | 'unknown';
  /** Whether a search with our token was answered by a partner that says how it reads tokens. */
  isTokenTaken: boolean;
};

type ProbeOptions = {
  url: string;
  type: SourceType;
  client: Pick<PartnerClient, 'call'>;
  /** Asks through the same client, for records made anew. */
  ask: AskPartner;
  hasToken: boolean;
  /** Asked as this one where it does not state its version now. */
  knownVersion: string | undefined;
  /** Undefined where no registry asks. */
  isThisRegistry: (claimed: ClaimedOrigin) => boolean | undefined;
  connectTimeoutMs: number;
  /** For the document of its version, and for each search. */
  versionMs: number;
  searchMs: number;
};

/** Never rejects for what the partner does. */
export async function probe(options: ProbeOptions): Promise<Probed> {
  const { url, hasToken, knownVersion } = options;
  // Which loads undici: a start does not wait for it.
  const { tryConnection } = await import('../transport/connection-trial.ts');
  const began = performance.now();
  const trial = await tryConnection(url, options.connectTimeoutMs);
  const connection = connectionSteps(url, trial, new Date());
  if (trial.failure !== undefined) {
    const { state, reason, error } = trial.failure;
    const search = { state, problem: { reason, error }, elapsedMs: since(began), isHealthy: false, isReached: false };
    const token = hasToken ? 'unknown' : 'none';
    const none = { isConnected: false, isReached: false, isTokenTaken: false, version: knownVersion };
    return { ...none, steps: connection, search, token };
  }
  const stated = await statedVersion(options);
  const version = stated.version ?? knownVersion;
  const { search, token, isTokenTaken } = await searchSteps(options, version, stated.isCertain);
  const isReached = stated.isReached || search.isReached || token.state === 'refused';
  const steps = [...connection, ...stated.steps, token.step];
  return { isConnected: true, isReached, steps, version, search, token: token.state, isTokenTaken };
}

type Stated = {
  steps: readonly ProbeStep[];
  version: string | undefined;
  /** Whether it is known how it reads tokens. */
  isCertain: boolean;
  isReached: boolean;
};

async function statedVersion(options: ProbeOptions): Promise<Stated> {
  const { type, client, knownVersion, versionMs } = options;
  if (type.readVersion === undefined) return { steps: [], version: undefined, isCertain: true, isReached: false };
  const began = performance.now();
  const within = { question: FINDS_NOBODY, version: knownVersion, credential: 'none' as const };
  const outcome = await inTime(versionMs, (signal) => client.call('/api', singleQuery({ ...within, signal }, type)));
  const elapsedMs = since(began);
  const failed = (found: Finding, isReached: boolean, error: ProxyError | null = null): Stated => {
    const steps = [{ ...probeStep('version', 'wrong', found), elapsedMs, error }, ...originSteps({}, options)];
    return { steps, version: undefined, isCertain: false, isReached };
  };
  if (outcome === undefined) {
    return failed(finding('version-timed-out', { timeoutMs: versionMs }), false, 'http_response_timeout');
  }
  if ('failure' in outcome) {
    const { reason: because, error } = outcome.failure;
    return failed(finding('version-failed', { because }), false, error);
  }
  const { status, body, bytes } = outcome.reply;
  if (bytes > MOST_VERSION_BYTES) {
    return failed(finding('version-too-long', { mostBytes: MOST_VERSION_BYTES }), true);
  }
  const version = status >= 200 && status < 300 ? type.readVersion(body) : undefined;
  if (version === undefined) return failed(finding('version-not-told', { status }), true);
  const { name: askedAs, answers } = type.dialectFor(version);
  const lacks = QUESTION_KINDS.filter((kind) => !answers.has(kind));
  const found = finding('version', { version, askedAs, lacks });
  const step = { ...probeStep('version', lacks.length === 0 ? 'ok' : 'remark', found), elapsedMs };
  return { steps: [step, ...originSteps(readOrigin(body), options)], version, isCertain: true, isReached: true };
}

function originSteps(claimed: ClaimedOrigin, { url, isThisRegistry }: ProbeOptions): readonly ProbeStep[] {
  return [addressStep(url, claimed), itselfStep(claimed, isThisRegistry(claimed))];
}

function addressStep(url: string, { url: claimed }: ClaimedOrigin): ProbeStep {
  const there = claimed === undefined ? undefined : URL.parse(claimed)?.host;
  if (there === undefined) return probeStep('address', 'not-asked', finding('address-not-told'));
  const here = new URL(url).host;
  if (there === here) return probeStep('address', 'ok', finding('address-as-configured', { host: there }));
  return probeStep('address', 'wrong', finding('other-address', { there, here }));
}

function itselfStep({ url: claimed }: ClaimedOrigin, isThisRegistry: boolean | undefined): ProbeStep {
  if (isThisRegistry === true) return probeStep('itself', 'wrong', finding('this-registry'));
  if (claimed === undefined) return probeStep('itself', 'not-asked', finding('address-not-told'));
  if (isThisRegistry === undefined) return probeStep('itself', 'not-asked', finding('nobody-asks'));
  return probeStep('itself', 'ok', finding('another-registry'));
}

/**
 * Whether the address that a partner claims is one of ours. One such as localhost is the partner's own word for itself,
 * unless it is asked on this very machine.
 */
export function isOneOf(ownUrls: readonly string[], url: string, { url: claimed }: ClaimedOrigin): boolean {
  const there = claimed === undefined ? null : URL.parse(claimed);
  if (there === null || !ownUrls.some((own) => URL.parse(own)?.host === there.host)) return false;
  return !isThisMachine(there.hostname) || isThisMachine(new URL(url).hostname);
}

type SearchSteps = Pick<Probed, 'search' | 'isTokenTaken'> & { token: { state: Probed['token']; step: ProbeStep } };

/** Three searches at most: with our token, without it where that is refused, else with one that nobody has made. */
async function searchSteps(
  options: ProbeOptions,
  version: string | undefined,
  isCertain: boolean,
): Promise<SearchSteps> {
  const { type, hasToken, searchMs } = options;
  let refusal: Reason | undefined;
  const ask = tokenFallback({
    // A state of its own, so that the token is tried though it rests.
    token: { wasRefused: false, restsUntilMs: Number.NEGATIVE_INFINITY },
    now: () => performance.now(),
    onRefused: () => {},
  })(async (query) => {
    const answer = await options.ask(query);
    if (query.credential === 'token' && isRefused(answer)) refusal = answer.failure?.reason;
    return answer;
  });
  const search = (credential: PartnerQuery['credential'], signal: AbortSignal) => {
    const query = singleQuery({ question: FINDS_NOBODY, version, credential, signal }, type);
    // In an address only where the partner has just said that it reads no header.
    return isCertain ? query : { ...query, dialect: { ...query.dialect, tokenIn: 'header' as const } };
  };
  const began = performance.now();
  const answer = await inTime(searchMs, (signal) => ask(search(hasToken ? 'token' : 'none', signal)));
  const elapsedMs = since(began);
  const fact = { ...searchFact(answer, searchMs), elapsedMs };
  const isTokenTaken = hasToken && refusal === undefined && answer?.records !== undefined && isCertain;
  const withToken = (state: Probed['token'], result: ProbeStep['result'], found: Finding) => {
    const step = { ...probeStep('token', result, found), elapsedMs: hasToken ? elapsedMs : null };
    return { search: fact, isTokenTaken, token: { state, step } };
  };
  if (!hasToken) return withToken('none', 'not-asked', finding('no-token'));
  if (refusal !== undefined) return withToken('refused', 'wrong', finding('token-refused', { because: refusal }));
  if (!fact.isHealthy) return withToken('unknown', 'not-asked', unclear(fact));
  const ofUnknown = await inTime(searchMs, (signal) => options.ask(search('unknown-token', signal)));
  if (ofUnknown !== undefined && isRefused(ofUnknown)) return withToken('accepted', 'ok', finding('token-accepted'));
  const factOfUnknown = searchFact(ofUnknown, searchMs);
  if (factOfUnknown.isHealthy) return withToken('unknown', 'remark', finding('any-token'));
  return withToken('unknown', 'not-asked', unclear(factOfUnknown));
}

function unclear({ problem }: Pick<SearchFact, 'problem'>): Finding {
  return finding('token-unclear', { because: problem?.reason ?? reason('failed') });
}

function searchFact(answer: PartnerAnswer | undefined, timeoutMs: number): Omit<SearchFact, 'elapsedMs'> {
  if (answer === undefined) {
    const problem = { reason: reason('no-answer-to-test', { timeoutMs }), error: 'http_response_timeout' as const };
    return { state: 'timed-out', problem, isHealthy: false, isReached: false };
  }
  const isHealthy = classifyAnswer(answer) === 'healthy';
  const isReached = answer.records !== undefined || !WITHOUT_REPLY.has(answer.failure?.about);
  return { state: stateOf(answer), problem: problemOf(answer), isHealthy, isReached };
}

const WITHOUT_REPLY: ReadonlySet<Failure['about'] | undefined> = new Set(['no-reply', 'ours', undefined]);

function isRefused({ failure }: PartnerAnswer): boolean {
  return failure?.about === 'token-refused';
}

/** Undefined where it takes longer: what whoever asks says once it is given up is no answer of the partner. */
async function inTime<Value>(
  timeoutMs: number,
  ask: (signal: AbortSignal) => PromiseLike<Value>,
): Promise<Value | undefined> {
  const stop = new AbortController();
  const timeout = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const value = await ask(stop.signal);
    return stop.signal.aborted ? undefined : value;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}

function since(beganMs: number): number {
  return Math.round(performance.now() - beganMs);
}
