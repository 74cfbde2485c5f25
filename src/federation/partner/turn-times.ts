/** How long the last turns of requests took, and so whether a further request can have its answer in time. */

/** Turns that ended longer ago say nothing of how fast a partner is now. */
const RECENT_MS = 10_000;
/** Fewer turns than this may have been slow by chance. */
const FEWEST_TURNS = 4;
/** After so long something can be said of a partner of which nothing was known, even where nothing has ended. */
const KNOWN_AFTER_MS = 1000;

type TurnTimes = {
  /** Notes that a turn begins; to be called again when it is over. */
  begin(): () => void;
  /**
   * The least time until a request has its answer, in milliseconds: as if a turn ended now, and all took as long as the
   * last ones did. 0 where too little is known.
   *
   * @param ahead requests that go first, of which some may have their turn in this moment
   */
  leastAnswerMs(ahead: number): number;
  /** The same for whoever waits at this moment, by the very last turns: the first of all open connections, and are slow. */
  leastWaits(): (ahead: number) => number;
};

/** @param most turns at the same time */
export function turnTimes(most: number): TurnTimes {
  const mostKnown = Math.max(2 * FEWEST_TURNS, 2 * most);
  /** The last ones, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  /** When those under way began, the oldest first. */
  const underWay = new Set<{ beganMs: number }>();

  function recentTurns(nowMs: number): readonly { atMs: number; tookMs: number }[] {
    while (ended[0] !== undefined && ended[0].atMs < nowMs - RECENT_MS) ended.shift();
    return ended;
  }

  /** 0 where too little is known. */
  function meanOf(turns: readonly { tookMs: number }[]): number {
    return turns.length < FEWEST_TURNS ? 0 : turns.reduce((sum, { tookMs }) => sum + tookMs, 0) / turns.length;
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
      const turnMs = meanOf(recentTurns(performance.now()));
      return (Math.max(0, ahead + underWay.size - most) * turnMs) / most + turnMs;
    },
    leastWaits() {
      const nowMs = performance.now();
      const recent = recentTurns(nowMs);
      const [oldest] = recent;
      const lasting = [...underWay].map(({ beganMs }) => ({ tookMs: nowMs - beganMs }));
      const knownForMs = oldest === undefined ? (lasting[0]?.tookMs ?? 0) : nowMs - oldest.atMs + oldest.tookMs;
      if (recent.length < mostKnown && knownForMs < KNOWN_AFTER_MS) return () => 0;
      const last = recent.slice(-Math.max(most, FEWEST_TURNS));
      const turnMs = meanOf(last.length < FEWEST_TURNS ? [...last, ...lasting] : last);
      // Whole turns: what is under way ends now, and so many more begin together.
      return (ahead) => (Math.floor(ahead / most) + 1) * turnMs;
    },
  };
}
