/** The result of the test of a partner in plain words: reachability, version, token, speed, supported questions, and what to do. */

import type { OriginState } from '../../../client/answers.ts';
import type { Finding } from '../../../domain/federation/findings.ts';
import type { RenderedReason } from '../../../domain/federation/history-in-english.ts';
import { ownMember } from '../../../domain/own-member.ts';
import { timeTaken } from '../../words/dates.ts';
import type { AllWords } from '../../words/words.ts';

type Problem = RenderedReason & { detail: string; error: string | null; status: number | null };
/** A step of a test: what was tested, the finding as data, and the finding in English. */
export type TestStep = Finding & {
  check: keyof AllWords['admin']['testSteps'];
  result: keyof AllWords['admin']['testResults'];
  found: string;
  elapsedMs: number | null;
};

/** The answer of `POST /api/admin/partners/{key}/test`. */
export type Tested = {
  at: string;
  isReached: boolean;
  state: OriginState;
  elapsedMs: number;
  problem: Problem | null;
  version: string | null;
  token: 'none' | 'accepted' | 'refused' | 'unknown';
  steps: readonly TestStep[];
  restingUntil: string | null;
  timeoutMs: number;
  kinds: readonly string[];
  isThisRegistry: boolean;
};

export type Findings = {
  verdict: 'well' | 'mend' | 'down';
  /** The first one says whether the partner was reached. */
  sentences: readonly string[];
  next: string;
};

/** Failures of the connection, by their codes in the API. */
const ON_THE_WAY: Readonly<Record<string, keyof AllWords['admin']['probe']['unreached']>> = {
  dns_error: 'address',
  dns_timeout: 'address',
  connection_refused: 'refused',
  tls_certificate_error: 'certificate',
  tls_protocol_error: 'encryption',
};
const AT_ONCE_MS = 1000;

/** Returns the verdict on a tested partner, what was found, and what to do next. */
export function findingsOf(tested: Tested, words: AllWords): Findings {
  const { probe, testSteps, found, foundThere } = words.admin;
  if (tested.isThisRegistry) return { verdict: 'mend', sentences: [probe.itself], next: probe.next.itself };
  if (!tested.isReached) {
    const way = ownMember(ON_THE_WAY, tested.problem?.error ?? '') ?? 'silent';
    return { verdict: 'down', sentences: [probe.unreached[way]], next: probe.next[way] };
  }
  const isAnswer = ['answered', 'empty', 'limited'].includes(tested.state);
  const version = tested.version === null ? probe.noVersion : probe.version(tested.version);
  if (!isAnswer) {
    const status = tested.problem?.status ?? null;
    const noAnswer = status === null ? probe.noAnswer : probe.errorInstead(status);
    const next = tested.state === 'busy' ? probe.next.busy : probe.next.failing;
    return { verdict: 'down', sentences: [probe.reached, version, noAnswer], next };
  }
  const isSlow = tested.elapsedMs > tested.timeoutMs;
  const taken = timeTaken(tested.elapsedMs, words);
  const speed = isSlow
    ? probe.tooSlow(taken, tested.timeoutMs / 1000)
    : tested.elapsedMs < AT_ONCE_MS
      ? probe.fast(taken)
      : probe.slow(taken);
  const troubles = tested.steps.filter(({ code }) => code in TO_MEND);
  const sentences = [
    ...[probe.reached, version, probe.token[tested.token], speed, ...kindLines(tested, words)],
    ...troubles.map((step) => foundThere(testSteps[step.check], found(step))),
  ];
  const trouble = whatToMend(tested, isSlow);
  return { verdict: trouble === undefined ? 'well' : 'mend', sentences, next: probe.next[trouble ?? 'well'] };
}

type Trouble = 'token' | 'version' | 'slow' | 'otherAddress' | 'certificate' | 'unencrypted';

/** The problems that a partner should fix although it answers, by finding. */
const TO_MEND: Readonly<Partial<Record<Finding['code'], Trouble>>> = {
  'other-address': 'otherAddress',
  'certificate-ends-soon': 'certificate',
  'not-encrypted': 'unencrypted',
};

function whatToMend({ token, version, steps }: Tested, isSlow: boolean): Trouble | undefined {
  if (token === 'refused') return 'token';
  if (version === null) return 'version';
  return isSlow ? 'slow' : steps.map(({ code }) => TO_MEND[code]).find((trouble) => trouble !== undefined);
}

/** Returns what the partner supports; empty if its version is unknown. */
function kindLines({ version, kinds }: Tested, words: AllWords): string[] {
  if (version === null) return [];
  const { probe } = words.admin;
  const names = Object.entries(probe.kinds);
  const can = names.filter(([kind]) => kinds.includes(kind)).map(([, name]) => name);
  const cannot = names.filter(([kind]) => !kinds.includes(kind)).map(([, name]) => name);
  return [probe.can(can.join(', ')), ...(cannot.length === 0 ? [] : [probe.cannot(cannot.join(', '))])];
}
