/** docs/website.md in a browser and on the command line: its page and its program do what is said there. */

import { spawn } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { DOCUMENTED_URLS } from '../support/docs/documented-network.ts';
import { fencesOf, read } from '../support/docs/read-markdown.ts';
import { ending } from '../support/machine/command-line.ts';
import { type OwnStories, openOwnStories, violationsOf } from '../support/machine/stories.ts';
import type { Ending } from '../support/machine/watch-program.ts';
import { openWebsite } from '../support/machine/website.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';

const fences = fencesOf(read('docs/website.md'));
/** How the page with the client begins; that of twenty lines has no head. */
const CLIENT_PAGE = '<!doctype html>\n<html lang="en">\n<head>';
const [DOCUMENTED_URL = ''] = DOCUMENTED_URLS;

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
afterEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

/** An example of the page that begins so, asking the registry at this address. */
function example(language: string, beginning: string, registry: string): string {
  const found = fences.find((fence) => fence.language === language && fence.text.startsWith(beginning));
  expect(found?.text).toContain(DOCUMENTED_URL);
  return found?.text.replaceAll(DOCUMENTED_URL, registry) ?? '';
}

describe('the page of docs/website.md on another website', () => {
  test('searches, leads from page to page to the end, and says how complete the answer is', async () => {
    await using website = await openWebsite(example('html', CLIENT_PAGE, stories.network.demonet.url));
    const { page, faults } = await stories.browser.window();
    await page.goto(website.url);
    await search(page, 'BRCA1');
    await expect.poll(() => status(page)).toBe('All 3 registries answered.');
    const shown = () => page.locator('#people li').count();
    await expect.poll(shown).toBe(5);
    await page.locator('#more').click();
    await expect.poll(shown).toBe(10);
    await page.locator('#more').click();
    await expect.poll(shown).toBe(14);
    expect(await page.locator('#more').isVisible()).toBe(false);
    const lines = await page.locator('#people li').allTextContents();
    expect(lines).toContain('Metsaorg, Liisbet (FjordNet): BRCA1, human');
    expect(lines.filter((one) => one.startsWith('Name not shown (DemoNet)'))).toHaveLength(3);
    await expect.poll(() => page.locator('isearch-results .person').count()).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('ends beside a registry that is down, and offers to try again', async () => {
    await stories.pampanet('down');
    await using website = await openWebsite(example('html', CLIENT_PAGE, stories.network.demonet.url));
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    await search(page, 'CDKL5');
    const more = page.locator('#more');
    await expect.poll(() => status(page)).toMatch(/^2 of 3 registries answered; PampaNet /);
    while ((await more.textContent()) === 'More') {
      const before = await page.locator('#people li').count();
      await more.click();
      await expect.poll(() => page.locator('#people li').count()).toBeGreaterThan(before);
    }
    expect([await more.textContent(), await more.isVisible()]).toEqual(['Try again', true]);
  });

  test('leaves a search that is still under way for the next one', async () => {
    await using website = await openWebsite(example('html', CLIENT_PAGE, stories.network.demonet.url));
    const { page, faults } = await stories.browser.window();
    await page.goto(website.url);
    await stories.pampanet('held');
    const sent = page.waitForRequest(/SCN1A/);
    const left = page.waitForEvent('requestfailed', (request) => request.url().includes('SCN1A'));
    await search(page, 'SCN1A');
    await sent;
    await search(page, 'BRCA1');
    await left;
    await stories.pampanet('well');
    await expect.poll(() => page.locator('#people li').count()).toBe(5);
    expect((await page.locator('#people li').allTextContents()).filter((line) => !/BRCA1/i.test(line))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows the sentence of the registry when a question is refused', async () => {
    await using website = await openWebsite(example('html', CLIENT_PAGE, stories.network.demonet.url));
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    await search(page, ' ');
    await expect.poll(() => status(page)).toMatch(/symbol.*\(/);
    await search(page, 'BRCA1', 'a token with blanks');
    await expect.poll(() => status(page)).toMatch(/^The token has characters .* \(unaskable\)$/);
  });

  test('may send a token from a main website, and from no other', async () => {
    await using website = await openWebsite();
    await using other = await openWebsite();
    await using registry = await startAlpha({ ...ANONYMISING, APP_SITE_MAINSITE: website.url });
    website.page = example('html', CLIENT_PAGE, registry.url);
    other.page = website.page;
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    await search(page, 'SCN1A');
    await expect.poll(() => people(page)).toEqual({ named: 1, hidden: 3 });
    await search(page, 'SCN1A', TOKENS.admin);
    await expect.poll(() => people(page)).toEqual({ named: 4, hidden: 0 });
    await search(page, 'BRCA1', 'wrong');
    await expect.poll(() => status(page)).toMatch(/^No user .* \([a-z-]+\)$/);
    await page.goto(other.url);
    await search(page, 'BRCA1', TOKENS.admin);
    await expect.poll(() => status(page)).toMatch(/^There was no answer from .* \(unreachable\)$/);
  });
});

test('the page of twenty lines searches, says how complete the answer is, and pages by links', async () => {
  const asked = '<!doctype html>\n<html lang="en">\n<meta';
  await using website = await openWebsite(example('html', asked, stories.network.demonet.url));
  const { page, faults } = await stories.browser.window();
  await page.goto(website.url);
  const shown = () => page.locator('#people li').count();
  await expect.poll(shown).toBe(5);
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  for (const count of [10, 14]) {
    await page.locator('#more').click();
    await expect.poll(shown).toBe(count);
  }
  expect(await page.locator('#more').isVisible()).toBe(false);
  expect(faults).toEqual([]);
});

test('the two lines of the widget are enough for a page', async () => {
  await using website = await openWebsite(example('html', '<script', stories.network.demonet.url));
  const { page } = await stories.browser.window();
  await page.goto(website.url);
  const said = () => page.locator('isearch-results').getByRole('status').textContent();
  await expect.poll(said).toBe('All 3 registries answered.');
});

describe('the program of docs/website.md', () => {
  const [, token = '', file = ''] = /^TOKEN=(\S+) node (\S+) BRCA1$/m.exec(read('docs/website.md')) ?? [];

  test('reads all pages, with what its token shows', async () => {
    const { code, stdout, stderr } = await run({ TOKEN: token });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('All 3 registries answered.');
    expect(lines.length).toBeGreaterThan(14);
    expect(lines).not.toContain('DemoNet: name not shown');
    const { stdout: ofAnybody } = await run({});
    expect(ofAnybody.match(/^DemoNet: name not shown$/gm)).toHaveLength(3);
    expect(ofAnybody.trimEnd().split('\n')).toHaveLength(14 + 1);
  });

  test('ends beside a registry that is down, and says which', async () => {
    await stories.pampanet('down');
    const { code, stdout } = await run({}, 'FOXG1');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^2 of 3 registries answered; PampaNet /);
  });

  test('says in one line why it was refused', async () => {
    const { code, stdout, stderr } = await run({ TOKEN: 'wrong' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^401 [a-z-]+: No user .*\n$/);
  });

  async function run(env: Record<string, string>, symbol = 'BRCA1'): Promise<Ending> {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'website-'));
    await writeFile(join(folder.path, file), example('js', `// ${file}`, stories.network.demonet.url));
    return await ending(spawn(process.execPath, [file, symbol], { cwd: folder.path, env }));
  }
});

describe('the loop of docs/website.md over all pages', () => {
  // Of another gene, as what was answered before is cached.
  test.each([
    ['well', 'BRCA1'],
    ['down', 'STXBP1'],
  ] as const)('ends beside a registry that is %s', async (mood, symbol) => {
    await stories.pampanet(mood);
    const body = example('js', 'const { federated }', stories.network.demonet.url).replace('BRCA1', symbol);
    const summaries: string[] = [];
    const readAll = new Function('createClient', 'console', `return (async () => {${body}})();`);
    await readAll(createClient, { log: (_count: number, summary: string) => summaries.push(summary) });
    expect(summaries.at(-1)).toMatch(mood === 'well' ? /^All 3 registries answered\.$/ : /^2 of 3 .*; PampaNet /);
    expect(summaries.length).toBeLessThan(10);
  });
});

async function search(page: Page, symbol: string, token = ''): Promise<void> {
  await page.locator('#symbol').fill(symbol);
  await page.locator('#token').fill(token);
  await page.getByRole('button', { name: 'Search' }).click();
}

/** How many records the list shows with their person, and without. */
async function people(page: Page): Promise<{ named: number; hidden: number }> {
  const lines = await page.locator('#people li').allTextContents();
  const hidden = lines.filter((line) => line.startsWith('Name not shown')).length;
  return { named: lines.length - hidden, hidden };
}

function status(page: Page): Promise<string | null> {
  return page.locator('#status').textContent();
}
