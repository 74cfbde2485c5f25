/** A real browser for tests, out of the package @sparticuz/chromium: nothing has to be installed on the machine. */

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core';
import { PATIENCE_MS } from './patience.ts';
import { reusable } from './reusable.ts';

export type TestBrowser = AsyncDisposable & {
  /**
   * A window without anything kept from another one but what its pages load: when its test has ended, one for the same options
   * takes its place, which the browser need not start again. It is closed with the browser at the latest.
   */
  window(options?: BrowserContextOptions): Promise<TestWindow>;
  /** A window of somebody who comes for the first time: nothing is loaded yet. */
  firstVisit(options?: BrowserContextOptions): Promise<TestWindow>;
};
export type TestWindow = { context: BrowserContext; page: Page; faults: string[] };

/** What windows of the same options share, one after the other; `parked` is a page that keeps its process running between them. */
type Place = { context: BrowserContext; faults: string[]; hasScripts: boolean; parked?: Page };

const HEIGHT = 900;
const WIDTH = 1280;

/** Tools open windows, too, and have no tests at whose end a window is given back. */
const tests = process.env.VITEST === undefined ? undefined : await import('vitest');

/** One browser for all files of a worker, each with windows of its own. */
const lendBrowser = reusable(launch);

/**
 * Starts the browser, or takes the one that runs. `faults` of a window hold everything that its pages complained about:
 * errors of scripts, and what the Content-Security-Policy stopped.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const lent = await lendBrowser();
  const places: Place[] = [];
  const idle = new Map<string, Place[]>();

  async function open(options: BrowserContextOptions): Promise<Place> {
    const viewport = { width: WIDTH, height: HEIGHT };
    const context = await lent.value.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC', ...options });
    const place: Place = { context, faults: [], hasScripts: options.javaScriptEnabled !== false };
    places.push(place);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('weberror', (fault) => place.faults.push(String(fault.error())));
    context.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) place.faults.push(message.text());
    });
    return place;
  }

  async function windowIn(place: Place): Promise<TestWindow> {
    place.faults = [];
    return { context: place.context, page: await place.context.newPage(), faults: place.faults };
  }

  return {
    firstVisit: async (options = {}) => windowIn(await open(options)),
    async window(options = {}) {
      const key = JSON.stringify(options);
      const others = idle.get(key) ?? [];
      idle.set(key, others);
      const place = others.pop() ?? (await open(options));
      if (tests?.TestRunner.getCurrentTest() !== undefined) {
        tests.onTestFinished(async () => {
          if (await isEmptied(place)) others.push(place);
        });
      }
      return windowIn(place);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(places.map(({ context }) => context.close()));
      await lent[Symbol.asyncDispose]();
    },
  };
}

/** Whether nothing of what a test did is left in it. Where the registry of its pages has ended, it is closed. */
async function isEmptied(place: Place): Promise<boolean> {
  const { context } = place;
  const pages = context.pages();
  const [last] = pages.filter((page) => page !== place.parked && page.url().startsWith('http'));
  try {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (last !== undefined) place.parked ??= await context.newPage();
    const { parked } = place;
    if (parked === undefined || last === undefined) throw new Error('Nothing was opened.');
    await parked.goto(new URL('/robots.txt', last.url()).href);
    await Promise.all(pages.filter((page) => page !== parked).map((page) => page.close()));
    // A page without scripts has stored nothing, and may never run this one.
    if (place.hasScripts) await parked.evaluate(() => localStorage.clear());
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    return true;
  } catch {
    await context.close();
    return false;
  }
}

async function launch(): Promise<Browser> {
  const home = await unpacked();
  return driver.launch({
    executablePath: join(home, 'chromium'),
    // No shared memory and no graphics card on small machines; no process in reserve, which each window would wait for. Nothing
    // loosens what pages may do.
    args: [
      ...['--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none', '--no-zygote'],
      '--renderer-process-limit=1',
    ],
    env: {
      ...process.env,
      HOME: home,
      FONTCONFIG_PATH: join(home, 'fonts'),
      LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  });
}

/** The folder of the unpacked browser. Several tests may come here at once, and all but one find it ready or make it twice. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(new URL('../../../node_modules/@sparticuz/chromium/package.json', import.meta.url), 'utf8'),
  );
  const home = join(process.env.BROWSER_FOLDER ?? tmpdir(), `browser-for-tests-${version}`);
  if (existsSync(home)) return home;
  const making = await mkdtemp(`${home}-`);
  await unpackInto(making);
  await writeFile(
    join(making, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`,
  );
  try {
    await rename(making, home);
  } catch {
    await rm(making, { recursive: true, force: true });
  }
  return home;
}

/** The package unpacks to the folder for temporary files, and its libraries only in what looks like AWS Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    await chromium.executablePath();
  } finally {
    restore('TMPDIR', TMPDIR);
    restore('AWS_EXECUTION_ENV', AWS_EXECUTION_ENV);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
