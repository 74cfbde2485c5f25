/** Whatever comments, tests and pages cite by number is written down where the number says. */

import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { headingsOf, read, tablesOf } from '../../support/docs/read-markdown.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isText = (path: string) => /\.(?:[cm]?[jt]s|md|ya?ml|json|html|css)$|^\.ci\//.test(path);
// Its own examples are wrong on purpose.
const files = ['README.md', ...globSync(['{src,test,docs,config}/**/*.*', '.ci/*'], { cwd: root })]
  .filter((path) => isText(path) && path !== 'test/rules/docs/cited-anchors.test.ts')
  .toSorted();
const protocolPages = files.filter((path) => path.startsWith('docs/rdp-protocol/'));
const anchors = protocolPages.flatMap((page) => anchorsOf(read(page)));

describe('the pages of the protocol', () => {
  test('have every number once', () => {
    expect(anchors.length).toBeGreaterThan(100);
    expect(doubled(anchors)).toEqual([]);
    expect(doubled(['7.7', '7.8', '7.7'])).toEqual(['7.7']);
  });

  test.each(protocolPages)('%s has an anchor at every number, and each at its own', (page) => {
    expect(misplaced(read(page))).toEqual([]);
  });

  test('would not pass with an anchor that is missing, or at another number', () => {
    expect(misplaced('### 7.7 What is sent')).toEqual(['### 7.7 What is sent']);
    expect(misplaced('<a id="7.8"></a>\n### 7.7 What is sent')).toEqual(['### 7.7 What is sent', '7.8']);
    expect(misplaced('### Quirk 12: unknown')).toEqual(['### Quirk 12: unknown']);
    expect(misplaced('| <a id="7.9-2"></a>1 | row |')).toEqual(['7.9-2']);
    expect(misplaced('<a id="7.9"></a>\n### 7.9 Rows\n\n| <a id="7.9-1"></a>1 | row |')).toEqual([]);
  });
});

test('no comment, test or page cites what is not written down', () => {
  expect(files).toEqual(expect.arrayContaining(['.ci/run', 'README.md', 'docs/api.md', 'src/app/main.ts']));
  const missing = files.flatMap((path) => missingIn(read(path)).map((citation) => `${path}: ${citation}`));
  expect(missing).toEqual([]);
});

test('the quirks that docs/compatibility.md accounts for are written down', () => {
  const cells = tablesOf(read('docs/compatibility.md')).flatMap(({ rows }) => rows.map((row) => row.at(-1) ?? ''));
  const cited = cells.flatMap((cell) => cell.match(/\d+/g) ?? []);
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter((number) => !anchors.includes(`quirk-${number}`))).toEqual([]);
});

describe('a citation is found', () => {
  const written = ['7.7', '7.9', '7.9-13', '11', '11.1', '2.6', '2.8', 'quirk-12'];

  test.each<[string, string[]]>([
    ['(rdp-protocol 7.7, 11.1 and 11.2)', ['11.2']],
    ['of rdp-protocol 2.6 to 2.8.', ['2.7']],
    ['rdp-protocol 11, 12', ['12']],
    ['rdp-protocol 7.9 #13 and #14', ['7.9-14']],
    [' * as in rdp-protocol\n * 7.6).', ['7.6']],
    ['  // rdp-protocol 7.7,\n  // 7.8', ['7.8']],
    ['(rdp-protocol 7.6, quirk 13)', ['7.6', 'quirk-13']],
    ['Quirks 12, 13 and 14 are', ['quirk-13', 'quirk-14']],
    ['(quirk\n * 11)', ['quirk-11']],
    ['(rdp-protocol 7.9 #13). 5 of them, quirk 12; 1.3 and 1.4', []],
  ])('in %j', (text, missing) => {
    expect(unknownNumbers(text, written)).toEqual(missing);
  });

  test.each([
    ['contract 7.7', ['contract 7.7']],
    ['(contract, quirk 7)', ['contract, quirk 7']],
    [' * see Design\n * 6, "Cache"', ['Design 6']],
    ['what design 5 says', ['design 5']],
    ['the form is part of the contract; 30', []],
  ])('as of a text that is not here, in %j', (text, found) => {
    expect(formerCitations(text)).toEqual(found);
  });

  test.each([
    ['(docs/federation.md#circuit-breaker)', []],
    ['(docs/federation.md#no-such-heading)', ['docs/federation.md#no-such-heading']],
    ['see docs/no-such-page.md.', ['docs/no-such-page.md']],
    ['(decision 2, decision 999)', ['decision 999']],
  ])('as of a page or decision of this project, in %j', (text, missing) => {
    expect(unknownPlaces(text)).toEqual(missing);
  });
});

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
}

function doubled(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Numbered headings without the anchor of their number before them, and anchors that stand at no such number. */
function misplaced(markdown: string): string[] {
  const lines = markdown.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
  const placed = new Set<string>();
  const headings = lines.filter((line, index) => {
    const { number, quirk } = /^#+ (?:(?<number>\d+(?:\.\d+)?)\.? |Quirk (?<quirk>\d+): )/.exec(line)?.groups ?? {};
    const id = number ?? (quirk === undefined ? undefined : `quirk-${quirk}`);
    if (id === undefined) return false;
    const isThere = lines[index - 1] === `<a id="${id}"></a>`;
    if (isThere) placed.add(id);
    return !isThere;
  });
  const rows = markdown.matchAll(/^\| <a id="(?<section>\d+\.\d+)-(?<row>\d+)"><\/a>\k<row> \|/gm);
  for (const { groups } of rows) placed.add(`${groups?.section}-${groups?.row}`);
  return [...headings, ...anchorsOf(markdown).filter((id) => !placed.has(id))];
}

function missingIn(text: string): string[] {
  return [...unknownNumbers(text, anchors), ...formerCitations(text), ...unknownPlaces(text)];
}

/** The anchors of `rdp-protocol N` and `quirk N` in a text, with lists, ranges and line ends, that are not known. */
function unknownNumbers(text: string, known: readonly string[]): string[] {
  const list = /\b(rdp-protocol|quirks?) ((?:#?\d[\d.]*(?: #\d+)?(?:, and |, | and | or | to )?)+)/gi;
  return [...inOneLine(text).matchAll(list)]
    .flatMap(([, work = '', numbers = '']) => (/^quirk/i.test(work) ? quirks(numbers) : sections(numbers)))
    .filter((id) => !known.includes(id));
}

function quirks(numbers: string): string[] {
  return (numbers.match(/\d+/g) ?? []).map((number) => `quirk-${number}`);
}

function sections(numbers: string): string[] {
  let section = '';
  return [...numbers.matchAll(/(?<to>to )?(?:#(?<row>\d+)|(?<number>\d+(?:\.\d+)?))/g)].flatMap(({ groups = {} }) => {
    if (groups.row !== undefined) return [`${section}-${groups.row}`];
    const from = section;
    section = groups.number ?? '';
    return groups.to === undefined ? [section] : range(from, section);
  });
}

/** The sections behind the first up to the last, of one chapter. */
function range(first: string, last: string): string[] {
  const [chapter, from] = first.split('.').map(Number);
  const to = Number(last.split('.')[1]);
  return Array.from({ length: to - (from ?? to) }, (_, index) => `${chapter}.${(from ?? to) + index + 1}`);
}

/** Citations of texts that are not part of this project. */
function formerCitations(text: string): string[] {
  return inOneLine(text).match(/\b(?:contract|design),? (?:quirks? )?\d+(?:\.\d+)?/gi) ?? [];
}

/** Pages, headings and decisions of this project that a text names and that are not there. */
function unknownPlaces(text: string): string[] {
  const pages = inOneLine(text).match(/(?<![\w/.])docs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? [];
  const decisions = inOneLine(text).match(/\bdecision \d+/g) ?? [];
  return [...pages.filter((place) => !isPlace(place)), ...decisions.filter((decision) => !isDecision(decision))];
}

function isPlace(place: string): boolean {
  const [page = '', anchor] = place.split('#');
  if (!existsSync(root + page)) return false;
  return anchor === undefined || headingsOf(read(page)).some((heading) => heading.anchor === anchor);
}

function isDecision(decision: string): boolean {
  const number = decision.replace('decision ', '').padStart(4, '0');
  return globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length === 1;
}

/** A comment goes on behind the end of its line. */
function inOneLine(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/|#(?!#))?[ \t]*/g, ' ');
}
