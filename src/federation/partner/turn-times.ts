/** How long the last turns of requests took, and so whether a further request can have its answer in time. */

/** Turns that ended longer ago say nothing of how fast a partner is now. */
const RECENT_MS = 10_000;
/** Fewer turns than this may have been slow by chance. */
const FEWEST_TURNS = 4;

export type TurnTimes = {
  /** Notes that a turn begins; to be called again when it is over. */
  begin(): () => void;
  /**
   * The least time until a request has its answer, in milliseconds: as if a turn ended now, and all took as long as the
   * last ones did. 0 where too little is known.
   *
   * @param ahead requests that go first, of which some may have their turn in this moment
   */
  leastAnswerMs(ahead: number): number;
};

/** @param most turns at the same time */
export function turnTimes(most: number): TurnTimes {
  const mostKnown = Math.max(2 * FEWEST_TURNS, 2 * most);
  /** The last ones, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  let underWay = 0;
  return {
    begin() {
      const beganMs = performance.now();
      underWay++;
      return () => {
        underWay--;
        const atMs = performance.now();
        ended.push({ atMs, tookMs: atMs - beganMs });
        if (ended.length > mostKnown) ended.shift();
      };
    },
    leastAnswerMs(ahead) {
      const sinceMs = performance.now() - RECENT_MS;
      const recent = ended.filter(({ atMs }) => atMs >= sinceMs);
      if (recent.length < FEWEST_TURNS) return 0;
      const turnMs = recent.reduce((sum, { tookMs }) => sum + tookMs, 0) / recent.length;
      return (Math.max(0, ahead + underWay - most) * turnMs) / most + turnMs;
    },
  };
}
