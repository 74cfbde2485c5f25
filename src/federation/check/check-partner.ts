/** Looks at one partner from its name to its records, as an operator would who wants to know what is wrong with it. */

import { randomBytes } from 'node:crypto';
import { detailOf, titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { PartnerConfig } from '../../domain/partner-config.ts';
import { isThisMachine } from '../../domain/this-machine.ts';
import { dialectFor, readVersion } from '../dialect/dialect.ts';
import { MOST_BODY_BYTES, MOST_VERSION_BYTES } from '../federation.ts';
import { askedOnPurpose } from '../partner/asked-on-purpose.ts';
import { thisRegistry } from '../partner/no-answer-reasons.ts';
import { type PartnerClient, partnerClient } from '../partner/partner-client.ts';
import type { AskPartner } from '../partner/partner-query.ts';
import { type ClaimedOrigin, readOrigin } from '../partner/version-discovery.ts';
import { FINDS_NOBODY } from '../partner-probe.ts';
import { sanitizedPartner } from '../partner-source.ts';
import { RDP } from '../rdp/rdp.ts';
import { tryConnection } from '../transport/connection-trial.ts';
import { openHttpClient } from '../transport/http-client.ts';
import { longBodies } from '../transport/long-bodies.ts';
import { callTimeout, deadline } from '../wrappers/admission.ts';
import { checkQuestion, QUESTION_KINDS } from './check-questions.ts';
import { type CheckStep, checkStep, type PartnerCheck } from './check-step.ts';
import { connectionSteps } from './connection-steps.ts';
import { openPace, type Pace } from './pace.ts';
import { protocolSteps } from './protocol-steps.ts';
import { questionStep } from './question-step.ts';
import { type RecordProblems, type SeenRecords, seenRecords } from './seen-records.ts';
import { tokenStep } from './token-step.ts';

export type CheckOptions = {
  problemsOf: RecordProblems;
  /** The addresses of this registry. */
  ownUrls: readonly string[];
  userAgent: string;
  now: () => Date;
  /** Before each question of the protocol. */
  pauseMs: number;
};

/** Between two questions of the protocol, as they may be put to anybody's registry. */
export const PAUSE_MS = 100;

/**
 * Asks as the registry itself does, with the time-outs of the partner, one question after the other, without a token but
 * where the token is what is looked at. Needs no database. Never rejects for what the partner does.
 */
export async function checkPartner(settings: PartnerConfig, options: CheckOptions): Promise<PartnerCheck> {
  const { key, name, url, connectTimeoutMs } = settings;
  const steps: CheckStep[] = [];
  const versionCheck = (version: string | undefined): PartnerCheck => {
    const isWell = steps.every(({ result }) => result !== 'wrong');
    return { key, name, url, isWell, version: version ?? null, dialect: dialectFor(version).name, steps };
  };

  const trial = await tryConnection(url, connectTimeoutMs);
  steps.push(...connectionSteps(url, trial, options.now()));
  if (trial.failure !== undefined) return versionCheck(undefined);

  await using asked = openAsked(settings, options);
  const { step, version, claimed } = await versionStep(asked, settings);
  steps.push(step, addressStep(url, claimed), itselfStep(url, claimed, options.ownUrls));
  const { signal } = new AbortController();
  steps.push(await tokenStep({ version, token: settings.token, askWith: asked.askWith, signal }));
  const pace = openPace();
  for await (const answered of questionSteps(asked, version, settings, pace)) steps.push(answered);
  const { name: dialect } = dialectFor(version);
  const ask = rawQuestions(asked, version);
  for await (const row of protocolSteps({ version, dialect, ask, pace, pauseMs: options.pauseMs })) steps.push(row);
  steps.push(...asked.seen.steps(url));
  return versionCheck(version);
}

/** A check lasts as long as it takes, or as the process does. */
const NEVER_ENDING = new AbortController().signal;

type Asked = AsyncDisposable & {
  askWith: (token: string | undefined) => AskPartner;
  seen: SeenRecords;
  /** Asks for a path without a token, and with one that nobody has made. */
  call: PartnerClient['call'];
  callWithUnknownToken: PartnerClient['call'];
};

function openAsked(settings: PartnerConfig, { problemsOf, userAgent }: CheckOptions): Asked {
  const { key, name, url, query, connectTimeoutMs, readTimeoutMs, timeoutMs } = settings;
  const address = { url: query === '' ? url : `${url}?${query}`, connectTimeoutMs, readTimeoutMs, maxConcurrency: 2 };
  const agent = openHttpClient(address, {
    userAgent,
    mostBodyBytes: MOST_BODY_BYTES,
    lateMs: timeoutMs,
    longBodies: longBodies({ mostBytes: 2 * MOST_BODY_BYTES, mostRead: 1 })(),
    roomWithinMs: timeoutMs,
  });
  const seen = seenRecords(problemsOf);
  const clientWith = (token: string | undefined) =>
    partnerClient({ agent, token, readTimeoutMs, timeoutMs, maxConcurrency: 2 });
  const inTime = (ask: AskPartner) => {
    const inCall = callTimeout(timeoutMs)(ask);
    return deadline(
      timeoutMs,
      NEVER_ENDING,
    )((query) => {
      // One at a time: each has its turn at once.
      query.onSent?.();
      return inCall(query);
    });
  };
  // Nothing is known of genes and organisms here, so no question is put in other words than its own.
  const nothingKnown = { resolveGene: async () => [], taxa: async () => [], registryUrl: '' };
  const sanitize = { checks: seen.checks, taxonOrdering: () => null };
  return {
    seen,
    call: clientWith(undefined).call,
    callWithUnknownToken: clientWith(`unknown-${randomBytes(12).toString('hex')}`).call,
    askWith: (token) =>
      inTime(sanitizedPartner({ key, name, url, type: RDP, client: clientWith(token) }, { sanitize, ...nothingKnown })),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

/** Paths as they stand, whatever the dialect. */
function rawQuestions({ call, callWithUnknownToken }: Asked, version: string | undefined) {
  const query = (credential: 'none' | 'token') => {
    return askedOnPurpose({ question: FINDS_NOBODY, version, credential, signal: NEVER_ENDING }, RDP);
  };
  return (path: string, { withUnknownToken }: { withUnknownToken: boolean }) =>
    withUnknownToken ? callWithUnknownToken(path, query('token')) : call(path, query('none'));
}

type Version = { step: CheckStep; version: string | undefined; claimed: ClaimedOrigin };

async function versionStep({ call }: Asked, { readTimeoutMs }: PartnerConfig): Promise<Version> {
  const began = performance.now();
  const silent = new AbortController();
  const timeout = setTimeout(() => silent.abort(), readTimeoutMs);
  const asked = { question: FINDS_NOBODY, version: undefined, credential: 'none', signal: silent.signal } as const;
  const query = askedOnPurpose(asked, RDP);
  const outcome = await call('/api', query).catch((error) => {
    if (!silent.signal.aborted) throw error;
    return undefined;
  });
  clearTimeout(timeout);
  const elapsedMs = Math.round(performance.now() - began);
  const failed = (found: string, error: CheckStep['error'] = null) => {
    return { step: checkStep('version', 'wrong', found, { elapsedMs, error }), version: undefined, claimed: {} };
  };
  if (outcome === undefined)
    return failed(`/api gave no answer within ${readTimeoutMs / 1000} s`, 'http_response_timeout');
  if ('failure' in outcome) return failed(detailOf(outcome.failure.reason), outcome.failure.error);
  const { status, body } = outcome.reply;
  if (body.length > MOST_VERSION_BYTES) {
    return failed(
      `/api answered with more than ${MOST_VERSION_BYTES / 1024} kB, which is no document that tells a version`,
    );
  }
  const version = status >= 200 && status < 300 ? readVersion(body) : undefined;
  if (version === undefined) return failed(`/api answered ${status}, and no document that tells a version`);
  const { name, answers } = dialectFor(version);
  const unasked = QUESTION_KINDS.filter((kind) => !answers.has(kind));
  const lacks = unasked.length === 0 ? '' : `; too old for ${unasked.join(', ')}`;
  const step = checkStep('version', lacks === '' ? 'ok' : 'remark', `${version}, asked as ${name}${lacks}`, {
    elapsedMs,
  });
  return { step, version, claimed: readOrigin(body) };
}

function addressStep(url: string, { url: claimed }: ClaimedOrigin): CheckStep {
  if (claimed === undefined) return checkStep('address', 'not-asked', 'it does not say at which address it is');
  const [there, here] = [URL.parse(claimed)?.host, new URL(url).host];
  if (there === here) return checkStep('address', 'ok', `it calls itself ${there}, as configured`);
  return checkStep('address', 'wrong', `it calls itself ${there}, but is configured as ${here}`);
}

/** An address such as localhost is the partner's own word for itself, unless it is asked on this very machine. */
function itselfStep(url: string, { url: claimed }: ClaimedOrigin, ownUrls: readonly string[]): CheckStep {
  const there = claimed === undefined ? null : URL.parse(claimed);
  if (there === null) return checkStep('itself', 'not-asked', 'it does not say at which address it is');
  if (ownUrls.length === 0) return checkStep('itself', 'not-asked', 'no registry asks here');
  const isOwn = ownUrls.some((own) => URL.parse(own)?.host === there.host);
  if (isOwn && (!isThisMachine(there.hostname) || isThisMachine(new URL(url).hostname))) {
    return checkStep('itself', 'wrong', `it ${titleOf(thisRegistry().reason)}: take it out of the partners`);
  }
  return checkStep('itself', 'ok', 'it is another registry than this one');
}

async function* questionSteps(
  { askWith, seen }: Asked,
  version: string | undefined,
  { readTimeoutMs }: PartnerConfig,
  pace: Pace,
): AsyncGenerator<CheckStep> {
  const ask = askWith(undefined);
  const { answers } = dialectFor(version);
  for (const kind of QUESTION_KINDS) {
    const question = answers.has(kind) ? checkQuestion(kind, seen) : `version ${version} does not know the question`;
    if (typeof question === 'string' || pace.why !== undefined) {
      yield checkStep(kind, 'not-asked', typeof question === 'string' ? question : (pace.why ?? ''));
      continue;
    }
    const began = performance.now();
    const { signal } = new AbortController();
    const answer = await ask(askedOnPurpose({ question, version, credential: 'none', signal }, RDP));
    pace.noteAnswer(answer);
    yield questionStep(kind, answer, { elapsedMs: Math.round(performance.now() - began), readTimeoutMs });
  }
}
