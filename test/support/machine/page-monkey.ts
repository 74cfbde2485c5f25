/** A reader who presses whatever can be pressed on the pages of a search; after each step the page is compared with a fresh load. */

import type { Page } from 'playwright-core';
import { type SeededRandom, seededRandom } from '../../tools/bench/invented/seeded-random.ts';
import type { Stories } from './stories.ts';

export type MonkeyRun = { lang: 'en' | 'fr'; steps: number; seed: number };
/** `wrong` names each step after which the page differs from a fresh load of its address, or complains. */
export type MonkeyReport = { steps: number; bySort: Map<string, number>; wrong: string[] };

/** So long nothing is asked for, and the page is as it stays. */
const QUIET_MS = 60;
const START = '/search?symbol=SCN1A&taxonId=9606';
const GENES = ['SCN1A', 'KCNQ2', 'TP53', 'MECP2', 'BRCA1'];

/** One kind of step; answers false where the page offers nothing of the kind. */
type Step = (page: Page, random: SeededRandom) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  facet: press('.facets input'),
  'show everybody': press('#facets-clear'),
  map: press('#matrix a[data-list]'),
  'cards or table': press('#view-other'),
  sort: press('.people-table thead a'),
  'leave out a part': press('#query a.remove'),
  'open a profile': press('#people a.name[href*=userView]'),
  'close a profile': press('#drawer button'),
  Escape: (page) => page.keyboard.press('Escape'),
  Back: (page) => page.evaluate(() => history.back()),
  Forward: (page) => page.evaluate(() => history.forward()),
  language: press('.languages a:not([aria-current])'),
  'show more': press('#more button'),
  'another gene': press('#gene a[href*="search?"], .map th a[href*="search?"]'),
  async text(page, random) {
    const field = page.locator('#narrow:visible');
    if ((await field.count()) === 0) return false;
    await field.fill(random.pick(['university', 'mouse', 'zzz', '']));
    return true;
  },
  async form(page, random) {
    if ((await page.locator('#options').count()) === 0) return false;
    await page.locator('#options').evaluate((one) => one.setAttribute('open', ''));
    await page.locator('.mode[data-mode=genes]').evaluate((one) => one.setAttribute('open', ''));
    await page.locator('#symbol').fill(random.pick(GENES));
    await page.locator('#symbol').press('Enter');
    return true;
  },
  async box(page, random) {
    const box = page.locator('form.search-box input[name=text]').first();
    await box.fill(random.pick(GENES));
    await box.press('Enter');
  },
};

/** Presses one of those that can be seen. */
function press(selector: string): Step {
  return async (page, random) => {
    const all = page.locator(selector);
    const seen = await all.evaluateAll((them) =>
      them.flatMap((one, at) => (one.getClientRects().length > 0 ? [at] : [])),
    );
    if (seen.length === 0) return false;
    await all.nth(random.pick(seen)).evaluate((one: HTMLElement) => one.click());
    return true;
  };
}

export async function runMonkey(stories: Stories, { lang, steps, seed }: MonkeyRun): Promise<MonkeyReport> {
  const random = seededRandom(seed);
  const { page, context, faults } = await stories.browser.window();
  const fresh = await context.newPage();
  context.on('console', (message) => {
    // What a browser says of an answer with a status above 400 is no mistake of a script.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  const isQuiet = quietOf(page);
  const isFreshQuiet = quietOf(fresh);
  const report: MonkeyReport = { steps: 0, bySort: new Map(), wrong: [] };
  const trail: string[] = [];
  await page.goto(stories.at(`${START}&lang=${lang}`));
  await isQuiet();
  while (report.steps < steps) {
    const [name, step] = random.pick(Object.entries(STEPS));
    if ((await step(page, random)) === false) continue;
    await isQuiet();
    const address = page.url();
    if (!address.startsWith(stories.at('/'))) {
      await page.goto(stories.at(`${START}&lang=${lang}`));
      await isQuiet();
      continue;
    }
    report.steps += 1;
    report.bySort.set(name, (report.bySort.get(name) ?? 0) + 1);
    trail.push(name);
    if (!/\/(search)?(\?|#|$)/.test(address)) continue;
    // Another page of this registry, as the browser would start a process for a blank one.
    await fresh.goto(stories.at('/robots.txt'));
    await fresh.goto(address);
    await isFreshQuiet();
    const differences = differencesOf(await snapshotOf(page), await snapshotOf(fresh));
    for (const one of [...differences, ...faults.splice(0)]) {
      report.wrong.push(`seed ${seed}, ${lang}, after ${trail.slice(-4).join(' → ')}, at ${address}: ${one}`);
    }
    if (differences.length > 0) {
      await page.goto(address);
      await isQuiet();
    }
  }
  await context.close();
  return report;
}

/** Answers a wait for a page that has asked for everything and has been painted. */
function quietOf(page: Page): () => Promise<void> {
  let requests = 0;
  let last = Date.now();
  const count = (by: number) => () => {
    requests += by;
    last = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return async () => {
    last = Date.now();
    for (;;) {
      await page.waitForTimeout(QUIET_MS / 2);
      if (requests > 0 || Date.now() - last < QUIET_MS) continue;
      const isAsking = await page.evaluate(isUnfinished).catch(() => true);
      if (!isAsking) return;
    }
  };
}

/** In the page. Whoever is offered is shown, as a fresh load shows everybody. */
function isUnfinished(): boolean {
  document.querySelector<HTMLElement>('#offers button')?.click();
  return document.readyState !== 'complete' || document.querySelector('#results[data-state=asking]') !== null;
}

type Snapshot = Record<string, string>;

/** Everything of a page that its address decides. */
async function snapshotOf(page: Page): Promise<Snapshot> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const text = (one: Element) => (one.textContent ?? '').replace(/\s+/g, ' ').trim();
    const texts = (selector: string) => all(selector).map(text).join('\n');
    const links = (selector: string) =>
      all(selector)
        .map((one) => `${text(one)} → ${(one as HTMLAnchorElement).href}`)
        .join('\n');
    const fields = (selector: string) =>
      (all(selector) as HTMLInputElement[])
        .filter(({ name }) => name !== '' && name !== 'scripted')
        .map(({ id, name, type, value, checked }) => {
          return `${id || name}=${type === 'checkbox' || type === 'radio' ? checked : value}`;
        })
        .join('\n');
    const search = new URLSearchParams(location.search);
    return {
      title: document.title,
      feeds: links('head link[rel=alternate]'),
      robots: String(all('head meta[name=robots]').length),
      headings: texts('h1'),
      mains: String(all('main').length),
      skips: links('.skips a'),
      // What a reader types and does not send is theirs.
      box: all('form.search-box input[name=text]')
        .map((one) => (one as HTMLInputElement).defaultValue)
        .join('\n'),
      languages: links('.languages a'),
      chips: links('#query a, #query bdi'),
      understood: links('#understood a'),
      gene: texts('#gene'),
      summary: texts('#summary'),
      registries: texts('#origins li'),
      count: texts('#count'),
      query: texts('#question'),
      nobody: all('#nobody:not([hidden])').map(text).join(''),
      // Somebody who came in another batch has another id.
      people: all('#people .person')
        .filter((_, at) => at < 100)
        .map(text)
        .join('\n'),
      heads: links('#people thead a'),
      facets: all('.facets label')
        .map((one) => `${text(one)} ${one.querySelector('input')?.checked}`)
        .join('\n'),
      clear: links('#facets-clear'),
      text: fields('#narrow'),
      map: links('#matrix a'),
      cells: texts('#matrix tr'),
      tools: links('#tools a'),
      forms: fields('#search-form :is(input, select)'),
      tabs: all('.mode[open]')
        .map(({ dataset }) => dataset.mode)
        .join(),
      // Where the window is too narrow, a profile is a page.
      profile: search.has('symbol') || search.has('nameLike') ? texts('#drawer h2') : '',
    };
  });
}

function differencesOf(here: Snapshot, fresh: Snapshot): string[] {
  return Object.keys(fresh).flatMap((name) => {
    const [mine = '', wanted = ''] = [here[name], fresh[name]];
    if (mine === wanted) return [];
    const [lines, wantedLines] = [mine.split('\n'), wanted.split('\n')];
    const at = lines.findIndex((line, index) => line !== wantedLines[index]);
    const place = at < 0 ? lines.length : at;
    return [`${name}: “${lines[place] ?? ''}” instead of “${wantedLines[place] ?? ''}”`];
  });
}
