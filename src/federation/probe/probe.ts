/**
 * Finds out what a partner is, and whether it answers: the steps of a connection, its version, its address, a search,
 * and the search token. The findings are data.
 */

import { DAY_MS } from '../../domain/durations.ts';
import { type Finding, finding } from '../../domain/federation/findings.ts';
import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import type { Question, QuestionKind } from '../../domain/federation/source.ts';
import { NO_FILTERS } from '../../domain/query/filters.ts';
import { isThisMachine } from '../../domain/web-address.ts';
import { afterAnswers } from '../../lib/slices.ts';
import { MOST_VERSION_BYTES } from '../dialect/reply.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import {
  type AskPartner,
  type Failure,
  type PartnerAnswer,
  type PartnerQuery,
  PROBE_QUESTION,
  singleQuery,
} from '../partner/partner-query.ts';
import { problemOf, stateOf } from '../partner/source-answer.ts';
import type { SourceType } from '../partner/source-type.ts';
import { type ClaimedOrigin, readOrigin } from '../partner/version-discovery.ts';
import { tokenFallback } from '../stages/authorise.ts';
import type { ConnectionProbe } from '../transport/connection-probe.ts';
import { findingRow, type ProbeRow } from './report.ts';
import type { SeenRecords } from './seen-records.ts';

/** In the order of the check: the last ones need ids of records that came before. */
export const QUESTION_KINDS: readonly QuestionKind[] = [
  'genes-search',
  'users-search',
  'genes-list',
  'users-list',
  'stats',
  'terms',
  'user',
  'anonymous-user',
  'anonymous-gene',
];

const FIRST_RECORDS = { page: 0, size: 5 };
/** A gene that nearly every registry knows, in its own organism only: without a database, orthologs cannot be judged. */
const GENE = { symbol: 'BRCA1', taxonId: 9606 };
/** Finds some people, and never most of them. */
const NAME = { like: 'an', prefix: true };
/** Phenotypic abnormality: the root of the terms by which the Human Phenotype Ontology describes people. */
const TERM = { ontologyName: 'hp', termIds: ['HP:0000118'] };

/** Returns the question, or why there is none. */
export function checkQuestion(kind: QuestionKind, { ids }: Pick<SeenRecords, 'ids'>): Question | string {
  switch (kind) {
    case 'genes-search':
      return {
        kind,
        query: { ...GENE, orthologTaxonId: GENE.taxonId, tiers: new Set(['TIER1', 'TIER2']), filters: NO_FILTERS },
      };
    case 'users-search':
      return { kind, query: { name: NAME, descriptionLike: undefined, filters: NO_FILTERS } };
    case 'genes-list':
    case 'users-list':
      return { kind, page: FIRST_RECORDS };
    case 'stats':
      return { kind };
    case 'terms':
      return { kind, ...TERM };
    case 'user':
      return ids.user === undefined ? 'no researcher with an id came' : { kind, userId: ids.user };
    case 'anonymous-user':
      return ids.anonymousUser === undefined ? 'no hidden researcher came' : { kind, anonymousId: ids.anonymousUser };
    case 'anonymous-gene':
      if (ids.anonymousGene === undefined) return 'no gene of a hidden researcher came';
      return { kind, anonymousId: ids.anonymousGene };
  }
}

/** A search that finds nobody, as a caller would put it, with the search token if there is one that is not refused. */
type SearchFact = {
  state: OriginState;
  problem: { reason: Reason; error?: ProxyError | undefined; status?: number | undefined } | undefined;
  elapsedMs: number;
  isHealthy: boolean;
  /** Whether the partner replied, if only with an error or an answer that cannot be used. */
  isReached: boolean;
};

export type Probed = {
  /** Whether a connection was made. Without one, nothing is asked, and no further steps are reported. */
  isConnected: boolean;
  /** Whether the partner replied to anything. */
  isReached: boolean;
  steps: readonly ProbeRow[];
  /** As stated now, or as known before. */
  version: string | undefined;
  search: SearchFact;
  /** `unknown` if nothing can be said about the token, for example because any token is accepted. */
  token: 'none' | 'accepted' | 'refused' | 'unknown';
  /** Whether the partner answered a search with the search token, and its way of reading tokens is known. */
  isTokenTaken: boolean;
};

type ProbeOptions = {
  url: string;
  type: SourceType;
  client: Pick<PartnerClient, 'call'>;
  /** Asks through the same client, and returns sanitized records. */
  ask: AskPartner;
  hasToken: boolean;
  /** The version whose dialect is used if the partner states none now. */
  knownVersion: string | undefined;
  /** Returns undefined if no registry asks, as in a check that is given no address of this one. */
  isThisRegistry: (claimed: ClaimedOrigin) => boolean | undefined;
  connectTimeoutMs: number;
  /** Time-outs in milliseconds, for the document with the version and for each search. */
  versionMs: number;
  searchMs: number;
};

/** Probes a partner. Never rejects because of what the partner does. */
export async function probe(options: ProbeOptions): Promise<Probed> {
  const { url, hasToken, knownVersion } = options;
  // This import loads undici, which a start does not wait for.
  const { probeConnection } = await import('../transport/connection-probe.ts');
  const began = performance.now();
  const connected = await probeConnection(url, options.connectTimeoutMs);
  const connection = connectionSteps(url, connected, new Date());
  if (connected.failure !== undefined) {
    const { state, reason, error } = connected.failure;
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
  steps: readonly ProbeRow[];
  version: string | undefined;
  /** Whether it is known how the partner reads tokens. */
  isCertain: boolean;
  isReached: boolean;
};

async function statedVersion(options: ProbeOptions): Promise<Stated> {
  const { url, type, client, knownVersion, versionMs } = options;
  if (type.readVersion === undefined) return { steps: [], version: undefined, isCertain: true, isReached: false };
  const began = performance.now();
  const within = { question: PROBE_QUESTION, version: knownVersion, credential: 'none' as const };
  const outcome = await inTime(versionMs, (signal) => client.call('/api', singleQuery({ ...within, signal }, type)));
  const elapsedMs = since(began);
  const failed = (found: Finding, isReached: boolean, error: ProxyError | null = null): Stated => {
    const steps = [findingRow('version', 'wrong', found, { elapsedMs, error }), ...originSteps({}, options)];
    return { steps, version: undefined, isCertain: false, isReached };
  };
  if (outcome === undefined) {
    return failed(finding('version-timed-out', { timeoutMs: versionMs }), false, 'http_response_timeout');
  }
  if ('failure' in outcome) {
    const { reason: because, error } = outcome.failure;
    return failed(finding('version-failed', { because }), false, error);
  }
  const { status, body, bytes, asksForPassword } = outcome.reply;
  if (bytes > MOST_VERSION_BYTES) {
    return failed(finding('version-too-long', { mostBytes: MOST_VERSION_BYTES }), true);
  }
  const version = status >= 200 && status < 300 ? type.readVersion(body) : undefined;
  if (version === undefined) {
    if (asksForPassword === true) return failed(finding('password-asked'), true);
    const endsInApi = /\/api\/?$/.test(new URL(url).pathname);
    return failed(finding(endsInApi ? 'address-with-api' : 'version-not-told', { status }), true);
  }
  const { name: askedAs, answers } = type.dialectFor(version);
  const lacks = QUESTION_KINDS.filter((kind) => !answers.has(kind));
  const found = finding('version', { version, askedAs, lacks });
  const step = findingRow('version', lacks.length === 0 ? 'ok' : 'remark', found, { elapsedMs });
  return { steps: [step, ...originSteps(readOrigin(body), options)], version, isCertain: true, isReached: true };
}

function originSteps(claimed: ClaimedOrigin, { url, isThisRegistry }: ProbeOptions): readonly ProbeRow[] {
  return [addressStep(url, claimed), itselfStep(claimed, isThisRegistry(claimed))];
}

function addressStep(url: string, { url: claimed }: ClaimedOrigin): ProbeRow {
  const there = claimed === undefined ? undefined : URL.parse(claimed)?.host;
  if (there === undefined) return findingRow('address', 'not-asked', finding('address-not-told'));
  const here = new URL(url).host;
  if (there === here) return findingRow('address', 'ok', finding('address-as-configured', { host: there }));
  return findingRow('address', 'wrong', finding('other-address', { there, here }));
}

function itselfStep({ url: claimed }: ClaimedOrigin, isThisRegistry: boolean | undefined): ProbeRow {
  if (isThisRegistry === true) return findingRow('itself', 'wrong', finding('this-registry'));
  if (claimed === undefined) return findingRow('itself', 'not-asked', finding('address-not-told'));
  if (isThisRegistry === undefined) return findingRow('itself', 'not-asked', finding('nobody-asks'));
  return findingRow('itself', 'ok', finding('another-registry'));
}

/**
 * Whether the address that a partner claims is one of this registry. An address such as localhost means the partner's
 * own machine, unless the partner is on this one.
 */
export function isOneOf(ownUrls: readonly string[], url: string, { url: claimed }: ClaimedOrigin): boolean {
  const there = claimed === undefined ? null : URL.parse(claimed);
  if (there === null || !ownUrls.some((own) => URL.parse(own)?.host === there.host)) return false;
  return !isThisMachine(there.hostname) || isThisMachine(new URL(url).hostname);
}

type SearchSteps = Pick<Probed, 'search' | 'isTokenTaken'> & { token: { state: Probed['token']; step: ProbeRow } };

/** Searches up to three times: with the search token, without it if it is refused, else with a token that no registry has made. */
async function searchSteps(
  options: ProbeOptions,
  version: string | undefined,
  isCertain: boolean,
): Promise<SearchSteps> {
  const { type, hasToken, searchMs } = options;
  let refusal: Reason | undefined;
  const ask = tokenFallback({
    // A state of its own, so that the token is tried even while none is sent.
    token: { wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY },
    now: () => performance.now(),
    onRefused: () => {},
  })(async (query) => {
    const answer = await options.ask(query);
    if (query.credential === 'token' && isRefused(answer)) refusal = answer.failure?.reason;
    return answer;
  });
  const search = (credential: PartnerQuery['credential'], signal: AbortSignal) => {
    const query = singleQuery({ question: PROBE_QUESTION, version, credential, signal }, type);
    // The token goes into the address only if the partner has just stated a version that reads no header.
    return isCertain ? query : { ...query, dialect: { ...query.dialect, tokenIn: 'header' as const } };
  };
  const began = performance.now();
  const answer = await inTime(searchMs, (signal) => ask(search(hasToken ? 'token' : 'none', signal)));
  const elapsedMs = since(began);
  const fact = { ...searchFact(answer, searchMs), elapsedMs };
  const isTokenTaken = hasToken && refusal === undefined && answer?.records !== undefined && isCertain;
  const withToken = (state: Probed['token'], result: ProbeRow['result'], found: Finding) => {
    const step = findingRow('token', result, found, { elapsedMs: hasToken ? elapsedMs : null });
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

/** Returns undefined if it takes longer: what a source answers after its question is given up is no answer of the partner. */
async function inTime<Value>(
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const stop = new AbortController();
  const timeout = setTimeout(afterAnswers, timeoutMs, () => stop.abort());
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

/** Certificates are usually renewed before their last days, so such a one may have been forgotten. */
const LAST_DAYS = 14;

/** Returns what a probe of the connection says about the name, the connection and the certificate of a partner. */
function connectionSteps(url: string, connected: ConnectionProbe, now: Date): readonly ProbeRow[] {
  return [nameStep(url, connected), connectStep(url, connected), tlsStep(url, connected, now)];
}

function nameStep(url: string, { addresses, lookupMs, failure }: ConnectionProbe): ProbeRow {
  const { hostname: host } = new URL(url);
  if (failure?.error.startsWith('dns_')) {
    const found = finding('host-not-found', { host, because: failure.reason });
    return findingRow('name', 'wrong', found, { error: failure.error });
  }
  if (addresses.length === 0) return findingRow('name', 'ok', finding('host-is-address', { host }));
  return findingRow('name', 'ok', finding('host-found', { host, addresses }), { elapsedMs: lookupMs ?? null });
}

function connectStep(url: string, { connectMs, failure }: ConnectionProbe): ProbeRow {
  const { port: stated, protocol } = new URL(url);
  const port = stated || (protocol === 'https:' ? '443' : '80');
  if (connectMs !== undefined) {
    return findingRow('connection', 'ok', finding('port-open', { port }), { elapsedMs: connectMs });
  }
  if (failure === undefined || failure.error.startsWith('dns_')) {
    return findingRow('connection', 'not-asked', finding('not-tried'));
  }
  const found = finding('port-closed', { port, because: failure.reason });
  return findingRow('connection', 'wrong', found, { error: failure.error });
}

function tlsStep(url: string, connected: ConnectionProbe, now: Date): ProbeRow {
  const { connectMs, tlsMs, failure, protocol, certificate } = connected;
  const { protocol: scheme, hostname } = new URL(url);
  if (scheme === 'http:') {
    return isThisMachine(hostname)
      ? findingRow('tls', 'not-asked', finding('not-encrypted-here'))
      : findingRow('tls', 'remark', finding('not-encrypted'));
  }
  if (connectMs === undefined) return findingRow('tls', 'not-asked', finding('not-tried'));
  if (failure !== undefined) {
    const problems = certificate?.problems ?? [];
    const found =
      problems.length === 0
        ? finding('not-secured', { because: failure.reason })
        : finding('certificate-refused', { problems });
    return findingRow('tls', 'wrong', found, { error: failure.error });
  }
  const secured = {
    protocol: `${protocol}`,
    certificate: certificate === undefined ? null : { issuer: certificate.issuer, validUntil: dayOf(certificate) },
  };
  const isEnding = certificate !== undefined && certificate.validUntil.getTime() - now.getTime() < LAST_DAYS * DAY_MS;
  const elapsedMs = tlsMs ?? null;
  return isEnding
    ? findingRow('tls', 'remark', finding('certificate-ends-soon', secured), { elapsedMs })
    : findingRow('tls', 'ok', finding('secured', secured), { elapsedMs });
}

function dayOf({ validUntil }: { validUntil: Date }): string {
  return validUntil.toISOString().slice(0, 10);
}
