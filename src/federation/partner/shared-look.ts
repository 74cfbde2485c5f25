/** One look at a partner that may serve several questions: who needs it while it is under way waits for it. */

export type SharedLook<Found> = {
  /** Undefined when none is under way; resolves with undefined when it was cut short, which says nothing. */
  underWay(): Promise<Found | undefined> | undefined;
  /** Makes this the look that is under way. */
  begin(looking: Promise<Found>): Promise<Found>;
};

export function sharedLook<Found>(): SharedLook<Found> {
  let current: Promise<Found | undefined> | undefined;
  return {
    underWay: () => current,
    async begin(looking) {
      const mine = looking.catch(() => undefined);
      current = mine;
      try {
        return await looking;
      } finally {
        if (current === mine) current = undefined;
      }
    },
  };
}
