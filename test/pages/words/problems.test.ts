/** Errors on pages: in French each has a sentence of its own, with what was found and what is allowed. */

import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/api/errors.ts';
import { type ErrorCode, type ErrorDetails, phrase, RegistryError } from '../../../src/domain/errors.ts';
import { renderReason } from '../../../src/domain/federation/federated-answer.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { PROBLEMS, problemIn } from '../../../src/pages/words/problem-words.ts';

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
    { name: 'taxonId', found: 'human', allowed: phrase('integer') },
    'Le paramètre « taxonId » ne peut pas être « human ». Valeurs possibles : un nombre entier de 32 bits au plus.',
  ],
  [
    'unknown-origin',
    { found: 'nope', allowed: 'local, b' },
    'Il n’y a pas ici de registre « nope ». Valeurs possibles : local, b.',
  ],
  [
    'origin-timed-out',
    { origin: 'B', reason: renderReason(reason('no-answer', { timeoutMs: 3000 })) },
    'B n’a pas répondu en 3 s.',
  ],
  [
    'origin-failed',
    { origin: 'B', reason: { title: 'did something new', code: 'brand-new', params: {} } },
    'B n’a pas pu donner cette fiche.',
  ],
  ['search-mode-disabled', { what: phrase('by-gene') }, 'La recherche par gène est fermée dans ce registre.'],
  ['search-criterion-missing', {}, fr.criterionMissing],
])('%s is shown with what was found', (code, details, sentence) => {
  const error = new RegistryError(code, details);
  expect(problemIn(fr, error).replaceAll('\u00a0', ' ')).toBe(sentence.replaceAll('\u00a0', ' '));
  expect(problemIn(en, error)).toBe(error.message);
});

test('a value that reads like words of ours stands as it was given', () => {
  const details = { name: 'x', found: 'the key of a registry', allowed: phrase('key-of-registry') };
  const error = new RegistryError('parameter-invalid', details);
  expect(error.message).toBe("The parameter 'x' cannot be 'the key of a registry'. Allowed: the key of a registry.");
  expect(problemIn(fr, error).replaceAll('\u00a0', ' ')).toBe(
    'Le paramètre « x » ne peut pas être « the key of a registry ». Valeurs possibles : la clé d’un registre.',
  );
});
