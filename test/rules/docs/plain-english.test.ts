/** The pages of docs are in plain English (docs/contributing.md#plain-english), as far as a program can tell. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hardSentences, sentencesOf } from '../../support/docs/plain-english.ts';
import { read } from '../../support/docs/read-markdown.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const written = ['README.md', ...globSync(['docs/**/*.md', 'config/**/*.md'], { cwd: root })];
// The protocol of RDP is described as it was found, in the words of those who wrote it.
const pages = written.filter((page) => !page.startsWith('docs/rdp-protocol/')).toSorted();

test.each(pages)('%s has short sentences and words of the field', (page) => {
  expect(hardSentences(read(page))).toEqual([]);
});

test('tables, code and headings are no sentences, an item of a list is one, and a link is its text', () => {
  const page = [
    '# A heading that which that which',
    '',
    '| a | table |',
    '',
    '```sh\nnpm start. Then wait.\n```',
    '',
    'One sentence. [a page](a.md) has `code. With stops` in it:',
    '',
    '- an item,',
    '  in two lines',
    '- another one',
  ].join('\n');
  expect(sentencesOf(page)).toEqual(['One sentence.', 'a page has X in it:', 'an item, in two lines', 'another one']);
});

test.each([
  ['A sentence of '.concat('one word more than thirty words '.repeat(5)), '33 words'],
  ['The partner rests.', 'rest: the circuit breaker is open'],
  ['What is told is wrong.', 'told: say who reports, answers or shows it'],
  ['The genes of which it has none are left out.', 'of which: begin another sentence'],
  ['It is not unusual.', 'double negation: say what is so'],
  ['A cursor that is put to registries that have more ends.', 'a chain of that and which'],
  ['A page which a reader that leaves has asked for ends.', 'a chain of that and which'],
])('%j is hard to read', (sentence, why) => {
  expect(hardSentences(sentence)).toEqual([{ sentence: sentence.trim(), why }]);
});

test.each([
  'A registry that is slow says that nobody answered.',
  'It is cached, so that a page that is turned is fast.',
  'The order in which they act is that of the list.',
  'A page that lists people, which the test reads, has a table.',
])('%j is easy to read', (sentence) => {
  expect(hardSentences(sentence)).toEqual([]);
});
