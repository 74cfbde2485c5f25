/** What keeps a follower from its work, since when; reported once when it begins, when it changes its kind, and when it ends. */

import { UnusableDatabase } from '../store/sqlite-file.ts';

/** `source`: the database cannot be looked at. `copy`: what was read cannot be written into the file of the registry. */
export type Trouble = { of: 'source' | 'copy'; since: Date; reason: string };

export type TroubleReport = {
  /** Called with every new trouble, and with undefined when it is over. */
  trouble(trouble: Pick<Trouble, 'of' | 'reason'> | undefined): void;
};

export function followTrouble(report: TroubleReport) {
  let present: Trouble | undefined;
  return {
    present: () => present,
    begin(error: Error): void {
      const trouble = troubleOf(error);
      if (present?.of === trouble.of) return;
      present = { ...trouble, since: new Date() };
      report.trouble(trouble);
    },
    end(): void {
      if (present === undefined) return;
      present = undefined;
      report.trouble(undefined);
    },
  };
}

function troubleOf(error: Error): Pick<Trouble, 'of' | 'reason'> {
  if (error instanceof UnusableDatabase) return { of: 'copy', reason: error.reason };
  return { of: 'source', reason: error.message };
}
