/** What the page says of registries that do not know what a search names, and of those of which nobody knows. */

import { describe, expect, test } from 'vitest';
import type { FederatedTermsAnswer } from '../../../src/client/answers.ts';
import type { Origin, OriginState } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { ontologyTitle } from '../../../src/pages/parts/choices.ts';
import {
  lookUpTerms,
  type TermsOfOntology,
  unknownTerms,
  unknownTermsAloud,
  unknownTermsBlock,
} from '../../../src/pages/people/unknown-terms.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { problemOf } from '../../support/partners/saying.ts';
import { originOf } from '../parts/example-records.ts';

const KEYS = ['local', 'fjordnet', 'pampanet'];

type Known = [termId: string, name: string | null, states: (keyof typeof IN)[]];
const IN = { knows: 'knownBy', lacks: 'unknownTo', silent: 'unanswered' } as const;

/** What one ontology's route answers: how each registry fares, and of each term what each of them says. */
function answer(states: OriginState[], ...terms: Known[]): FederatedTermsAnswer {
  const origins = states.map((state, at): Origin => {
    const key = KEYS[at] ?? '';
    return originOf({ state, key, origin: key.toUpperCase(), version: '1.4.11' });
  });
  const content = terms.map(([termId, name, states]) => {
    const keysOf = (kind: keyof typeof IN) => KEYS.filter((_, at) => states[at] === kind);
    return { termId, name, knownBy: keysOf('knows'), unknownTo: keysOf('lacks'), unanswered: keysOf('silent') };
  });
  return { content, origins, complete: false, summary: '', remarks: [] };
}

/** Who does not know what was asked has not even the ontology, as a registry says by 404. */
function withoutOntology({ origins, ...rest }: FederatedTermsAnswer): FederatedTermsAnswer {
  const problem = problemOf(reason('unknown-ontology', { name: null }), { status: 404 });
  return { ...rest, origins: origins.map((one) => (one.state === 'unknown-term' ? { ...one, problem } : one)) };
}

function linesOf(
  answers: Record<string, FederatedTermsAnswer | undefined>,
  words: typeof en | typeof fr = en,
): string[] {
  const lookups = Object.entries(answers).map(([ontologyName, one]) => ({ ontologyName, answer: one }));
  return unknownTerms(words, lookups).map(({ text }) => text);
}

describe('the page says', () => {
  test('nothing where every registry knows every term', () => {
    const hp = answer(['answered', 'answered', 'answered'], ['HP:1', 'Seizures', ['knows', 'knows', 'knows']]);
    expect(linesOf({ hp })).toEqual([]);
    expect(unknownTermsBlock(en, [])).toBeUndefined();
  });

  test('who cannot be asked, who lacks a term or an ontology, and who did not say, each by its name', () => {
    const states: OriginState[] = ['unknown-term', 'unsupported', 'timed-out'];
    const eeg = answer(states, ['T:1', 'EEG recording', ['lacks', 'silent', 'silent']]);
    expect(linesOf({ techniques: eeg })).toEqual([
      'LOCAL does not know “EEG recording” (T:1).',
      'FJORDNET cannot search by terms (version 1.4.11).',
      'PAMPANET may not know every term: it did not answer in time.',
    ]);
    const mondo = withoutOntology(
      answer(['answered', 'answered', 'unknown-term'], ['M:1', 'x', ['knows', 'knows', 'lacks']]),
    );
    expect(linesOf({ mondo })).toEqual([`PAMPANET does not know the ontology “${ontologyTitle(en, 'mondo')}”.`]);
    expect(linesOf({ mondo }, fr)).toEqual([fr.ontologyUnknown('PAMPANET', ontologyTitle(fr, 'mondo'))]);
  });

  test('of several ontologies one thing once', () => {
    const states: OriginState[] = ['answered', 'unsupported', 'failed'];
    const one = answer(states, ['A:1', 'a', ['knows', 'silent', 'silent']]);
    const other = answer(states, ['B:1', null, ['lacks', 'silent', 'silent']]);
    expect(linesOf({ one, other })).toEqual([
      'LOCAL does not know “B:1”.',
      'FJORDNET cannot search by terms (version 1.4.11).',
      'PAMPANET may not know every term: it gave no usable answer.',
    ]);
  });

  test('the first five of many terms, and how many more', () => {
    const terms = [1, 2, 3, 4, 5, 6, 7].map((id): Known => [`T:${id}`, null, ['lacks', 'knows', 'knows']]);
    expect(linesOf({ hp: answer(['answered', 'answered', 'answered'], ...terms) })).toEqual([
      'LOCAL does not know “T:1”, “T:2”, “T:3”, “T:4”, “T:5” and 2 more.',
    ]);
  });

  test('what could not be found out at all, and never as if everybody knew', () => {
    expect(linesOf({ lab: undefined })).toEqual(['It is not known which registries know these terms of “lab”.']);
  });

  test('the words of a partner as words', () => {
    const hostile = answer(['answered', 'answered', 'empty'], ['T:1', '<img src=x>', ['knows', 'knows', 'lacks']]);
    const remarks = unknownTerms(en, [{ ontologyName: '<b>', answer: hostile }]);
    expect(unknownTermsBlock(en, remarks)?.html).toContain('“&lt;img src=x&gt;” (T:1)');
    expect(unknownTermsAloud(en, remarks)).toContain('PAMPANET does not know “<img src=x>” (T:1).');
  });
});

describe('the registries are asked', () => {
  async function lookupsOf(query: string): Promise<string[]> {
    const questions: TermsOfOntology[] = [];
    await lookUpTerms(new URLSearchParams(query), async (question) => {
      questions.push(question);
      return answer(['answered']);
    });
    return questions.map(({ ontologyName, params }) => `${ontologyName}?${decodeURIComponent(params.toString())}`);
  }

  test('once for each ontology, and only those that are searched', async () => {
    expect(
      await lookupsOf(
        'ontologyNames=hp&ontologyTermIds=HP:1&ontologyNames=nbo&ontologyTermIds=N:1&ontologyNames=HP&ontologyTermIds=HP:2&origins=a&origins=b',
      ),
    ).toEqual([
      'hp?ontologyTermIds=HP:1&ontologyTermIds=HP:2&origins=a&origins=b',
      'nbo?ontologyTermIds=N:1&origins=a&origins=b',
    ]);
    expect(await lookupsOf('symbol=BRCA1')).toEqual([]);
  });

  test('about an id with a comma as one', async () => {
    const one = 'ontologyNames=x&ontologyTermIds=a,b';
    expect(await lookupsOf(`${one}&${one}`)).toEqual(['x?ontologyTermIds=a,b&ontologyTermIds=a,b']);
  });

  test('about ten ontologies at most, and of the others that it is not known', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `ontologyNames=o${at}&ontologyTermIds=x`);
    expect(await lookupsOf(names.join('&'))).toHaveLength(10);
    const lookups = await lookUpTerms(new URLSearchParams(names.join('&')), async () => answer([]));
    expect(unknownTerms(en, lookups)).toHaveLength(2);
  });

  test('and an error among the answers leaves the others', async () => {
    const params = new URLSearchParams('ontologyNames=a&ontologyTermIds=1&ontologyNames=b&ontologyTermIds=2');
    const lookups = await lookUpTerms(params, ({ ontologyName }) =>
      ontologyName === 'a' ? Promise.reject(new Error('broken')) : Promise.resolve(answer(['answered'])),
    );
    expect(lookups.map(({ answer: one }) => one === undefined)).toEqual([true, false]);
  });
});
