/** Why a registry gave no full answer, as readers are told: in plain words, and in French wherever in English. */

import { describe, expect, test } from 'vitest';
import { completenessSentence } from '../../../src/domain/federation/completeness.ts';
import { changeRemark, type Doubt, doubtRemark } from '../../../src/domain/pages/changes.ts';
import { answerSentenceIn } from '../../../src/web/words/completeness-words.ts';
import { reasonInFrench, remarkInFrench } from '../../../src/web/words/fr/reasons.ts';
import { fr } from '../../../src/web/words/fr.ts';
import { read, tablesOf } from '../../support/docs/read-markdown.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { originOf } from '../parts/example-records.ts';

/** Every title there is: test/rules/docs/federation-page-problems.test.ts holds the table to the code. */
const titles = (tablesOf(read('docs/federation.md')).find(({ header }) => header[0] === 'It')?.rows ?? []).map(
  ([title = '']) => title,
);
/** What may stand for the first `…`, where not everything may. */
const FILLED: readonly [begin: string, filling: string][] = [
  ['does not let us search', 'for researchers'],
  ['answered only in part', 'did not answer within 3 s'],
  ['is not asked for a while', 'is not responding'],
  ['gave … that', '3 records'],
];

function filled(title: string): string {
  const [, filling = '7'] = FILLED.find(([begin]) => title.startsWith(begin)) ?? [];
  return title.replaceAll('…', filling);
}

describe('the reason of a registry', () => {
  test.each(titles)('%s: has French words', (title) => {
    const told = reasonInFrench(filled(title));
    expect(told).toBeDefined();
    expect(told).not.toMatch(/…|\b(?:the|it|not|did|answered)\b/);
  });

  test('names no code of a program and no number of a protocol', () => {
    expect(titles.length).toBeGreaterThan(60);
    expect(titles.filter((title) => /UND_|\bE[A-Z]{4,}|ERR_|HPE_|Z_|HTTP|JSON|\(…\)/.test(title))).toEqual([]);
    // What the others would look like once filled in.
    expect(titles.filter((title) => /\bstatus\b|\b[45]\d\d\b/.test(filled(title)))).toEqual([]);
  });

  test.each([
    ['did not answer within 0.6 s', 'n’a pas répondu en 0,6 s'],
    [
      'is not asked for a while, as it did not answer within 3 s',
      'n’est pas interrogé pour un moment, car il n’a pas répondu en 3 s',
    ],
    ['does not know the terms HP:1, HP:2 and HP:3', 'ne connaît pas les termes HP:1, HP:2 et HP:3'],
    ['does not know the terms HP:1, HP:2, HP:3 and 4 more', 'ne connaît pas les termes HP:1, HP:2, HP:3 et 4 autres'],
    [
      'gave a record that cannot be read and could not be checked for every filter',
      'a donné une fiche illisible et n’a pas pu être vérifié pour tous les filtres',
    ],
    [
      'answered only in part: it refuses connections, gave a record that cannot be read and broke off its answer',
      'n’a répondu qu’en partie\u00a0: il refuse les connexions, a donné une fiche illisible et a interrompu sa réponse',
    ],
    [
      'has no such researcher and refused our token, so only what the public may see is shown',
      'n’a pas ce chercheur et a refusé notre clé d’accès, seul ce qui est public est affiché',
    ],
    [
      'could not be asked for “axolotl” and “sea urchin”, unknown here by name',
      'n’a pas pu être interrogé sur «\u00a0axolotl\u00a0» et «\u00a0sea urchin\u00a0», inconnu ici sous ce nom',
    ],
    [
      'could not be asked for “a”, “b and c”, “d” and 12 others, unknown here by name',
      'n’a pas pu être interrogé sur «\u00a0a\u00a0», «\u00a0b and c\u00a0», «\u00a0d\u00a0» et 12 autres, inconnus ici sous ces noms',
    ],
    [
      'could not be asked for “x, unknown here by name, is switched off, could not be asked for y”, unknown here by name',
      'n’a pas pu être interrogé sur «\u00a0x, unknown here by name, is switched off, could not be asked for y\u00a0», inconnu ici sous ce nom',
    ],
    ['do not know the terms HP:1, HP:2 and 4 more', 'ne connaissent pas les termes HP:1, HP:2 et 4 autres'],
    [
      'does not know the symbol “x and OtherNet is closed for ever”',
      'ne connaît pas le symbole «\u00a0x and OtherNet is closed for ever\u00a0»',
    ],
    [
      'does not know the symbols A, B of mouse, “c d” and 4 more',
      'ne connaît pas les symboles A, B of mouse, «\u00a0c d\u00a0» et 4 autres',
    ],
    ['do not use the ontologies a and b', 'n’utilisent pas les ontologies a et b'],
    ['does not use the ontologies a, b, c and 7 more', 'n’utilise pas les ontologies a, b, c et 7 autres'],
    ['does not search genes of tier 3', 'ne recherche pas les gènes du niveau 3'],
    ['does not know the symbol $&, of nobody', 'ne connaît pas le symbole $&, of nobody'],
  ])('%s', (title, french) => {
    expect(reasonInFrench(title)).toBe(french);
  });

  test('that nobody has words for is told by the state', () => {
    expect(reasonInFrench('did something new')).toBeUndefined();
    expect(fr.reasonOf(fr.states.failed, 'did something new')).toBe(fr.states.failed);
  });

  test('is read at once, however many commas it has', () => {
    const tookMs = computingTime();
    for (const many of [20, 2000]) reasonInFrench(`does not know the symbol ${'gave, did, '.repeat(many)}`);
    expect(tookMs()).toBeLessThan(500);
  });

  test('is read once where every reason in it may begin at every comma', () => {
    const tookMs = computingTime();
    expect(reasonInFrench(`${'did not answer within x s, '.repeat(18)}\0`)).toBeUndefined();
    expect(tookMs()).toBeLessThan(500);
  });
});

describe('what a further page has to tell', () => {
  const doubts: Doubt[] = ['anonymised', 'too-many', 'lost-place', 'unseen'];
  const remarks = [
    changeRemark('B', { gone: 0, among: 0 }),
    changeRemark('B', { gone: 1, among: 0 }),
    changeRemark('B', { gone: 2, among: 3 }),
    changeRemark('B', { gone: 0, among: 1 }),
    ...doubts.map((doubt) => doubtRemark('B', doubt)),
    'B answered only after the first page, so its records begin here',
  ];

  test.each(remarks)('%s: has French words', (remark) => {
    expect(remarkInFrench(remark)).toBeDefined();
    expect(remarkInFrench(remark)).not.toMatch(/…|\b(?:the|records|stand|since)\b/);
  });

  test('stands behind the registries in the sentence', () => {
    const origins = [originOf()];
    const summary = completenessSentence(origins, [changeRemark('B', { gone: 2, among: 0 })]);
    expect(answerSentenceIn(fr, { summary, origins })).toBe(
      'Registry B a répondu ; les fiches de B ont changé depuis la page précédente : 2 fiches affichées auparavant n’y sont plus.',
    );
  });
});
