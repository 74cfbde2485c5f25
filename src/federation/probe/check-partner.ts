/** Checks one partner for an operator, from the name of its host to its records. */

import { hasReason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { PartnerConfig } from '../../domain/partner-config.ts';
import { counted } from '../../domain/plurals.ts';
import { USER_AGENT } from '../../lib/product.ts';
import { dialectFor } from '../dialect/dialect.ts';
import { MOST_BODY_BYTES } from '../dialect/reply.ts';
import { type PartnerClient, partnerClient } from '../partner/partner-client.ts';
import { type AskPartner, type PartnerAnswer, PROBE_QUESTION, singleQuery } from '../partner/partner-query.ts';
import { problemOf, stateOf } from '../partner/source-answer.ts';
import { RDP } from '../rdp/rdp.ts';
import { sanitizedPartner } from '../stages/stages.ts';
import { deadline } from '../stages/time.ts';
import { openHttpClient } from '../transport/http-client.ts';
import { longBodies } from '../transport/long-bodies.ts';
import { checkQuestion, isOneOf, probe, QUESTION_KINDS } from './probe.ts';
import { type CheckPace, openPace, protocolSteps } from './protocol-steps.ts';
import { type ProbeReport, type ProbeRow, probeReport, probeRow } from './report.ts';
import { type SeenRecords, seenRecords } from './seen-records.ts';

type CheckOptions = {
  /** The addresses of this registry; none if no registry asks. */
  ownUrls: readonly string[];
  /** The pause before each question of the protocol; the registry may belong to somebody else. */
  pauseMs?: number;
};

const PAUSE_MS = 100;

/**
 * Checks a partner as the registry itself would ask it: with the partner's time-outs, one question after the other,
 * without a token except for the check of the token. Needs no database. Never rejects because of what the partner does.
 */
export async function checkPartner(
  settings: PartnerConfig,
  { ownUrls, pauseMs = PAUSE_MS }: CheckOptions,
): Promise<ProbeReport> {
  const { url, connectTimeoutMs, readTimeoutMs, timeoutMs } = settings;
  const at = new Date();
  await using checked = openChecked(settings);
  const { version, isConnected, steps } = await probe({
    ...{ url, type: RDP, client: checked, ask: checked.ask },
    ...{ connectTimeoutMs, versionMs: readTimeoutMs, searchMs: timeoutMs },
    hasToken: settings.token !== undefined,
    knownVersion: undefined,
    isThisRegistry: (claimed) => (ownUrls.length === 0 ? undefined : isOneOf(ownUrls, url, claimed)),
  });
  const { name: dialect } = dialectFor(version);
  const rows = [...steps];
  if (isConnected) {
    const pace = openPace();
    for await (const row of questionRows(checked, version, settings, pace)) rows.push(row);
    const ask = rawQuestions(checked, version);
    for await (const row of protocolSteps({ version, dialect, ask, pace, pauseMs })) rows.push(row);
    rows.push(...checked.seen.steps(url));
  }
  return probeReport(settings, { at, version, dialect }, rows);
}

/** Never aborted: a check may take as long as it needs. */
const NEVER_ENDING = new AbortController().signal;

type CheckedPartner = AsyncDisposable & {
  ask: AskPartner;
  call: PartnerClient['call'];
  seen: SeenRecords;
};

function openChecked(settings: PartnerConfig): CheckedPartner {
  const { key, name, url, query, token, connectTimeoutMs, readTimeoutMs, timeoutMs } = settings;
  const address = { url: query === '' ? url : `${url}?${query}`, connectTimeoutMs, readTimeoutMs, maxConcurrency: 2 };
  const agent = openHttpClient(address, {
    userAgent: USER_AGENT,
    mostBodyBytes: MOST_BODY_BYTES,
    lateMs: timeoutMs,
    longBodies: longBodies({ mostBytes: 2 * MOST_BODY_BYTES, longestBytes: MOST_BODY_BYTES, mostRead: 1 })(),
    roomWithinMs: timeoutMs,
  });
  const seen = seenRecords();
  const client = partnerClient({ agent, token, readTimeoutMs, timeoutMs, maxConcurrency: 2 });
  const inTime = deadline(timeoutMs, NEVER_ENDING);
  // Genes and organisms are unknown here, so no question is put again in other words.
  const nothingKnown = { resolveGene: async () => [], taxa: async () => [], registryUrl: '' };
  const sanitize = { checks: seen.checks, taxonOrdering: () => null };
  return {
    seen,
    call: client.call,
    ask: inTime(sanitizedPartner({ key, name, url, type: RDP, client }, { sanitize, ...nothingKnown })),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

/** Requests paths as they are, whatever the dialect. */
function rawQuestions({ call }: CheckedPartner, version: string | undefined) {
  return (path: string, { withUnknownToken }: { withUnknownToken: boolean }) => {
    const credential = withUnknownToken ? 'unknown-token' : 'none';
    const query = { question: PROBE_QUESTION, version, credential, signal: NEVER_ENDING } as const;
    return call(path, singleQuery(query, RDP));
  };
}

async function* questionRows(
  { ask, seen }: CheckedPartner,
  version: string | undefined,
  { readTimeoutMs }: PartnerConfig,
  pace: CheckPace,
): AsyncGenerator<ProbeRow> {
  const { answers } = dialectFor(version);
  for (const kind of QUESTION_KINDS) {
    const question = answers.has(kind) ? checkQuestion(kind, seen) : `version ${version} does not know the question`;
    if (typeof question === 'string' || pace.why !== undefined) {
      yield probeRow(kind, 'not-asked', typeof question === 'string' ? question : (pace.why ?? ''));
      continue;
    }
    const began = performance.now();
    const { signal } = new AbortController();
    const answer = await ask(singleQuery({ question, version, credential: 'none', signal }, RDP));
    pace.noteAnswer(answer);
    yield questionRow(kind, answer, { elapsedMs: Math.round(performance.now() - began), readTimeoutMs });
  }
}

type Took = {
  elapsedMs: number;
  /** How long the partner may be silent. */
  readTimeoutMs: number;
};

/** An answer that takes more than this share of the time-out is slow: on a bad day it would be none. */
const SLOW_SHARE = 0.5;
/** Questions that a registry may refuse and still be searched. */
const DISPENSABLE: ReadonlySet<QuestionKind> = new Set([
  'genes-list',
  'users-list',
  'user',
  'anonymous-user',
  'anonymous-gene',
]);

/** Returns what the answer to one question says about the partner. */
function questionRow(kind: QuestionKind, answer: PartnerAnswer, { elapsedMs, readTimeoutMs }: Took): ProbeRow {
  const problem = problemOf(answer);
  const result = resultOf(kind, answer);
  const records = answer.records?.length ?? null;
  const isSlow = answer.records !== undefined && elapsedMs > readTimeoutMs * SLOW_SHARE;
  const parts = [
    ...(answer.records === undefined ? [] : [amount(answer)]),
    ...(problem === undefined ? [] : [titled(problem)]),
    ...(isSlow ? [`slow: a search stops waiting after ${readTimeoutMs / 1000} s of silence`] : []),
  ];
  const facts = { elapsedMs, records, error: problem?.error ?? null };
  return probeRow(kind, isSlow && result === 'ok' ? 'remark' : result, parts.join('; '), facts);
}

function resultOf(kind: QuestionKind, answer: PartnerAnswer): ProbeRow['result'] {
  switch (stateOf(answer)) {
    case 'answered':
    case 'empty':
      return 'ok';
    case 'limited':
      // Any number of records may be missing.
      return hasReason(answer.limits, 'cut-by-size') ? 'wrong' : 'remark';
    case 'unknown-term':
    case 'unsupported':
      return 'remark';
    case 'refused':
      return DISPENSABLE.has(kind) ? 'remark' : 'wrong';
    default:
      // RDP fails on some anonymous ids, and on nothing else because of it (quirk 1).
      return answer.failure?.about === 'this-question' ? 'remark' : 'wrong';
  }
}

function titled({ reason, status }: NonNullable<ReturnType<typeof problemOf>>): string {
  const title = titleOf(reason);
  return status === undefined ? title : `${title} (${status})`;
}

function amount({ records = [], total }: PartnerAnswer): string {
  const amount = counted(records.length, 'record');
  return total === undefined || total === records.length ? amount : `${amount} of ${total.toLocaleString('en')}`;
}
