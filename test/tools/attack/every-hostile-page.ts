/** `npm run soak -- --pages`: every hostile text in every view, on a phone and on a desk, each judged by itself. */

import { openBrowser, type TestBrowser } from '../../support/machine/browser.ts';
import {
  HOSTILE_TEXTS,
  type HostileNetwork,
  hostileWindow,
  leaving,
  openHostileNetwork,
  RECORD_VIEWS,
  TYPED_VIEWS,
  WINDOWS,
} from './hostile-pages.ts';
import { longestTaskMs, watchTasks } from './main-thread.ts';

/** So long the main thread of a page may be busy with one thing, in processor time. */
export const MOST_TASK_MS = 200;
/** A view that is not there by then never comes. */
const PATIENCE_MS = 30_000;

type Looked = { wrong: string[]; taskMs: number };

/**
 * Prints each view that is wrong, and how many there were. Answers whether none was.
 *
 * @param only the name of a view; undefined: all of them
 * @throws Error for a name that is none
 */
export async function everyHostilePage(only: string | undefined, signal: AbortSignal): Promise<boolean> {
  const views = Object.entries({ ...RECORD_VIEWS, ...TYPED_VIEWS }).filter(([name]) => (only ?? name) === name);
  if (views.length === 0) throw new Error(`--only must be the name of a view, found '${only}'.`);
  await using browser = await openBrowser();
  let [looked, wrong, longest] = [0, 0, 0];
  for (const [text, content] of Object.entries(HOSTILE_TEXTS)) {
    await using network = await openHostileNetwork([content]);
    for (const size of WINDOWS) {
      for (const [view, open] of views) {
        signal.throwIfAborted();
        const found = await lookAt(browser, network, { size, open });
        looked += 1;
        longest = Math.max(longest, found.taskMs);
        const all = [...found.wrong, ...(found.taskMs > MOST_TASK_MS ? [`a task of ${found.taskMs} ms`] : [])];
        if (all.length > 0) wrong += 1;
        process.stderr.write(`  ${text}, ${view}, ${size[0]} px: ${all.join('; ') || `well, ${found.taskMs} ms`}\n`);
      }
    }
  }
  process.stdout.write(`${looked} views, ${wrong} wrong; the longest task took ${longest} ms.\n`);
  return wrong === 0;
}

type View = { size: (typeof WINDOWS)[number]; open: (typeof RECORD_VIEWS)[string] };

async function lookAt(browser: TestBrowser, network: HostileNetwork, { size, open }: View): Promise<Looked> {
  const { page, context, faults } = await hostileWindow(browser, size);
  context.setDefaultTimeout(PATIENCE_MS);
  const wrong: string[] = [];
  const stop = await watchTasks(page);
  try {
    await open(page, network, async (state) => {
      for (const one of await leaving(page)) wrong.push(`${state}: ${one}`);
    });
  } catch (error) {
    wrong.push(`it did not come: ${(error as Error).message.split('\n')[0]}`);
  }
  const taskMs = longestTaskMs(await stop());
  await context.close();
  return { wrong: [...wrong, ...faults], taskMs };
}
