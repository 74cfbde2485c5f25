/** When the requests about a person are looked at again, and which of several instances does it. */

/** A person whose requests this instance alone handles, until a moment. */
export type ClaimedPerson = { userId: number; until: string };

/** Moments are texts as `Date.toISOString` writes them. */
export type DuePeopleStore = {
  /** Notes that the requests about a person are due at a moment; an earlier moment that is stored stays. */
  lookAt(userId: number, at: string): Promise<void>;
  /** Makes a person due at an earlier moment, because something happened to a request; does nothing if the person is not due at all. */
  lookSooner(userId: number, at: string): Promise<void>;
  /** Claims one person who is due and whom no other instance has; the claim ends at `until` if it is not settled. */
  claim(now: string, until: string): Promise<ClaimedPerson | undefined>;
  /** Ends a claim. The person is due again at `nextAt`, or at what {@link lookAt} was given meanwhile; null for never. */
  settle(claimed: ClaimedPerson, nextAt: string | null): Promise<void>;
};
