/** Pages of searches over registries whose rows come, go, move and are hidden between pages. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import { sortForMerging } from '../../../src/domain/federation/merging.ts';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import { keyBytes, MOST_CURSOR_CHARACTERS, readCursor, writeCursor } from '../../../src/domain/pages/cursor.ts';
import { NOTHING_GIVEN, searchPage } from '../../../src/domain/pages/search-pages.ts';
import { personKey } from '../../../src/domain/people/order.ts';
import { signer } from '../../../src/federation/signer.ts';
import { aPart } from '../federation/generated-parts.ts';
import { orderKey } from '../people/order-keys.ts';
import { answerTag, type SearchPage, startAfter, startAt, walk } from './walk-pages.ts';

/** `row` names the person for a test, also where nobody else can know. */
type Person = { row: number; name: string; isHidden: boolean };
type Edit = { kind: 'insert' | 'remove' | 'rename' | 'hide' | 'show'; place: number; name: string };
/** What happens at a registry before a page is turned: it is asked again, its answer was kept, or it is silent. */
type Turn = { edits: Edit[]; asked: 'again' | 'kept' | 'silent' };
/** Its rows are numbered from `first` on, and those of no other registry. */
type Registry = { key: string; first: number; people: Person[]; turns: Turn[] };
/** An answer of a registry, and when it was made. */
type Answer = { people: readonly Person[]; edition: string };
/** Undefined: it gave none. */
type Answers = readonly (Answer | undefined)[];

const ROWS_EACH = 1000;

const names = fc.constantFrom('Adams, A', 'Baker, B', 'Clark, C', 'Davis, D');
const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'remove', 'rename', 'hide', 'show'),
  place: fc.nat({ max: 20 }),
  name: names,
});
const turns: fc.Arbitrary<Turn> = fc.record({
  edits: fc.array(edits, { maxLength: 3 }),
  asked: fc.constantFrom('again', 'again', 'kept', 'silent'),
});
const registriesWith = (isHidden: fc.Arbitrary<boolean>): fc.Arbitrary<Registry[]> =>
  fc
    .array(
      fc.record({
        people: fc.array(fc.record({ name: names, isHidden }), { maxLength: 9 }),
        turns: fc.array(turns, { maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) =>
      list.map(({ people, turns }, place) => {
        const first = (place + 1) * ROWS_EACH;
        const numbered = people.map((person, number) => ({ ...person, row: first + number }));
        return { key: `registry-${place}`, first, people: numbered, turns };
      }),
    );
const registries = registriesWith(fc.boolean());
const sizes = fc.integer({ min: 1, max: 6 });

/** What each page is made from; after the last turn nothing changes any more. */
function answersOf({ first, people, turns }: Registry): (page: number) => Answer | undefined {
  let latest: Answer = { people, edition: 'first' };
  let now: readonly Person[] = people;
  const answers: (Answer | undefined)[] = [latest];
  for (const [number, { edits, asked }] of turns.entries()) {
    now = edits.reduce((list, edit, place) => edited(list, edit, first + 100 * (number + 1) + place), now);
    if (asked === 'again') latest = { people: now, edition: `${number}` };
    answers.push(asked === 'silent' ? undefined : latest);
  }
  return (page) => (page < answers.length ? answers[page] : latest);
}

function edited(list: readonly Person[], { kind, place, name }: Edit, row: number): readonly Person[] {
  const at = list.length === 0 ? 0 : place % list.length;
  const one = list[at];
  if (kind === 'insert') return list.toSpliced(at, 0, { row, name, isHidden: place % 3 === 0 });
  if (one === undefined) return list;
  if (kind === 'remove') return list.toSpliced(at, 1);
  if (kind === 'rename') return list.with(at, { ...one, name });
  return list.with(at, { ...one, isHidden: kind === 'hide' });
}

function recordsOf(people: readonly Person[]): readonly FoundRecord[] {
  return sortForMerging(
    people.map(({ row, name, isHidden }) => ({
      json: `${row}`,
      order: orderKey(personKey({ name, id: row }, isHidden)),
      isAnonymised: isHidden,
      geneId: 672,
    })),
  );
}

function partOf(key: string, answer: Answer | undefined): Part {
  if (answer === undefined) return aPart(key, [], 'timed-out');
  return { ...aPart(key, recordsOf(answer.people)), edition: answer.edition };
}

/** Turns all pages: who is shown on each, and the answers that it was made from, by registry. */
function read(list: readonly Registry[], size: number) {
  const answers = new Map(list.map(({ key }) => [key, [] as (Answer | undefined)[]]));
  const answering = list.map((registry) => ({ key: registry.key, answerOn: answersOf(registry) }));
  const pages = walk(size, (start, page) => {
    const parts = answering.map(({ key, answerOn }) => {
      answers.get(key)?.push(answerOn(page));
      return partOf(key, answerOn(page));
    });
    return searchPage(parts, start, answerTag);
  });
  const shown = pages.map(({ records }) =>
    records.map(({ json, isAnonymised }) => ({ row: Number(json), isAnonymised })),
  );
  return { pages, answers, shown };
}

/** Those of this form in every answer that a page was made from. */
function alwaysThere(answers: Answers, isHidden: boolean): number[] {
  const given = answers.filter((answer) => answer !== undefined);
  const rows = given.map(({ people }) => people.filter((one) => one.isHidden === isHidden).map(({ row }) => row));
  return rows.reduce((all, some) => all.filter((row) => some.includes(row)));
}

function timesShown(shown: readonly { row: number; isAnonymised: boolean }[], row: number, isAnonymised: boolean) {
  return shown.filter((one) => one.row === row && one.isAnonymised === isAnonymised).length;
}

describe('whatever changes between pages', () => {
  test('every named record that is there all the time is shown once, and none is shown twice', () => {
    fc.assert(
      fc.property(registries, sizes, (list, size) => {
        const { answers, shown } = read(list, size);
        const all = shown.flat();
        for (const answersOfOne of answers.values()) {
          const wrong = alwaysThere(answersOfOne, false).filter((row) => timesShown(all, row, false) !== 1);
          expect(wrong).toEqual([]);
        }
        const named = all.filter(({ isAnonymised }) => !isAnonymised).map(({ row }) => row);
        expect(named).toEqual([...new Set(named)]);
      }),
      { numRuns: 1000 },
    );
  });

  test('who came in between and is there to the end is shown, too', () => {
    fc.assert(
      fc.property(registriesWith(fc.constant(false)), sizes, ([one], size) => {
        fc.pre(one !== undefined);
        const { answers, shown } = read(one === undefined ? [] : [one], size);
        const all = shown.flat();
        const last =
          answers
            .get('registry-0')
            ?.at(-1)
            ?.people.filter(({ isHidden }) => !isHidden) ?? [];
        expect(last.filter(({ row }) => timesShown(all, row, false) !== 1)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('an anonymised record that is there all the time is shown once, or the sentence says that it may not be', () => {
    let doubted = 0;
    fc.assert(
      fc.property(registries, sizes, (list, size) => {
        const { pages, answers, shown } = read(list, size);
        for (const [key, answersOfOne] of answers) {
          const wrong = alwaysThere(answersOfOne, true).filter((row) => timesShown(shown.flat(), row, true) !== 1);
          if (wrong.length === 0) continue;
          doubted++;
          const doubt = { code: 'in-doubt', params: { origin: `Registry ${key}`, doubt: 'anonymised' } };
          const last = pages.at(-1);
          expect(last?.remarks).toContainEqual(doubt);
          expect([last?.hasChanged, last?.envelope.totalRelation]).toEqual([true, 'gte']);
        }
      }),
      { numRuns: 1000 },
    );
    expect(doubted).toBeGreaterThan(20);
  });

  test('the sentence names who changed, and nobody else', () => {
    fc.assert(
      fc.property(registriesWith(fc.constant(false)), sizes, (list, size) => {
        const { pages, answers, shown } = read(list, size);
        for (const [place, [key, answersOfOne]] of [...answers].entries()) {
          const isOwn = (row: number) => Math.floor(row / ROWS_EACH) === place + 1;
          for (const [number, { remarks, hasChanged }] of pages.entries()) {
            const ofOrigin = remarks.filter(({ params }) => 'origin' in params && params.origin === `Registry ${key}`);
            const [before, now] = [
              answersOfOne.slice(0, number).findLast((one) => one !== undefined),
              answersOfOne[number],
            ];
            const isShown = shown
              .slice(0, number)
              .flat()
              .some(({ row }) => isOwn(row));
            const isOther = before !== undefined && now !== undefined && namedIn(before) !== namedIn(now);
            if (isShown && isOther) expect([ofOrigin.length > 0, hasChanged]).toEqual([true, true]);
            if (!isOther && !hidesAny(answersOfOne)) expect(ofOrigin).toEqual([]);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('how many are gone is countable', () => {
    fc.assert(
      fc.property(registriesWith(fc.constant(false)), sizes, ([one], size) => {
        fc.pre(one !== undefined);
        const { pages, answers, shown } = read(one === undefined ? [] : [one], size);
        for (const [number, { remarks }] of pages.entries()) {
          const goneCount = remarks.join().match(/(\d+) records? shown before/)?.[1];
          if (goneCount === undefined) continue;
          const people = answers.get('registry-0')?.[number]?.people ?? [];
          const isThere = (row: number) => people.some((person) => person.row === row && !person.isHidden);
          const before = shown
            .slice(0, number)
            .flat()
            .filter(({ isAnonymised }) => !isAnonymised);
          expect(before.filter(({ row }) => !isThere(row))).toHaveLength(Number(goneCount));
        }
      }),
    );
  });
});

describe('anonymised records', () => {
  const people = (...hidden: number[]): Person[] => hidden.map((row) => ({ row, name: '', isHidden: true }));
  const page = (last: SearchPage | undefined, answer: Answer) =>
    searchPage([partOf('a', answer)], last === undefined ? startAt(1) : startAfter(last), answerTag);

  test('of one answer are shown once, and nothing is in doubt', () => {
    const answer = { people: people(1, 2, 3), edition: 'one' };
    const pages = [page(undefined, answer)];
    while (pages.at(-1)?.next !== undefined) pages.push(page(pages.at(-1), answer));
    expect(pages.flatMap(({ records }) => records.map(({ json }) => json))).toEqual(['1', '2', '3']);
    expect(pages.flatMap(({ remarks }) => remarks)).toEqual([]);
  });

  test('of another answer are not compared: what looks the same may not be, until the last page', () => {
    const first = page(undefined, { people: people(1, 2, 3), edition: 'one' });
    const second = page(first, { people: people(2, 3, 4), edition: 'two' });
    const third = page(second, { people: people(2, 3, 4), edition: 'two' });
    expect([first, second, third].map(({ records }) => records[0]?.json)).toEqual(['1', '3', '4']);
    expect([first, second, third].map(({ hasChanged, envelope }) => [hasChanged, envelope.totalRelation])).toEqual([
      [false, 'eq'],
      [true, 'gte'],
      [true, 'gte'],
    ]);
  });

  test('of which none was shown before are in no doubt', () => {
    const named = { row: 9, name: 'Adams, A', isHidden: false };
    const first = page(undefined, { people: [named, ...people(1, 2)], edition: 'one' });
    const second = page(first, { people: [named, ...people(3, 4)], edition: 'two' });
    expect([first.records[0]?.json, second.records[0]?.json, second.remarks]).toEqual(['9', '3', []]);
  });
});

describe('a cursor', () => {
  const { sign, seal, open } = signer(Buffer.alloc(32, 7));
  const lengthOf = ({ next }: SearchPage) =>
    next === undefined ? 0 : writeCursor({ question: sign('question'), ...next }, NOTHING_GIVEN, seal).length;
  /** `hidden`: how many of ten are. */
  const crowd = (count: number, apart: number, hidden: number): Person[] =>
    Array.from({ length: count }, (_, place) => {
      return { row: 1 + place * apart, name: 'Adams, A', isHidden: place % 10 < hidden };
    });
  const tenOf = (count: number, apart = 900, hidden = 0) =>
    Array.from({ length: 10 }, (_, place) =>
      partOf(`registry-${place}`, { people: crowd(count, apart, hidden), edition: 'one' }),
    );

  test.each([
    [3000, 'a third of the people of a registry', 3],
    [1500, 'one in a thousand of them', 900],
  ])('holds %i records of ten registries that are %s by their keys, and fits into an address', (count, _, apart) => {
    const page = searchPage(tenOf(301, apart), startAt(count), answerTag);
    expect(lengthOf(page)).toBeLessThan(MOST_CURSOR_CHARACTERS);
    expect([...(page.next?.positions.values() ?? [])].filter(({ isByPlace }) => isByPlace)).toHaveLength(0);
  });

  test.each([1, 5, 10, 25])('of %i registries with long names in another script fits into an address', (count) => {
    const positions = new Map(
      Array.from({ length: count }, (_, place) => [
        `registry-${place}`,
        { ...NOTHING_GIVEN, at: 100, answer: '30-def' },
      ]),
    );
    const names = new Map([...positions.keys()].map((key) => [key, '希少疾患研究者登録簿😀'.repeat(10)]));
    const cursor = { question: sign('question'), number: 1, size: 20, caller: 'abcdefgh', positions, names };
    const written = writeCursor(cursor, NOTHING_GIVEN, seal);
    expect(written.length + (keyBytes(count) * 4) / 3).toBeLessThan(MOST_CURSOR_CHARACTERS);
    for (const name of readCursor(written, sign('question'), NOTHING_GIVEN, open).names.values()) {
      expect(name).toMatch(/^希.*…$/u);
      expect(name.isWellFormed()).toBe(true);
    }
  });

  test('holds no more than its room: registries with most keys go on by place, and nothing is lost while nothing changes', () => {
    const parts = tenOf(1000, 900, 3);
    const pages = [searchPage(parts, startAt(2000), answerTag)];
    for (let last = pages[0]; last?.next !== undefined; last = pages.at(-1)) {
      expect(lengthOf(last)).toBeLessThan(MOST_CURSOR_CHARACTERS);
      pages.push(searchPage(parts, startAfter(last), answerTag));
    }
    expect(pages.map(({ records, remarks }) => [records.length, remarks])).toEqual(Array(5).fill([2000, []]));
    expect([...(pages[2]?.next?.positions.values() ?? [])].some(({ isByPlace }) => isByPlace)).toBe(true);
  });

  test('that went on by place says so when the answer changes, on every page from there', () => {
    const first = searchPage(tenOf(1000), startAt(8000), answerTag);
    const changed = tenOf(1000).map((part) => ({ ...part, records: part.records.slice(1) }));
    const second = searchPage(changed, startAfter(first), answerTag);
    const doubts = second.remarks.filter((remark) => remark.code === 'in-doubt' && remark.params.doubt === 'too-many');
    const byPlace = [...(first.next?.positions.values() ?? [])].filter(({ isByPlace }) => isByPlace);
    expect(byPlace.length).toBeGreaterThan(0);
    expect([doubts.length, second.envelope.totalRelation]).toEqual([byPlace.length, 'gte']);
  });
});

function namedIn({ people }: Answer): string {
  return recordsOf(people)
    .filter(({ isAnonymised }) => !isAnonymised)
    .map(({ json }) => json)
    .join();
}

function hidesAny(answers: Answers): boolean {
  return answers.some((answer) => answer?.people.some(({ isHidden }) => isHidden));
}
