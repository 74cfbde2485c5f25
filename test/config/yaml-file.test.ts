/** YAML that is small and meant to keep its reader busy. */

import { expect, test } from 'vitest';
import { parseYaml } from '../../src/config/yaml-file.ts';
import { isSampled } from '../support/machine/sample.ts';

/** Of processor time, where half a second is needed: to compare each key with every other one took a minute. */
const MOST_MS = 10_000;

test.skipIf(isSampled)(
  'a map of 60,000 keys is read in time that grows with it, and the one that stands twice is reported',
  () => {
    const keys = Array.from({ length: 60_000 }, (_, at) => `key${at}: 1`);
    const before = process.cpuUsage();
    expect(parseYaml([...keys, 'key7: 2'].join('\n'))).toEqual({
      problem: ', line 60001, column 1: this key was given before, but a key may be given once only.',
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MOST_MS);
  },
);

test('a file of 20,000 anchors and as many aliases is refused before they are looked up', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `a${at}: &a${at} x\nb${at}: *a${at}`);
  const before = process.cpuUsage();
  expect(parseYaml(lines.join('\n'))).toEqual({
    problem: ': what anchors (&) name is repeated too often by aliases (*).',
  });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
});
