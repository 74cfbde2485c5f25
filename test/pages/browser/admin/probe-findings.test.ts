/** What an administrator reads of a test of a partner: what was found, and one thing to do next. */

import { expect, test } from 'vitest';
import type { Finding } from '../../../../src/domain/federation/findings.ts';
import { findingInEnglish } from '../../../../src/domain/federation/findings-in-english.ts';
import { findingsOf, type Tested, type TestStep } from '../../../../src/pages/browser/admin/partners.ts';
import { en } from '../../../../src/pages/words/en.ts';
import { fr } from '../../../../src/pages/words/fr.ts';

const { probe } = en.admin;
const WELL: Tested = {
  at: '2026-01-01T00:00:00.000Z',
  state: 'answered',
  elapsedMs: 40,
  problem: null,
  version: '1.5.10',
  token: 'accepted',
  isReached: true,
  steps: [
    stepOf('version', { code: 'version', params: { version: '1.5.10', askedAs: '1.5', lacks: [] } }),
    stepOf('token', { code: 'token-accepted', params: {} }),
  ],
  restingUntil: null,
  timeoutMs: 3000,
  kinds: Object.keys(probe.kinds),
  isThisRegistry: false,
};

/** As a partner that answers no question. */
function failing(error: string | null, status: number | null, state: Tested['state'] = 'failed'): Tested {
  const problem = { title: 'failed', code: 'failed', params: {}, detail: 'It failed.', error, status } as const;
  return { ...WELL, state, problem, isReached: status !== null, steps: [] };
}

function stepOf(check: TestStep['check'], finding: Finding): TestStep {
  return { check, result: 'ok', elapsedMs: 10, found: findingInEnglish(finding), ...finding };
}

test('a partner that answers well is said to, with all that it can be asked for', () => {
  const { verdict, sentences, next } = findingsOf(WELL, en);
  expect(verdict).toBe('well');
  expect(next).toBe(probe.next.well);
  expect(sentences.slice(0, 3)).toEqual([probe.reached, probe.version('1.5.10'), probe.token.accepted]);
  expect(sentences.at(-1)).toBe(probe.can(Object.values(probe.kinds).join(', ')));
});

test.each([
  ['dns_error', 'address'],
  ['dns_timeout', 'address'],
  ['connection_refused', 'refused'],
  ['tls_certificate_error', 'certificate'],
  ['tls_protocol_error', 'encryption'],
  ['something_else', 'silent'],
  [null, 'silent'],
] as const)('a partner that is not reached (%s): where it ends, and whom to write to', (error, way) => {
  expect(findingsOf(failing(error, null), en)).toEqual({
    verdict: 'down',
    sentences: [probe.unreached[way]],
    next: probe.next[way],
  });
});

test('an error is an answer: the partner was reached', () => {
  const { verdict, sentences, next } = findingsOf(failing('http_error', 502), en);
  expect([verdict, sentences.at(0), sentences.at(-1)]).toEqual(['down', probe.reached, probe.errorInstead(502)]);
  expect(next).toBe(probe.next.failing);
  expect(findingsOf(failing('http_error', 503, 'busy'), en).next).toBe(probe.next.busy);
});

test.each([
  [{ token: 'refused', version: null, elapsedMs: 9000 }, 'token'],
  [{ version: null, elapsedMs: 9000 }, 'version'],
  [{ elapsedMs: 3001 }, 'slow'],
] as const)('of several troubles the first to be mended is named: %j', (found, trouble) => {
  const { verdict, next } = findingsOf({ ...WELL, ...found }, en);
  expect([verdict, next]).toEqual(['mend', probe.next[trouble]]);
});

test.each([
  ['address', { there: 'a.example.org', here: 'b.example.org' }, 'other-address', 'otherAddress'],
  ['tls', {}, 'not-encrypted', 'unencrypted'],
  [
    'tls',
    { protocol: 'TLSv1.3', certificate: { issuer: null, validUntil: '2026-01-02' } },
    'certificate-ends-soon',
    'certificate',
  ],
] as const)('what was found at its %s is said, and is to be mended: %j', (check, params, code, trouble) => {
  const finding = { code, params } as Finding;
  for (const words of [en, fr]) {
    const { verdict, sentences, next } = findingsOf({ ...WELL, steps: [stepOf(check, finding)] }, words);
    expect([verdict, next]).toEqual(['mend', words.admin.probe.next[trouble]]);
    const { admin } = words;
    expect(sentences.at(-1)).toBe(admin.foundThere(admin.testSteps[check], admin.found(stepOf(check, finding))));
  }
});

test('what its version is too old for is said, and nothing of a version that is not known', () => {
  const old = findingsOf({ ...WELL, kinds: ['genes-search'] }, en).sentences;
  expect(old.at(-2)).toBe(probe.can(probe.kinds['genes-search']));
  expect(old.at(-1)).toContain(probe.kinds['users-search']);
  const unknown = findingsOf({ ...WELL, version: null, kinds: [] }, en).sentences;
  expect(unknown).toHaveLength(4);
  expect(unknown).toContain(probe.noVersion);
});

test('a partner that is this registry is to be taken out', () => {
  const { verdict, sentences, next } = findingsOf({ ...WELL, isThisRegistry: true }, fr);
  expect([verdict, sentences, next]).toEqual(['mend', [fr.admin.probe.itself], fr.admin.probe.next.itself]);
});
