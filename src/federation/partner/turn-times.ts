/** How long the last turns of requests took, and so whether a further request can have its answer in time. */

/** Turns that ended longer ago say nothing of how fast a partner is now. */
const RECENT_MS = 10_000;
/** Fewer turns than this may have been slow by chance. */
const FEWEST_TURNS = 4;
/** After so long something can be said of a partner of which nothing was known, even where nothing has ended. */
const KNOWN_AFTER_MS = 1000;

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
  /** The same for who waits already, by the very last turns: the first of all open connections, and are slow. */
  leastWaitMs(ahead: number): number;
};

/** @param most turns at the same time */
export function turnTimes(most: number): TurnTimes {
  const mostKnown = Math.max(2 * FEWEST_TURNS, 2 * most);
  /** The last ones, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  /** When those under way began, the oldest first. */
  const underWay = new Set<{ beganMs: number }>();

  function recentTurns() {
    const sinceMs = performance.now() - RECENT_MS;
    return ended.filter(({ atMs }) => atMs >= sinceMs);
  }

  function timesOf(turns: readonly { tookMs: number }[]): number[] {
    return turns.map(({ tookMs }) => tookMs);
  }

  /** 0 where too little is known. */
  function meanOf(timesMs: readonly number[]): number {
    return timesMs.length < FEWEST_TURNS ? 0 : timesMs.reduce((sum, tookMs) => sum + tookMs, 0) / timesMs.length;
  }

  /** Whole turns: what is under way ends now, and so many more begin together. */
  function leastWaitMs(ahead: number, turnMs: number): number {
    return (Math.floor(ahead / most) + 1) * turnMs;
  }

  return {
    begin() {
      const beganMs = performance.now();
      const turn = { beganMs };
      underWay.add(turn);
      return () => {
        underWay.delete(turn);
        const atMs = performance.now();
        ended.push({ atMs, tookMs: atMs - beganMs });
        if (ended.length > mostKnown) ended.shift();
      };
    },
    leastAnswerMs(ahead) {
      const turnMs = meanOf(timesOf(recentTurns()));
      return (Math.max(0, ahead + underWay.size - most) * turnMs) / most + turnMs;
    },
    leastWaitMs(ahead) {
      const nowMs = performance.now();
      const recent = recentTurns();
      const [oldest] = recent;
      const lastingMs = [...underWay].map(({ beganMs }) => nowMs - beganMs);
      const knownForMs = oldest === undefined ? (lastingMs[0] ?? 0) : nowMs - oldest.atMs + oldest.tookMs;
      if (recent.length < mostKnown && knownForMs < KNOWN_AFTER_MS) return 0;
      const lastMs = timesOf(recent).slice(-Math.max(most, FEWEST_TURNS));
      return leastWaitMs(ahead, meanOf(lastMs.length < FEWEST_TURNS ? [...lastMs, ...lastingMs] : lastMs));
    },
  };
}
