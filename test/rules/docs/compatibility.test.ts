/** docs/compatibility.md against a running registry: every difference it names is there, and every check is named. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedCases } from '../../contract/recorded-cases.ts';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { startRegistries } from './differences/ask.ts';
import { DIFFERENCES } from './differences.ts';

const page = read('docs/compatibility.md');
const QUIRKS = 50;

let registries: Awaited<ReturnType<typeof startRegistries>>;
beforeAll(async () => {
  registries = await startRegistries();
});
afterAll(() => registries[Symbol.asyncDispose]());

test('docs/compatibility.md names every check, under its heading, and nothing that is not checked', () => {
  const named = tablesOf(page).map(({ under, rows }) => [under, rows.map(([cell = '']) => codesIn(cell)[0])]);
  expect(named).toEqual(Object.entries(DIFFERENCES).map(([heading, checks]) => [heading, Object.keys(checks)]));
});

test('docs/compatibility.md accounts for every known quirk once', () => {
  const inTables = tablesOf(page).flatMap(({ rows }) => rows.flatMap((row) => row.at(-1)?.match(/\d+/g) ?? []));
  const elsewhere = page.slice(page.indexOf('## Of no concern here')).match(/\d+/g) ?? [];
  const numbers = [...inTables, ...elsewhere].map(Number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: QUIRKS }, (_, index) => index + 1));
});

test('docs/compatibility.md says how many recorded answers there are', () => {
  const recordings = ['alpha-off', 'alpha-on', 'alpha-plain-off', 'alpha-plain-on'];
  const total = recordings.reduce((sum, name) => sum + recordedCases(name).length, 0);
  expect(page).toContain(`${total} recorded questions and answers`);
});

describe.each(Object.entries(DIFFERENCES))('%s', (_, checks) => {
  test.each(Object.entries(checks))('%s', async (_name, check) => {
    await check(registries);
  });
});
