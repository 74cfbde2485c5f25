/** Two clocks: what lasts is measured by one that nobody sets, what is shown or leaves this process is of the clock on the wall. */

export type Clock = {
  /** The steady clock, in milliseconds from any beginning, one for all processes of a machine: for what lasts. */
  now(): number;
  /** When a moment of the steady clock was or will be, in milliseconds as `Date.now()`. */
  toWall(steadyMs: number): number;
  /** The moment of the steady clock, of a time as `Date.now()`. */
  toSteady(wallMs: number): number;
};

/** `performance.now()` counts from the start of each process, the clock behind it from that of the machine. */
const PROCESS_BEGAN_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** A difference that is larger comes of a correction. */
const SET_MS = 20;

/** The clocks of this machine: a correction of the one on the wall changes no rest and no age. */
export function machineClock(): Clock {
  const now = () => PROCESS_BEGAN_MS + performance.now();
  let lastAheadMs = Date.now() - now();
  /** The clock on the wall has whole milliseconds: one moment has one time there until somebody sets it. */
  const aheadMs = () => {
    const presentMs = Date.now() - now();
    if (Math.abs(presentMs - lastAheadMs) > SET_MS) lastAheadMs = presentMs;
    return lastAheadMs;
  };
  return {
    now,
    toWall: (steadyMs) => steadyMs + aheadMs(),
    toSteady: (wallMs) => wallMs - aheadMs(),
  };
}
