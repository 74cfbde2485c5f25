/** Two clocks: durations use the steady clock, which nobody sets; times that are shown or leave this process use the wall clock. */

export type Clock = {
  /** Returns the time of the steady clock, for durations: in milliseconds from any beginning, the same in all processes of a machine. */
  now(): number;
  /** Converts a moment of the steady clock to milliseconds as of `Date.now()`. */
  toWall(steadyMs: number): number;
  /** Converts milliseconds as of `Date.now()` to the steady clock. */
  toSteady(wallMs: number): number;
};

/** The start of this process by the clock of the machine; `performance.now()` counts from there. */
const PROCESS_BEGAN_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** A larger difference means that somebody has set the wall clock. */
const SET_MS = 20;

/** Returns the clocks of this machine: setting its wall clock changes no rest and no age. */
export function machineClock(): Clock {
  const now = () => PROCESS_BEGAN_MS + performance.now();
  let lastAheadMs = Date.now() - now();
  /** The wall clock counts whole milliseconds, so the difference varies; it changes only if the clock was set, so that a moment has one time. */
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
