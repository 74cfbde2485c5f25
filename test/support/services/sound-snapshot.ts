/** Whether `import` would take a snapshot. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { compileCheck, problemSentence } from '../../../src/lib/schema-check.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';

const check = snapshotChecker((schema) => compileCheck(schema, { allErrors: true }));

/** The sentences of what is wrong with it. */
export function checkSnapshot(snapshot: Snapshot): string[] {
  return check(snapshot).problems.map(problemSentence);
}
