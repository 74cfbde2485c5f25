/** Why a registry gave no full answer: in plain words, in every language, whatever names stand in it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completenessSentenceIn } from '../../../src/domain/federation/completeness-sentence.ts';
import type { Reason, ReasonCode } from '../../../src/domain/federation/reasons.ts';
import { firstNames, inBrief, reason } from '../../../src/domain/federation/reasons.ts';
import { detailOf, titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { reasonInFrench } from '../../../src/pages/words/reasons.fr.ts';
import { anyText } from '../../support/machine/any-text.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { EVERY_REASON } from '../../support/partners/every-reason.ts';
import { problemOf } from '../../support/partners/saying.ts';
import { originOf } from '../parts/example-records.ts';

/** With which a call to a partner may fail. */
const FAILED_CALLS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...([
    'search-ended',
    'gave-way',
    'stopping',
    'not-put',
    'no-answer',
    'no-answer-begun',
    'no-answer-to-test',
  ] as const),
  ...(['answer-stopped', 'answer-unfinished', 'answer-not-whole', 'unknown-host', 'lookup-timed-out'] as const),
  ...(['connection-refused', 'connection-timed-out', 'connection-closed', 'no-route', 'bad-certificate'] as const),
  ...(['bad-encryption', 'answer-broken-off', 'not-http', 'badly-packed'] as const),
  ...(['unknown-coding', 'redirected-away', 'redirected-too-often', 'redirected-nowhere', 'asks-to-wait'] as const),
  ...(['not-available', 'back-later', 'switched-off', 'token-refused', 'access-refused', 'server-error'] as const),
  ...(['not-data', 'no-body', 'breaks-off', 'unreadable', 'unexpected', 'too-long', 'too-many-objects'] as const),
]);

describe.each(EVERY_REASON)('the reason $code', (because) => {
  test('has words in English, and a sentence more', () => {
    expect(titleOf(because)).toMatch(/^[a-z][^.]*(?:\.\d[^.]*)*$/);
    expect(detailOf(because)).toMatch(/^[A-Z\d].*\.$/);
    expect(titleOf(because) + detailOf(because)).not.toMatch(/undefined|null|\[object|NaN/);
  });

  test('has words in French', () => {
    const sentence = reasonInFrench(because);
    expect(sentence).toBeDefined();
    expect(sentence).not.toMatch(/\b(?:the|it|not|did|answered|undefined|null)\b|\[object|NaN/);
    expect(reasonInFrench(because, true)).toBeDefined();
  });

  test('says the same in brief, in every language', () => {
    const brief = inBrief(because);
    expect([titleOf(brief), reasonInFrench(brief)]).toEqual([titleOf(because), reasonInFrench(because)]);
    expect(JSON.stringify(brief)).not.toMatch(/text\/html|other\.example|"br"|"status"|"bytes"/);
  });

  test('names no code of a program and no number of a protocol', () => {
    expect(titleOf(because)).not.toMatch(/UND_|\bE[A-Z]{4,}|ERR_|HPE_|Z_|HTTP|JSON|\(…\)|\bstatus\b|\b[45]\d\d\b/);
  });
});

const REFUSES = reason('connection-refused', { cause: null });
const terms = (...names: string[]) => reason('unknown-terms', { ...firstNames(names), findsNobody: true });

test.each<[Reason, english: string, french: string]>([
  [reason('no-answer', { timeoutMs: 600 }), 'did not answer within 0.6 s', 'n’a pas répondu en 0,6 s'],
  [
    reason('resting', { because: reason('no-answer', { timeoutMs: 3000 }) }),
    'is not asked for a while, as it did not answer within 3 s',
    'n’est pas interrogé pendant un moment, car il n’a pas répondu en 3 s',
  ],
  [
    terms('HP:1', 'HP:2', 'HP:3'),
    'does not know the terms HP:1, HP:2 and HP:3',
    'ne connaît pas les termes HP:1, HP:2 et HP:3',
  ],
  [
    terms('HP:1', 'HP:2', 'HP:3', 'HP:4', 'HP:5'),
    'does not know the terms HP:1, HP:2, HP:3 and 2 more',
    'ne connaît pas les termes HP:1, HP:2, HP:3 et 2 autres',
  ],
  [
    reason('limited', {
      reasons: [reason('unreadable-records', { records: 1 }), reason('filters-not-checked')],
      because: null,
    }),
    'gave a record that cannot be read and could not be checked for every filter',
    'a donné une fiche illisible et n’a pas pu être vérifié pour tous les filtres',
  ],
  [
    reason('answered-in-part', { because: REFUSES }),
    'answered only in part: it refuses connections',
    'n’a répondu qu’en partie\u00a0: il refuse les connexions',
  ],
  [
    reason('answered-in-part', { because: reason('queue-full', { waiting: 1000 }) }),
    'answered only in part, as too many questions to it are under way',
    'n’a répondu qu’en partie, car trop de questions lui sont déjà posées',
  ],
  [
    reason('organisms-unknown-here', firstNames(['a', 'b and c', 'd', 'e', 'f'])),
    'could not be asked for “a”, “b and c”, “d” and 2 others, unknown here by name',
    'n’a pas pu être interrogé sur «\u00a0a\u00a0», «\u00a0b and c\u00a0», «\u00a0d\u00a0» et 2 autres, inconnus ici sous ces noms',
  ],
  [
    reason('unknown-symbols', {
      genes: [
        { symbol: 'A', taxon: null },
        { symbol: 'B', taxon: { id: 10090, name: 'mouse' } },
        { symbol: 'c d', taxon: { id: 7, name: null } },
      ],
      more: 4,
    }),
    'does not know the symbols A, B of mouse, “c d” of the taxon 7 and 4 more',
    'ne connaît pas les symboles A, B (souris), «\u00a0c d\u00a0» (organisme 7) et 4 autres',
  ],
  [
    reason('some-genes', { because: REFUSES, genes: 1, of: 5 }),
    'refuses connections for 1 of 5 genes',
    'refuse les connexions pour 1 gène sur 5',
  ],
])('%j', (because, english, french) => {
  expect([titleOf(because), reasonInFrench(because)]).toEqual([english, french]);
});

describe('a name in a reason is harmless, whatever it says', () => {
  /** What of another text may be taken for a reason, in either language. */
  const OTHERS = [
    'TP53, is switched off',
    'TP53 and refuses connections',
    'x; OtherNet is closed for ever',
    'x”, is switched off, “y',
    'x», est fermé aux recherches, «y',
    'does not know the symbol TP53',
    '$&, of nobody',
    '…',
    'می\u200cخواهم, 基因; ген',
    '\u202eoff dehctiws si',
  ];
  const reasons = (name: string): Reason[] => [
    reason('unknown-symbol', { symbol: name }),
    reason('unknown-ontology', { name }),
    reason('unknown-ontologies', firstNames([name, 'hp'])),
    reason('unused-ontologies', { ...firstNames(['hp', name]), findsNobody: true }),
    terms(name),
    reason('organisms-unknown-here', firstNames([name])),
    reason('unknown-symbols', { genes: [{ symbol: name, taxon: { id: 7, name: 'mouse' } }], more: 0 }),
    reason('resting', { because: reason('unknown-symbol', { symbol: name }) }),
  ];
  const words = { English: titleOf, French: (one: Reason) => reasonInFrench(one) ?? '' };
  const QUOTED = { English: /“[^“”«»]*”/g, French: /«\u00a0[^“”«»]*\u00a0»/g };

  test.each(Object.keys(words) as (keyof typeof words)[])('in %s it is between quotation marks', (language) => {
    const say = words[language];
    const without = reasons('A').map((one) => say(one).replace(QUOTED[language], 'A'));
    for (const name of OTHERS) {
      const sentences = reasons(name).map((one) => say(one).replace(QUOTED[language], 'A'));
      expect(sentences).toEqual(without);
      // As a history has it from its file.
      const stored = reasons(name).map((one) => JSON.parse(JSON.stringify(inBrief(one))));
      expect(stored.map((one) => say(one))).toEqual(reasons(name).map((one) => say(one)));
    }
  });

  test('of any text', () => {
    const languages = Object.keys(words) as (keyof typeof words)[];
    const said = (name: string) =>
      languages.map((language) => reasons(name).map((one) => words[language](one).replace(QUOTED[language], 'A')));
    const without = said('A');
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 200 }), (name) => {
        // One word, which nobody takes for words of the sentence around it, stands as it is.
        fc.pre(!/^[\w:.@*+/-]{1,40}$/.test(name));
        expect(said(name)).toEqual(without);
      }),
      { numRuns: 300 },
    );
  });

  test('and costs no more than its length', () => {
    const tookMs = computingTime();
    for (const one of reasons('gave, did, '.repeat(20_000))) for (const say of Object.values(words)) say(one);
    expect(tookMs()).toBeLessThan(1000);
  });
});

test('a reason that the page does not know yet is shown by the state', () => {
  const problem = { ...problemOf(reason('failed')), code: 'constructor', title: 'did something new' } as never;
  expect(fr.reasonOf(problem, 'failed', false)).toBe(fr.states.failed);
  expect(en.reasonOf(problem, 'failed', false)).toBe('did something new');
  expect(fr.reasonOf(null, 'unknown-term', true)).toBe('ne connaissent pas ce qui est demandé');
});

describe('registries that do not know the same', () => {
  const several = (because: Reason, language: typeof en | typeof fr) =>
    completenessSentenceIn(
      language,
      ['A', 'B'].map((origin) => originOf({ origin, state: 'unknown-term', problem: problemOf(because) })),
    );

  test.each<[Reason, english: string, french: string]>([
    [reason('no-symbol'), 'know no gene without a symbol', 'ne connaissent pas de gène sans symbole'],
    [reason('unknown-symbol', { symbol: 'X' }), 'do not know the symbol X', 'ne connaissent pas le symbole X'],
    [reason('unknown-taxon', { taxonId: 7 }), 'do not know the taxon 7', 'ne connaissent pas l’organisme 7'],
    [
      reason('unknown-taxon', { taxonId: 8364 }),
      'do not know the taxon 8364 (frog)',
      'ne connaissent pas l’organisme 8364 (xénope)',
    ],
    [
      reason('unknown-ontologies', firstNames([])),
      'do not know an ontology asked for',
      'ne connaissent pas une ontologie demandée',
    ],
    [
      reason('unused-ontologies', { ...firstNames(['a', 'b']), findsNobody: true }),
      'do not use the ontologies a and b',
      'n’utilisent pas les ontologies a et b',
    ],
    [terms('a'), 'do not know the term a', 'ne connaissent pas le terme a'],
    [
      reason('unknown-symbols-of-list', { genes: 2, of: 5 }),
      'do not know the symbol for 2 of 5 genes',
      'ne connaissent pas le symbole de 2 gènes sur 5',
    ],
  ])('are named together: %j', (because, english, french) => {
    expect(several(because, en)).toBe(`Both registries answered; A and B ${english}.`);
    expect(several(because, fr)).toBe(`Les deux registres ont répondu\u00a0; A et B ${french}.`);
  });
});

test('kinds of failed calls that read differently in English do so in French', () => {
  const failed = EVERY_REASON.filter(({ code }) => FAILED_CALLS.has(code));
  const french = new Map(failed.map((one) => [titleOf(one), reasonInFrench(one)]));
  expect(new Set(french.values()).size).toBe(french.size);
});
