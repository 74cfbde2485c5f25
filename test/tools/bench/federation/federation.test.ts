/** The bench of the federation stands on partners that are believed, and on verdicts that can be lost. */

import { expect, test } from 'vitest';
import { PARTNER_RECORD_SCHEMAS } from '../../../../src/domain/sanitize/partner-record-schemas.ts';
import { readVersion } from '../../../../src/federation/dialect/dialect.ts';
import { compileCheck } from '../../../../src/lib/schema-check.ts';
import type { FederationFigures } from './federation.ts';
import type { AskedOfHanging } from './hanging.ts';
import { partnerAnswers } from './partner-answers.ts';
import { federationReport, federationVerdicts } from './report.ts';

const answerTo = partnerAnswers(3);
const answered = (path: string, query = '') => answerTo(path, new URLSearchParams(query)) ?? 'nothing';

test('a partner of the bench states a version of today', () => {
  expect(readVersion(answered('/api'))).toBe('1.5.10');
});

test('a partner of the bench answers whatever symbol it is asked for, with records that are believed', () => {
  const records = JSON.parse(answered('/api/genes/search', 'symbol=BRCA1&taxonId=9606'));
  const check = compileCheck(PARTNER_RECORD_SCHEMAS.gene);
  expect(records).toHaveLength(20);
  expect(records.flatMap((record: unknown) => check(record))).toEqual([]);
  expect(new Set(records.map(({ symbol }: { symbol: string }) => symbol))).toEqual(new Set(['BRCA1']));
});

test.each([
  ['/api/users/search', 'user', (answer: unknown) => answer],
  ['/api/users', 'user', (answer: { content: unknown }) => answer.content],
  ['/api/genes', 'gene', (answer: { content: unknown }) => answer.content],
  ['/api/stats', 'stats', (answer: unknown) => [answer]],
] as const)('a partner of the bench answers %s with records that are believed', (path, kind, recordsOf) => {
  const check = compileCheck(PARTNER_RECORD_SCHEMAS[kind]);
  const records = recordsOf(JSON.parse(answered(path))) as unknown[];
  expect(records.length).toBeGreaterThan(0);
  expect(records.flatMap((record) => check(record))).toEqual([]);
});

test('figures at the targets meet them all, and are printed in full', () => {
  const verdicts = federationVerdicts(figures());
  expect(verdicts.filter(({ met }) => met === false)).toEqual([]);
  expect(verdicts.filter(({ met }) => met === true)).toHaveLength(11);
  expect(federationReport(figures())).toContain('1000 timed-out');
});

test.each([
  ['10 partners', { ten: whole(5.1, 20) }],
  ['p99', { ten: whole(5, 21) }],
  ['50 partners', { fifty: whole(26, 90) }],
  ['first part', { firstPart: spread(5.1, 9) }],
  ['cached answers', { cached: cached(0.29) }],
  ['the same question after its time-out, longest', { hanging: hanging(2, 1000) }],
  ['different questions after its time-out, longest', { hanging: hanging(400, 2) }],
  ['processor time', { cost: cost(0.46, 400) }],
  ['most memory', { cost: cost(0.45, 401) }],
])('figures beyond the target for %s do not meet it', (what, changes) => {
  const lost = federationVerdicts({ ...figures(), ...changes }).filter(({ met }) => met === false);
  expect(lost.map((verdict) => verdict.what)).toEqual([expect.stringContaining(what)]);
});

function figures(): FederationFigures {
  return {
    ten: whole(5, 20),
    tenAtOnce: whole(50, 200),
    firstPart: spread(5, 50),
    cached: cached(0.3),
    fifty: whole(25, 90),
    cost: cost(0.45, 400),
    hanging: hanging(60, 2),
  };
}

function spread(p50Ms: number, p99Ms: number) {
  return { p50Ms, p99Ms, maxMs: p99Ms };
}

function whole(p50Ms: number, p99Ms: number) {
  return { questions: 100, whole: spread(50 + p50Ms, 50 + p99Ms), beyondSlowest: spread(p50Ms, p99Ms) };
}

function cached(ratio: number): FederationFigures['cached'] {
  const server = { requestsPerSecond: 1, cpuMicroseconds: 1, busy: 1, p50Ms: 1, p99Ms: 1 };
  const figures = { ratio, ordinaryRatio: ratio, cpuRatio: ratio, registry: server, ceiling: server, meanKilobytes: 1 };
  return { ...figures, workload: { target: 0.3 } } as FederationFigures['cached'];
}

function cost(answerMs: number, peakMegabytes: number): FederationFigures['cost'] {
  const asked = [8, 16, 32].map((askers) => ({ askers, answerMs, searchesPerSecond: 100, refused: 0 }));
  return { asked, jsonMs: 0.2, peakMegabytes };
}

function hanging(atRestMs: number, againMs: number): FederationFigures['hanging'] {
  const timedOut: AskedOfHanging = { tookMs: 1000, state: 'timed-out' };
  return {
    readTimeoutMs: 1000,
    equal: [timedOut, ...[2, 2, againMs].map((tookMs) => ({ tookMs, state: 'resting' }))],
    different: [timedOut, ...[50, 50, atRestMs].map((tookMs) => ({ tookMs, state: 'resting' }))],
  };
}
