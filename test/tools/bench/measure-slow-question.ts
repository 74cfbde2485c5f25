/** Whether a slow question holds up the fast ones: both are asked at once, each over connections of its own. */

import type { LoadGenerator } from './load.ts';
import { assertSound } from './measure-workload.ts';
import type { ServerProcess } from './processes/server-process.ts';
import { SLOW_QUESTION, type Workload } from './workloads.ts';

export type SlowQuestionFigures = {
  /** How long the fast question took meanwhile. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  fastRequests: number;
  slowRequests: number;
  slowP50Ms: number;
};

type Options = { fast: Workload; registry: ServerProcess; seconds: number; generator: LoadGenerator };

const CONNECTIONS_EACH = 4;
const WARM_UP_SECONDS = 1;

/** @throws Error when an answer is not what it should be */
export async function measureSlowQuestion(options: Options, signal: AbortSignal): Promise<SlowQuestionFigures> {
  const { fast, registry, seconds, generator } = options;
  const common = { url: registry.url, offset: 0, connections: CONNECTIONS_EACH };
  const askBoth = (duration: number) =>
    Promise.all([
      generator.run({ ...common, seconds: duration, paths: fast.paths }, signal),
      generator.run({ ...common, seconds: duration, paths: [SLOW_QUESTION] }, signal),
    ]);
  await askBoth(WARM_UP_SECONDS);
  const [quick, slow] = await askBoth(seconds);
  assertSound(quick, fast.title, 0);
  // In a very large registry none may come to its end in the time; what counts is what the others waited.
  if (slow.requests > 0) assertSound(slow, 'slow question', 0);
  const { p50Ms, p99Ms, maxMs } = quick;
  return { p50Ms, p99Ms, maxMs, fastRequests: quick.requests, slowRequests: slow.requests, slowP50Ms: slow.p50Ms };
}
