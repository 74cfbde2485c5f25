/** When the requests about a person are to be looked at again, and who of several instances does it. */

/** A person whose requests one instance alone looks at, until a moment. */
export type ClaimedPerson = { userId: number; until: string };

/** Moments are texts as `Date.toISOString` writes them. */
export type DuePeopleStore = {
  /** There is something to do for a person from a moment on, or before. */
  lookAt(userId: number, at: string): Promise<void>;
  /** Something happened to the requests about a person: where anything of them is still to be done, it may be done now. */
  lookSooner(userId: number, at: string): Promise<void>;
  /** Takes one person who is due and whom nobody else has; whoever ends before it is settled has it until `until`. */
  claim(now: string, until: string): Promise<ClaimedPerson | undefined>;
  /**
   * Gives the person back, to be looked at again at a moment, or at what {@link lookAt} was given meanwhile; null for
   * never.
   */
  settle(claimed: ClaimedPerson, nextAt: string | null): Promise<void>;
};
