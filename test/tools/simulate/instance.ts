/** One process: its processor does one thing after the other, and a bounded number of searches is under way. */

import { RULES } from './scenario.ts';

export type Instance = {
  /** Work of so many milliseconds; answers when it is done. */
  work(nowMs: number, costMs: number): number;
  /** Whether one more search is let in. */
  enter(nowMs: number): boolean;
  leave(): void;
  /** Whether this process has read those answers lately, and need not fetch them. */
  hasRead(gene: number, sinceMs: number, nowMs: number): boolean;
  /** Milliseconds of work that came since counting began. */
  workedMs(): number;
  beginCounting(): void;
};

/** Who is later than this with the work it has lets in no more: a reader would wait for others' work alone. */
const LATE_MS = 500;
/** Genes whose answers a process holds ready, where a shared cache holds all. */
const MOST_READ = 50;

export function instance(): Instance {
  const read = new Map<number, number>();
  let busyUntilMs = 0;
  let underWay = 0;
  let workedMs = 0;
  return {
    work(nowMs, costMs) {
      busyUntilMs = Math.max(busyUntilMs, nowMs) + costMs;
      workedMs += costMs;
      return busyUntilMs;
    },
    enter(nowMs) {
      if (underWay >= RULES.searches || busyUntilMs - nowMs > LATE_MS) return false;
      underWay++;
      return true;
    },
    leave: () => void underWay--,
    hasRead(gene, sinceMs, nowMs) {
      const readMs = read.get(gene) ?? Number.NEGATIVE_INFINITY;
      if (readMs >= sinceMs) return true;
      read.delete(gene);
      read.set(gene, nowMs);
      const [oldest] = read.keys();
      if (read.size > MOST_READ && oldest !== undefined) read.delete(oldest);
      return false;
    },
    workedMs: () => workedMs,
    beginCounting() {
      workedMs = 0;
    },
  };
}
