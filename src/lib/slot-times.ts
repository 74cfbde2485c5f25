/** Measures how long slots take, to estimate how long another one is waited for: what is queued × mean ÷ capacity. */

/** Slots that ended before this time do not count. */
const RECENT_MS = 10_000;
/** With fewer slots, there is no estimate: they may be slow by chance. */
const FEWEST_SLOTS = 4;
const MOST_SLOTS = 64;
/** After this time there is an estimate, however few slots have ended. */
const KNOWN_AFTER_MS = 1000;

type SlotTimes = {
  /** Notes that a slot begins; the returned function notes its end. */
  begin(): () => void;
  /**
   * Returns the least time until work that waits now is done, in milliseconds, as if a slot ended now and all took as
   * long as the last ones, which waited for whole rounds of slots before it; 0 if too little is known.
   *
   * @param ahead the weight that goes first
   */
  expectedMs(ahead: number): number;
  /** The same until work gets its slot, as if the slots under way ended one after the other. */
  waitMs(ahead: number): number;
};

/** @param capacity how much weight there may be at the same time */
export function slotTimes(capacity: () => number): SlotTimes {
  const known = () => Math.min(MOST_SLOTS, Math.max(FEWEST_SLOTS, capacity()));
  /** The last slots that have ended, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  /** When the slots under way began, the oldest first. */
  const underWay = new Set<{ beganMs: number }>();

  /** Returns the mean time of the most recent slots alone, because the first ones also open connections and are slow. */
  function meanMs(): number {
    const most = known();
    const nowMs = performance.now();
    while (ended[0] !== undefined && ended[0].atMs < nowMs - RECENT_MS) ended.shift();
    const [oldest] = ended;
    const [longest] = underWay;
    const firstBeganMs = oldest === undefined ? (longest?.beganMs ?? nowMs) : oldest.atMs - oldest.tookMs;
    if (ended.length < 2 * most && nowMs - firstBeganMs < KNOWN_AFTER_MS) return 0;
    const last = ended.slice(-most).map(({ tookMs }) => tookMs);
    if (last.length < FEWEST_SLOTS) for (const { beganMs } of underWay) last.push(nowMs - beganMs);
    return last.length < FEWEST_SLOTS ? 0 : last.reduce((sum, tookMs) => sum + tookMs, 0) / last.length;
  }

  return {
    begin() {
      const slot = { beganMs: performance.now() };
      underWay.add(slot);
      return () => {
        if (!underWay.delete(slot)) return;
        const atMs = performance.now();
        ended.push({ atMs, tookMs: atMs - slot.beganMs });
        if (ended.length > 2 * known()) ended.shift();
      };
    },
    expectedMs: (ahead) => (Math.floor(ahead / capacity()) + 1) * meanMs(),
    waitMs: (ahead) => (ahead * meanMs()) / capacity(),
  };
}
