/** Errors on pages: in French each has a sentence of its own, with what was found and what is allowed. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode, type ErrorDetails, RegistryError } from '../../../src/domain/errors.ts';
import { toldReason } from '../../../src/domain/federation/federated-answer.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { en } from '../../../src/web/words/en.ts';
import { PROBLEMS, phraseInFrench } from '../../../src/web/words/fr/problems.ts';
import { fr } from '../../../src/web/words/fr.ts';
import { problemIn } from '../../../src/web/words/problem-words.ts';
import { read } from '../../support/docs/read-markdown.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];
/** What a program alone meets: its words are left to it. */
const FOR_PROGRAMS = /\{(?:name|hint)\}/g;

function slotsOf(sentence: string): string[] {
  return [...sentence.matchAll(/\{\w+\}/g)].map(String).toSorted();
}

describe('the catalogue of errors', () => {
  test('is whole in French', () => {
    expect(Object.keys(PROBLEMS).toSorted()).toEqual(codes.toSorted());
    expect(new Set(Object.values(PROBLEMS)).size).toBeGreaterThan(codes.length - 10);
  });

  test.each(codes)('%s says in French what it says in English', (code) => {
    const hidden = code === 'cursor-invalid' ? FOR_PROGRAMS : /$^/g;
    expect(slotsOf(PROBLEMS[code].replace(hidden, ''))).toEqual(slotsOf(ERRORS[code].sentence.replace(hidden, '')));
    expect(PROBLEMS[code]).not.toMatch(/ [;:?!»]|« |\b(?:the|cannot|Allowed)\b/);
  });
});

test.each<[ErrorCode, ErrorDetails, string]>([
  [
    'parameter-invalid',
    { name: 'taxonId', found: 'human', allowed: 'a whole number of at most 32 bits' },
    'Le paramètre « taxonId » ne peut pas être « human ». Valeurs possibles : un nombre entier de 32 bits au plus.',
  ],
  [
    'unknown-origin',
    { found: 'nope', allowed: 'local, b' },
    'Il n’y a pas ici de registre « nope ». Valeurs possibles : local, b.',
  ],
  [
    'origin-timed-out',
    { origin: 'B', reason: toldReason(reason('no-answer', { timeoutMs: 3000 })) },
    'B n’a pas répondu en 3 s.',
  ],
  [
    'origin-failed',
    { origin: 'B', reason: { title: 'did something new', code: 'brand-new', params: {} } },
    'B n’a pas pu donner cette fiche.',
  ],
  ['search-mode-disabled', { what: 'by gene' }, 'La recherche par gène est fermée dans ce registre.'],
  ['search-criterion-missing', {}, fr.nothingAsked],
])('%s is told with what was found', (code, details, sentence) => {
  const error = new RegistryError(code, details);
  expect(problemIn(fr, error).replaceAll('\u00a0', ' ')).toBe(sentence.replaceAll('\u00a0', ' '));
  expect(problemIn(en, error)).toBe(error.message);
});

test('every phrase that fills in an error has French words', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const code = globSync('src/{domain/{federation,query,resolve},http}/**/*.ts', {
    cwd: root,
    exclude: ['src/http/mme/**', 'src/http/mcp/**'],
  })
    .map((path) => read(path).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'))
    .join('\n');
  const phrases = [
    ...code.matchAll(/\bmissing\(\s*'\w+',\s*(['`])(?<phrase>.+?)\1/g),
    ...code.matchAll(/\binvalid\([^;]*?,\s*(['`])(?<phrase>[^'`\n]+ [^'`\n]+)\1,?\s*\)/g),
    ...code.matchAll(/\bhint = (['`])(?<phrase>.+?)\1/g),
    ...code.matchAll(
      /new RegistryError\('[\w-]+', \{[^{}]*\b(?:allowed|what|hint): (['`])(?<phrase>[^'`\n]+ [^'`\n]+)\1/g,
    ),
  ].map(({ groups }) => groups?.phrase ?? '');
  expect(phrases.length).toBeGreaterThan(15);
  expect(phrases.filter((phrase) => phraseInFrench(phrase) === phrase)).toEqual([]);
});
