/** How long the main thread of a page is busy with one thing, in processor time, which other programs do not lengthen. */

import type { Page } from 'playwright-core';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** Of the browser's own threads, that of pages. */
const MAIN_THREAD = 'CrRendererMain';
const MICROSECONDS = 1000;

/** Watches the browser of a page. Answers what ends that, with what was seen. */
export async function watchTasks(page: Page): Promise<() => Promise<readonly TraceEvent[]>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['toplevel'] });
  return async () => JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** The longest of them on the main thread of any page. @throws Error where nothing was seen, as then nothing is measured */
export function longestTaskMs(events: readonly TraceEvent[]): number {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, ph, pid, tid }) => {
    return ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`);
  });
  if (tasks.length === 0) throw new Error('No task of a page was seen.');
  return Math.ceil(Math.max(...tasks.map(({ tdur, dur = 0 }) => tdur ?? dur)) / MICROSECONDS);
}
