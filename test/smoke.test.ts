/** The program once from start to stop, as `npm test` has it: a process, a page of it in a real browser, a signal. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './support/machine/browser.ts';
import { openSearch, rowsOf } from './support/machine/stories.ts';
import { ALPHA_SNAPSHOT } from './support/registry/alpha-registry.ts';
import { type CliRegistry, startCliRegistry } from './support/registry/cli-registry.ts';

let registry: CliRegistry;
let browser: TestBrowser;
beforeAll(async () => {
  [registry, browser] = await Promise.all([startCliRegistry(ALPHA_SNAPSHOT, {}), openBrowser()]);
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

test('a registry starts as a process, and answers', async () => {
  const answer = await fetch(`${registry.url}/readyz`);
  expect(answer.status).toBe(200);
});

test('a browser shows an answer of it, and complains of nothing', async () => {
  const { page, faults } = await browser.window();
  await openSearch(page, `${registry.url}/search?nameLike=a`);
  expect((await rowsOf(page)).length).toBeGreaterThan(1);
  expect(faults).toEqual([]);
});

test('it ends with 0 at a signal, while the page is still open', async () => {
  const { exitCode } = await registry.stop('SIGTERM');
  expect(exitCode).toBe(0);
  expect(registry.written()).toContain('Stopping:');
});
