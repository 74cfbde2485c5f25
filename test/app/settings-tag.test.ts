/** The name of the settings: no key may change without it, as nobody may go on being shown what an older setting showed. */

import { expect, test } from 'vitest';
import { settingsTag } from '../../src/app/settings-tag.ts';
import { type Config, loadConfig, memberName } from '../../src/config/config.ts';
import { configKeys } from '../../src/config/config-keys.ts';

const KEY = Buffer.alloc(32, 1);
const CONFIG = loadConfig({ files: [], env: {} });
const tagOf = (config: Config, more = {}) =>
  settingsTag({ config, host: 'https://a.example.org', implementation: 'one 1.0.0', ...more }, KEY);

/** The configuration with another value at a key; a test of its own says that the key is there. */
function changed(name: string): Config {
  const copy = structuredClone(CONFIG) as unknown as Record<string, unknown>;
  const path = name.split('.').map(memberName);
  const last = path.pop() as string;
  const parent = path.reduce((node, member) => node[member] as Record<string, unknown>, copy);
  expect(parent).toHaveProperty(last);
  parent[last] = ['another value'];
  return copy as unknown as Config;
}

const REPLACED_WHILE_IT_RUNS = ['apis', 'auth-tokens', 'search-token'].map((key) => `app.settings.isearch.${key}`);
const names = configKeys.map(({ name }) => name).filter((name) => !REPLACED_WHILE_IT_RUNS.includes(name));
const isOfRegistry = (name: string) => name.startsWith('app.');

test.each(names.filter(isOfRegistry))('is another one when %s has another value', (name) => {
  expect(tagOf(changed(name))).not.toBe(tagOf(CONFIG));
});

test.each(names.filter((name) => !isOfRegistry(name)))('is the same on instances that differ in %s', (name) => {
  expect(tagOf(changed(name))).toBe(tagOf(CONFIG));
});

test('is another one at another address, of another version and under another key, and else the same', () => {
  const tag = tagOf(CONFIG);
  expect(tag).toMatch(/^[\w-]{11}$/);
  expect(tagOf(loadConfig({ files: [], env: {} }))).toBe(tag);
  expect(tagOf(CONFIG, { host: 'https://b.example.org' })).not.toBe(tag);
  expect(tagOf(CONFIG, { implementation: 'one 1.0.1' })).not.toBe(tag);
  expect(settingsTag({ config: CONFIG, host: '', implementation: '' }, Buffer.alloc(32, 2))).not.toBe(
    settingsTag({ config: CONFIG, host: '', implementation: '' }, KEY),
  );
});
