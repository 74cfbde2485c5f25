/** How late this process is with its work: how much later than wanted a timer has its turn, smoothed. */

const EVERY_MS = 20;
/** One pause for collecting garbage is no lateness yet; a few turns in a row are. */
const WEIGHT = 0.25;

/** Tells it again and again while `isNeeded`; then until it is needed anew, nothing runs. */
export function lateness(tell: (lateMs: number) => void, isNeeded: () => boolean): { begin(): void } {
  let timer: NodeJS.Timeout | undefined;
  let expectedMs = 0;
  let smoothedMs = 0;

  function look(): void {
    const nowMs = performance.now();
    smoothedMs += WEIGHT * (Math.max(0, nowMs - expectedMs) - smoothedMs);
    expectedMs = nowMs + EVERY_MS;
    tell(smoothedMs);
    if (isNeeded()) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    begin() {
      if (timer !== undefined) return;
      smoothedMs = 0;
      expectedMs = performance.now() + EVERY_MS;
      timer = setInterval(look, EVERY_MS).unref();
    },
  };
}
