/** What a search costs on a slow line and a slow machine: bytes as the network carried them, and time. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { countWire, firstPaintMs, heapOf, slowDown, type Wire } from '../support/machine/slow-line.ts';
import { openSearch } from '../support/machine/stories.ts';
import { genes } from '../support/partners/behaviours.ts';
import { manyPeopleSnapshot, PEOPLE_OF } from '../support/registry/many-people.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

/** A machine that does other things at the same time is slower still: so much more than what is wanted is let pass. */
const PATIENCE = 4;
/** As the requirements say; bytes and the heap do not depend on the machine, times are let pass at some more. */
const WANTED = { bytesOf500: 60_000, firstMs: 1500, allMs: 2000, heapBytes: 25e6, sortMs: 200 };

type Times = { hundred?: number; whole?: number };

let browser: TestBrowser;
let registry: TestRegistry;
beforeAll(async () => {
  [browser, registry] = await Promise.all([openBrowser(), startTestRegistry({ snapshot: manyPeopleSnapshot() })]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

describe('on a line of 1.6 Mb/s with 150 ms there and back, and a machine four times slower', () => {
  test(`${PEOPLE_OF.BRCA1} people cost 60 kB and come within two seconds`, async () => {
    const { wire, times } = await searchFrom('BRCA1');
    print(`${PEOPLE_OF.BRCA1} people: ${wire.bytes()} bytes, ${JSON.stringify(times)} ms`);
    expect(wire.bytes()).toBeGreaterThan(10_000);
    expect(wire.bytes()).toBeLessThanOrEqual(WANTED.bytesOf500);
    expect(times.hundred).toBeLessThan(PATIENCE * WANTED.firstMs);
    expect(times.whole).toBeLessThan(PATIENCE * WANTED.allMs);
  });

  test(`of ${PEOPLE_OF.TP53} people the first hundred come soon, all are sorted at once, and take little room`, async () => {
    const { page, wire, times } = await searchFrom('TP53');
    const heap = await heapOf(wire);
    await page.locator('#view-other').click();
    const sortMs = await page.locator('#sort-name').evaluate((link: HTMLElement) => {
      const begin = performance.now();
      link.click();
      // What is asked of the layout is laid out.
      return [performance.now() - begin, document.body.offsetHeight && performance.now() - begin].map(Math.round);
    });
    print(
      `${PEOPLE_OF.TP53} people: ${wire.bytes()} bytes, ${JSON.stringify(times)} ms, heap ${heap}, sort ${sortMs} ms`,
    );
    expect(times.hundred).toBeLessThan(PATIENCE * WANTED.firstMs);
    expect(heap).toBeLessThan(WANTED.heapBytes);
    expect(sortMs[0]).toBeLessThan(PATIENCE * WANTED.sortMs);
  });
});

test('500 people are there soon after they came, a hundred of them in the list', async () => {
  await using partner = await startScriptedPartner({ '/api/genes/search': genes(500) });
  await using hub = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'large', name: 'LargeNet', url: partner.url }],
  });
  const { page } = await browser.firstVisit();
  const begin = performance.now();
  await openSearch(page, `${hub.url}/search?symbol=BRCA1&taxonId=9606`);
  await page.locator('#people .person').nth(99).waitFor();
  expect(await page.locator('#count').textContent()).toBe('501 people');
  const took = Math.round(performance.now() - begin);
  console.log(`500 people: first paint ${await firstPaintMs(page)} ms, there after ${took} ms`);
  expect(took).toBeLessThan(5000);
});

/** Presses Search on an open page, and waits until everybody is there. */
async function searchFrom(symbol: keyof typeof PEOPLE_OF): Promise<{ page: Page; wire: Wire; times: Times }> {
  const { page } = await browser.firstVisit();
  const wire = await countWire(page);
  await page.goto(`${registry.url}/?by=gene`);
  await page.locator('#symbol[role=combobox]').fill(symbol);
  await page.waitForLoadState('networkidle');
  await slowDown(wire);
  wire.restart();
  await page.evaluate(watchPeople);
  await page.locator('#symbol').press('Enter');
  await page.locator('#results[data-state=whole]').waitFor();
  await page.locator('#people .person').nth(99).waitFor();
  await page.waitForLoadState('networkidle');
  const times = await page.evaluate(() => (globalThis as unknown as { times: Times }).times);
  return { page, wire, times };
}

/** Notes in the page, before each paint, how long after Search there were how many. */
function watchPeople(): void {
  const times: Times = {};
  Object.assign(globalThis, { times });
  addEventListener('submit', () => {
    const begin = performance.now();
    const look = () => {
      const now = Math.round(performance.now() - begin);
      if (document.querySelectorAll('#people .person').length >= 100) times.hundred ??= now;
      if (document.querySelector('#results[data-state=whole]') !== null) times.whole ??= now;
      if (times.whole === undefined || times.hundred === undefined) requestAnimationFrame(look);
    };
    look();
  });
}

function print(figures: string): void {
  console.log(figures);
}
