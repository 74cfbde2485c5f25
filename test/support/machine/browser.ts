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
  /** A window of its own, without anything kept from another one; closed with the browser at the latest. */
  window(options?: BrowserContextOptions): Promise<TestWindow>;
};
export type TestWindow = { context: BrowserContext; page: Page; faults: string[] };

const HEIGHT = 900;
const WIDTH = 1280;

/** One browser for all files of a worker, each with windows of its own. */
const lendBrowser = reusable(launch);

/**
 * Starts the browser, or takes the one that runs. `faults` of a window hold everything that its pages complained about:
 * errors of scripts, and what the Content-Security-Policy stopped.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const lent = await lendBrowser();
  const browser = lent.value;
  const contexts: BrowserContext[] = [];
  return {
    async window(options = {}) {
      const context = await browser.newContext({
        viewport: { width: WIDTH, height: HEIGHT },
        locale: 'en-GB',
        timezoneId: 'UTC',
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(String(fault.error())));
      context.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) faults.push(message.text());
      });
      return { context, page: await context.newPage(), faults };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()));
      await lent[Symbol.asyncDispose]();
    },
  };
}

async function launch(): Promise<Browser> {
  const home = await unpacked();
  return driver.launch({
    executablePath: join(home, 'chromium'),
    // No shared memory and no graphics card on small machines; nothing that loosens what pages may do.
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none', '--no-zygote'],
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
  const home = join(tmpdir(), `browser-for-tests-${version}`);
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
