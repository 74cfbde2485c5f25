/** What every story in the browser needs: the network of the demonstration, a browser, and words for what a reader does. */

import { readFileSync } from 'node:fs';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { type HELD, type OpenDemoNetwork, openDemoNetwork, readDemoNetwork } from '../network/demo-network.ts';
import { openBrowser, type TestBrowser } from './browser.ts';

export type Stories = AsyncDisposable & {
  browser: TestBrowser;
  /** An address of the first registry. A path begins with `/`. */
  at(path: string): string;
};

export type OwnStories = Stories & {
  network: OpenDemoNetwork;
  /** How PampaNet fares from now on. Who is held is answered as soon as it fares otherwise. */
  pampanet(mood: 'well' | 'slow' | 'down' | typeof HELD): Promise<void>;
};

/** Late, but not so late that nobody waits for it. */
const LATE_MS = 1200;
/** Longer than anything that a page does before PampaNet answers. */
const HELD_MS = 30_000;

/** Stories that only read: their network is that of every file of the worker that only reads, and all is well in it. */
export async function openStories(): Promise<Stories> {
  const resources = new AsyncDisposableStack();
  const [network, browser] = await Promise.all([readDemoNetwork(), openBrowser()]);
  resources.use(network);
  resources.use(browser);
  return { browser, at: (path) => network.demonet.url + path, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Stories with a network of their own: for files that make PampaNet slow or let it fail, which others would then notice, or that
 * leave something in a registry. Where `slowMs` is given, PampaNet waits for so long before an answer when it is slow, and is waited
 * for as by a registry that is shipped; elsewhere it is waited for while it is held.
 */
export async function openOwnStories({ slowMs }: { slowMs?: number } = {}): Promise<OwnStories> {
  const resources = new AsyncDisposableStack();
  const [network, browser] = await Promise.all([
    openDemoNetwork({ slowMs: slowMs ?? LATE_MS, patienceMs: slowMs === undefined ? HELD_MS : undefined }),
    openBrowser(),
  ]);
  resources.use(network);
  resources.use(browser);
  return {
    browser,
    network,
    at: (path) => network.demonet.url + path,
    async pampanet(mood) {
      await fetch(`${network.pampanet.url}/demo/mood?be=${mood}`, { method: 'POST' });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Opens a search and waits until every registry has answered, or failed to, and everybody is shown. */
export async function openSearch(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await wholeAnswer(page);
}

/** Unfolds the forms with every option above an answer. */
export async function openOptions(page: Page): Promise<void> {
  if ((await page.locator('#options[open]').count()) === 0) await page.locator('#options > summary').click();
}

/** Unfolds the menu of what takes a list elsewhere. */
export async function openShare(page: Page): Promise<void> {
  if ((await page.locator('#share[open]').count()) === 0) await page.locator('#share > summary').click();
}

export async function wholeAnswer(page: Page): Promise<void> {
  await everyRegistry(page);
  // On a busy machine some answers come so late that they are offered.
  await page.evaluate(() => document.querySelector<HTMLElement>('#offers button')?.click());
}

/** Waits until every registry has answered, or failed to; who came late stays offered. */
export async function everyRegistry(page: Page): Promise<void> {
  await page.locator('#results[data-state=whole]').waitFor();
}

/** Waits for the next picture of the page: only then it notices that a reader has scrolled, and has begun to read. */
export async function nextPicture(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** The people of the list: who, and of which registry. */
export async function rowsOf(page: Page): Promise<string[]> {
  return page
    .locator('#people .person:not([hidden])')
    .evaluateAll((people) =>
      people.map((one) => `${one.querySelector('.name bdi')?.textContent} (${one.getAttribute('data-origin')})`),
    );
}

/** The same of the whole answer, after those who came late were shown. */
export async function wholeRowsOf(page: Page): Promise<string[]> {
  await wholeAnswer(page);
  return rowsOf(page);
}

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What colours alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Style sheets are judged by what they make of the page. */
const PRELOADED = { assets: ['media'] };
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with a page in the light and in the dark, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await violationsNow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...inLight, ...(await wrongColoursNow(page)).map((one) => `in the dark: ${one}`)];
}

/** What axe finds wrong with a page as it stands, in the colours that it has. */
export async function violationsNow(page: Page): Promise<string[]> {
  return brokenRules(page, EVERY_RULE);
}

/** The same of the rules that nothing but other colours can break. */
export async function wrongColoursNow(page: Page): Promise<string[]> {
  return brokenRules(page, RULES_OF_COLOUR);
}

async function brokenRules(page: Page, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations'], preload: PRELOADED };
  const found = await page.evaluate(async (how) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // What is still fading in has other colours than what readers see then.
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { violations } = await axe.run(document, how);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]));
  }, options);
  return found.map((one) => one.join(' | '));
}
