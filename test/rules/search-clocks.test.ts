/** The clocks of a search stand in one file, and its drawing names each of them where it runs. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as times from '../../src/federation/partner/times.ts';
import { read } from '../support/docs/read-markdown.ts';

const CLOCKS = 'src/federation/partner/times.ts';
/** Where a timer is set, the time that it is given, in names. */
const TIMER = /\b(?:setTimeout|AbortSignal\.timeout|withinTime)\(([^;]*)\);/g;
const NAME = /\b(?:[A-Z]+_)+MS\b/g;

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('src/federation/{*,stages/*,partner/*,rdp/*}.ts', { cwd: root }).toSorted();
const drawing = read(CLOCKS).split('*/', 1)[0] ?? '';

test('the drawing names every clock, and files that are there', () => {
  const drawn = new Set(drawing.match(NAME));
  expect([...drawn].toSorted()).toEqual(
    Object.keys(times)
      .filter((name) => name.endsWith('_MS'))
      .toSorted(),
  );
  const named = drawing
    .split('\n')
    .flatMap((line) => / {3,}([a-z-]+(?:, [a-z-]+)*)$/.exec(line)?.[1]?.split(', ') ?? []);
  expect(named.length).toBeGreaterThan(10);
  const there = globSync('src/federation/**/*.ts', { cwd: root }).map((path) => /([^/]+)\.ts$/.exec(path)?.[1]);
  expect(named.filter((name) => !there.includes(name))).toEqual([]);
});

test('a timer of a search runs for a time of the drawing, or for a setting', () => {
  const given = files.flatMap((path) =>
    [...read(path).matchAll(TIMER)].flatMap(([, words = '']) => words.match(NAME) ?? []),
  );
  expect(given.length).toBeGreaterThan(3);
  // What processes count is published together; a probe by an operator and a request for access are no searches.
  const others = ['PUBLISH_AFTER_MS', 'STEP_MS', 'SEND_MS'];
  expect(given.filter((name) => !(name in times) && !others.includes(name))).toEqual([]);
});
