/** A member of a record is declared at one place, and only what differs by member names it besides. */

import { expect, test } from 'vitest';
import { filesNaming } from '../tools/files-naming.ts';

test.each([
  // What is stored, shown and taken over as any other text, and no more.
  ['department', 12],
  // A filter, an order and a facet, too.
  ['researcherPosition', 34],
])('%s is named in %i files at most', (member, most) => {
  expect(filesNaming(member).length).toBeLessThanOrEqual(most);
});
