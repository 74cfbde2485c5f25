/** A page of a main website in a real browser: what its scripts can show a reader when the registry refuses them. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { openWebsite } from '../support/machine/website.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const resources = new AsyncDisposableStack();
let browser: TestBrowser;
let open: TestRegistry;
let closed: TestRegistry;
/** Pages of the second of two main websites, and of a website that is none. */
let main: Page;
let other: Page;
beforeAll(async () => {
  browser = resources.use(await openBrowser());
  const { url: mainSite } = resources.use(await openWebsite());
  const settings = { APP_SITE_MAINSITE: `https://first.example.org,${mainSite}` };
  open = resources.use(await startAlpha(settings));
  closed = resources.use(await startAlpha({ ...settings, APP_SETTINGS_ISEARCH_ENABLED: 'false' }));
  main = await pageOf(mainSite);
  other = await pageOf(resources.use(await openWebsite()).url);
});
afterAll(() => resources.disposeAsync());

async function pageOf(address: string): Promise<Page> {
  const { page } = await browser.window();
  await page.goto(address);
  return page;
}

type Read = { status: number; text: string; headers: Record<string, string | null> } | { thrown: string };

/** What a script of the page can read of an answer. */
function read(page: Page, address: string, init: { headers?: Record<string, string> } = {}): Promise<Read> {
  return page.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, options);
        const names = ['WWW-Authenticate', 'ETag'];
        const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
        return { status: response.status, text: await response.text(), headers };
      } catch (error) {
        return { thrown: String(error) };
      }
    },
    [address, init] as const,
  );
}

test('with a wrong token the main website reads that it is wrong, and how to ask with a right one', async () => {
  const headers = { Authorization: 'Bearer wrong' };
  expect(await read(main, `${open.url}/api/taxa/9606`, { headers })).toEqual({
    status: 401,
    text: 'No user associated to the provided API token.',
    headers: { 'WWW-Authenticate': 'Bearer', ETag: null },
  });
  const federated = await read(main, `${open.url}/api/federated/stats`, { headers });
  expect(federated).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
});

test('with a right token the main website reads the answer, and without one the tag to ask again with', async () => {
  const headers = { Authorization: `Bearer ${TOKENS.admin}` };
  expect(await read(main, `${open.url}/api/users/11`, { headers })).toMatchObject({ status: 200 });
  const { headers: shown } = (await read(main, `${open.url}/api/taxa/9606`)) as { headers: Record<string, string> };
  expect(shown.ETag).toMatch(/^W\//);
});

test('the main website reads that the API of a registry is switched off, with and without a token', async () => {
  for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
    const answer = await read(main, `${closed.url}/api/taxa/9606`, { headers });
    expect(answer).toMatchObject({
      status: 503,
      text: expect.stringContaining('Public API is not available for this registry.'),
    });
  }
});

test('another website reads neither answers nor refusals', async () => {
  for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
    expect(await read(other, `${open.url}/api/taxa/9606`, { headers })).toEqual({
      thrown: 'TypeError: Failed to fetch',
    });
    expect(await read(other, `${closed.url}/api/taxa/9606`, { headers })).toEqual({
      thrown: 'TypeError: Failed to fetch',
    });
  }
});
