/** What is simulated. */

import { loadConfig } from '../../../src/config/config.ts';

export type Scenario = {
  seed: number;
  /** Registries that are asked, this one not among them. */
  registries: number;
  /** Of all readers, a minute. */
  questions: number;
  /** Processes that answer, each with a core of its own. */
  instances: number;
  /** Whether they have their answers, calls under way and circuit breakers in common. */
  isShared: boolean;
  /** Bytes of answers that each instance keeps, or all of them together where they share. */
  keptBytes: number;
  /** Simulated before anything is counted, so that what is down is known. */
  settleMs: number;
  countedMs: number;
};

const { app, cache, limits } = loadConfig({ files: [], env: {} });
const { isearch } = app.settings;

/** What an instance does when nothing else is configured. */
export const RULES = {
  freshSeconds: cache.answersFreshSeconds,
  staleSeconds: cache.answersStaleHours * 3600,
  readTimeoutMs: isearch.readTimeoutMs,
  partnerTimeoutMs: isearch.partnerTimeoutMs,
  searchTimeoutMs: isearch.searchTimeoutMs,
  maxConcurrency: isearch.maxConcurrency,
  searches: limits.searches,
  ownBytes: cache.answersMegabytes * 2 ** 20,
};

/** Room for answers in a shared cache. */
export const SHARED_BYTES = 16 * 2 ** 30;

export const DEFAULTS: Scenario = {
  seed: 1,
  registries: 500,
  questions: 10_000,
  instances: 1,
  isShared: false,
  keptBytes: RULES.ownBytes,
  settleMs: 4000,
  countedMs: 10_000,
};
