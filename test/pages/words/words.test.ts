/** Every language has every word, every word is used, and a reader gets the language they want. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { personMessage } from '../../../src/operations/person-message.ts';
import { acceptedMessage, confirmMessage } from '../../../src/operations/request-message.ts';
import { widget as widgetEn } from '../../../src/pages/widget/words.en.ts';
import { widget as widgetFr } from '../../../src/pages/widget/words.fr.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { pickWords } from '../../../src/pages/words/languages.ts';
import { reasonInFrench } from '../../../src/pages/words/reasons.fr.ts';
import { hardSentences } from '../../support/docs/plain-english.ts';
import { EVERY_REASON } from '../../support/partners/every-reason.ts';

const root = new URL('../../../src/', import.meta.url);

/** The names of the words; those that data choose, such as states, stand for themselves. Organisms and organs have English names. */
function namesOf(words: object): string[] {
  return Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'object' && name !== 'taxa' && name !== 'organs'
      ? [name, ...namesOf(word).map((own) => `${name}.${own}`)]
      : [name],
  );
}

describe('the words', () => {
  test('are the same in every language, and none is empty', () => {
    expect(namesOf(fr)).toEqual(namesOf(en));
    expect(namesOf(widgetFr)).toEqual(namesOf(widgetEn));
    for (const words of [en, fr]) expect(JSON.stringify(words)).not.toContain('""');
  });

  test('take the same number of values in every language, or fewer', () => {
    const more = Object.entries(en).filter(([name, word]) => {
      const other = fr[name as keyof typeof fr];
      return typeof word === 'function' && typeof other === 'function' && other.length > word.length;
    });
    expect(more).toEqual([]);
  });

  test('are all used', () => {
    const files = ['pages', 'server'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !/(?:\.|^words.)(?:en|fr)\.ts$/.test(path))
        .map((path) => readFileSync(new URL(`${folder}/${path}`, root), 'utf8')),
    );
    const sentence = readFileSync(new URL('domain/federation/completeness-sentence.ts', root), 'utf8');
    const code = [...files, sentence].join('\n');
    const taken = String.raw`\b(?:words|admin|w|other)\??\.`;
    const unpacked = (name: string) =>
      String.raw`\{[^{}()]*\b${name}\b[^{}()]*\}\s*(?::\s*(?:All|Later)?Words\b|=\s*[\w.]*words\b)`;
    const isUsed = (name: string) => new RegExp(`${taken}${name}\\b|${unpacked(name)}`).test(code);
    const top = [...Object.keys(en), ...Object.keys(en.admin)];
    expect(top.filter((name) => !isUsed(name))).toEqual([]);
  });
});

test('French signs stay on the line of the word that they belong to', () => {
  const sentences = textsOf(fr);
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((text) => / [;:?!»]|« /.test(text))).toEqual([]);
});

test('so do those of reasons and of messages', () => {
  const { registry, request, person } = aMessage;
  const messages = [
    personMessage({ ...person, kind: 'ask' }, registry),
    personMessage({ ...person, kind: 'remind', people: 2, waiting: 2 }, registry),
    confirmMessage(request, registry),
    acceptedMessage(
      { request, acceptance: { name: 'Bea', address: 'bea@example.org', words: 'Oui' }, number: 1 },
      registry,
    ),
  ];
  const texts = messages.flatMap(({ subject, text }) => [subject, ...text.split('\n\n')]);
  const inFrench = texts.filter((text) => /[éèêàç’]/.test(text));
  expect(inFrench.length).toBeGreaterThan(10);
  const all = [...inFrench, ...EVERY_REASON.map((one) => reasonInFrench(one) ?? '')];
  expect(all.filter((text) => /\p{L} [;:?!»]|« /u.test(text))).toEqual([]);
});

const aMessage = {
  registry: { shortname: 'ExR', fullname: 'Example Registry', registryUrl: 'https://example.org' },
  request: {
    ...{ id: 1, reference: 'K7QM-4XRT', receivedAt: '2026-03-01T12:00:00Z', confirmBy: '2026-03-08T12:00:00Z' },
    ...{
      confirmedAt: null,
      pageKey: '1-x',
      symbol: 'KCNQ2',
      name: 'Ada',
      organisation: '',
      contact: 'ada@example.org',
    },
    ...{ reason: 'A family.', language: 'fr' as const },
  },
  person: {
    ...{ to: 'olga@example.org', requests: [{ reference: 'K7QM-4XRT', symbol: 'KCNQ2' }], people: 1, links: ['x'] },
    ...{ until: '2026-03-08T12:00:00Z', waiting: 1, key: 'x' },
  },
};

test('English sentences are short, and use words of the field', () => {
  // The widget repeats a sentence of the API, which its words do not make.
  const texts = [...textsOf(en), ...textsOf(widgetEn)].filter((text) => typeof text === 'string');
  expect(texts.flatMap(hardSentences)).toEqual([]);
});

/** Every text; of what takes values, the one that it makes of these. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((word: unknown) => {
    if (typeof word === 'string') return [word];
    if (typeof word === 'object' && word !== null) return textsOf(word);
    return typeof word === 'function' ? [1, 2].map((count) => textWith(word as TextOf, count)) : [];
  });
}

/** Numbers, names and lists of names are distinguished by what can be done with them. */
type TextOf = (...values: unknown[]) => string;

function textWith(word: TextOf, count: number): string {
  const value = Object.assign(
    Array.from({ length: count }, () => 'x'),
    { toFixed: String, valueOf: () => count },
  );
  return word(value, value, value);
}

test.each([
  [undefined, null, 'en'],
  ['fr-CA,fr;q=0.8,en;q=0.5', null, 'fr'],
  ['de,en;q=0.5,fr;q=0.7', null, 'fr'],
  ['fr;q=0,en', null, 'en'],
  ['de', null, 'en'],
  ['en', 'fr', 'fr'],
  ['fr', 'de', 'fr'],
])('a browser that likes %j, asked for %j, gets %s', (accepted, chosen, lang) => {
  expect(pickWords(accepted, chosen).lang).toBe(lang);
});
