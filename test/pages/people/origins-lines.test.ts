/** Every state of a registry is shown in words, in every language, with what can be done about it. */

import { describe, expect, test } from 'vitest';
import { completenessSentence, completenessSentenceIn } from '../../../src/domain/federation/completeness-sentence.ts';
import { ORIGIN_STATES, type Origin } from '../../../src/domain/federation/origin.ts';
import { type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import { originLine } from '../../../src/pages/people/origins-lines.ts';
import { originChip, outstandingChip } from '../../../src/pages/people/state-bar.ts';
import { widget } from '../../../src/pages/widget/words.fr.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { LANGUAGES } from '../../../src/pages/words/languages.ts';
import { problemOf } from '../../support/partners/saying.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { originOf } from '../parts/example-records.ts';

const problem = (because: Reason, nextTryAt: string | null = null) => problemOf(because, { nextTryAt });

/** As a registry says it whose version is newer than this page. */
const UNKNOWN_HERE = {
  ...problem(reason('failed')),
  code: 'brand-new',
  title: 'answered nonsense',
} as unknown as Origin['problem'];

describe.each(LANGUAGES)('in $language', (words) => {
  test.each(ORIGIN_STATES)('the state %s has words of its own', (state) => {
    const line = readHtml(originLine(originOf({ state }), { words }).html);
    expect(line.mistakes).toEqual([]);
    expect(elementsOf(line, 'span', 'class', 'state')[0]?.text).toBe(words.states[state]);
    expect(ORIGIN_STATES.filter((other) => words.states[other] === words.states[state])).toEqual([state]);
  });

  test('a registry that has not answered yet is shown too', () => {
    expect(outstandingChip({ key: 'b', origin: 'Registry B' }, { words }).html).toContain(words.outstanding);
  });
});

test('asking again is offered where it may help, and nowhere else', () => {
  const offered = ORIGIN_STATES.filter((state) => {
    const chip = readHtml(originChip(originOf({ state }), { words: en }, { retryHref: './search?origins=b' }).html);
    return elementsOf(chip, 'a', 'data-retry', 'b').length === 1;
  });
  expect(offered).toEqual(['stale', 'timed-out', 'unreachable', 'failed', 'busy', 'resting']);
});

test('a line shows counts, time, age, next try and what was filtered', () => {
  const line = (over: Partial<Origin>) => readHtml(`<ul>${originLine(originOf(over), { words: en }).html}</ul>`);
  const factsOf = (over: Partial<Origin>) => elementsOf(line(over), 'span', 'class', 'facts')[0]?.text;
  expect(factsOf({ anonymized: 1, exact: false })).toBe('2 records, 1 anonymised, there may be more, in 0.1 s');
  expect(factsOf({ cache: { status: 'hit', ageSeconds: 130 } })).toBe('2 records, 2 min old');
  expect(factsOf({ state: 'stale', cache: { status: 'stale', ageSeconds: 999 } })).toBe(
    '2 records, as of 2026-08-22 14:05 UTC',
  );
  expect(
    factsOf({
      state: 'resting',
      count: 0,
      cache: { status: 'hit', ageSeconds: 0 },
      problem: problem(reason('failed'), '2026-08-22T14:06:07.000Z'),
    }),
  ).toBe('less than a minute old, next try at 14:06:07 UTC');
  const filters = [
    { filter: 'organUberonIds', applied: 're-applied-here' },
    { filter: 'ontologyTermIds', applied: 'not-checkable' },
  ] as const;
  expect(factsOf({ filters, askedAs: ['BRCC1'], dropped: 1 })).toBe(
    '2 records, asked as BRCC1, 1 record left out, filtered here: Human organ system, not filtered: Terms, in 0.1 s',
  );
});

test.each([
  [reason('no-answer', { timeoutMs: 3000 }), 'It did not answer within 3 s.', 'Il n’a pas répondu en 3 s.'],
  [reason('left-out'), undefined, undefined],
])('the reason is a sentence, and no detail for programs: %j', (because, english, french) => {
  const origin = originOf({
    state: 'timed-out',
    problem: { ...problem(because), detail: 'Code UND_ERR_SOCKET (504).' },
  });
  for (const [words, sentence] of [
    [en, english],
    [fr, french],
  ] as const) {
    const line = readHtml(`<ul>${originLine(origin, { words }).html}</ul>`);
    expect(elementsOf(line, 'span', 'class', 'problem')[0]?.text).toBe(sentence);
    expect(originLine(origin, { words }).html).not.toMatch(/UND_ERR|504/);
  }
});

test('a time is shown of those who answered alone, and none that nobody notices', () => {
  const textOf = (over: Partial<Origin>) => originLine(originOf(over), { words: en }).html;
  expect(textOf({ elapsedMs: 0 })).toContain('at once');
  expect(textOf({ elapsedMs: 1234 })).toContain('in 1.2 s');
  expect(textOf({ state: 'unreachable', count: 0, elapsedMs: 0 })).not.toMatch(/at once|in 0/);
});

describe('the sentence of completeness', () => {
  const networks: Origin[][] = [
    [],
    [originOf()],
    [originOf({ state: 'timed-out', problem: problem(reason('no-answer', { timeoutMs: 3000 })) })],
    [originOf(), originOf({ key: 'c', origin: 'C', state: 'empty' })],
    [originOf({ state: 'failed', problem: UNKNOWN_HERE }), originOf({ state: 'busy' })],
    [originOf(), originOf({ origin: 'C', state: 'stale', problem: problem(reason('gave-way')) })],
    ['A', 'B', 'C'].map((origin) =>
      originOf({ origin, state: 'unknown-term', problem: problem(reason('unknown-symbol', { symbol: 'BRCA9' })) }),
    ),
    ...[1, 2, 3, 4].map((count) => [
      originOf(),
      ...Array.from({ length: count }, (_, index) =>
        originOf({ origin: `R${index}`, state: 'not-asked', problem: problem(reason('left-out')) }),
      ),
    ]),
  ];

  test('in English is the one that the answer itself holds', () => {
    for (const origins of networks) expect(completenessSentenceIn(en, origins)).toBe(completenessSentence(origins));
  });

  test('in the widget in French has the plural for several', () => {
    const ofWidget = networks.map((origins) =>
      widget.completeness({ origins, summary: completenessSentence(origins) }),
    );
    expect(ofWidget[6]).toContain('A, B et C ne connaissent pas ce qui est demandé');
    expect(ofWidget.at(-2)).toContain('R0, R1 et R2 n’ont pas été interrogés');
  });

  test('in French names the same registries, in French', () => {
    const sentences = networks.map((origins) => completenessSentenceIn(fr, origins));
    expect(sentences.slice(0, 7)).toEqual([
      'Aucun registre n’a été interrogé.',
      'Registry B a répondu.',
      'Le seul registre choisi n’a pas répondu ; Registry B n’a pas répondu en 3 s.',
      'Les deux registres ont répondu.',
      'Aucun des 2 registres n’a répondu ; Registry B n’a donné aucune réponse utilisable ; Registry B est occupé.',
      '1 registre sur 2 a répondu ; C n’a pas répondu à temps, sa réponse du 2026-08-22 14:05 UTC est affichée.',
      'Les 3 registres ont tous répondu ; A, B et C ne connaissent pas le symbole BRCA9.',
    ]);
    expect(sentences.at(-2)).toContain('R0, R1 et R2 n’ont pas été interrogés');
    expect(sentences.at(-1)).toContain('4 autres n’ont pas été interrogés');
  });
});
