/** What commands say of a database file that is damaged. */

import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { damageFile } from '../support/machine/damage-file.ts';
import { largeSnapshot, makeFile } from '../support/registry/large-registry.ts';

test.each([
  ['export', 0.3, 0.9, 'it is damaged; put a backup or a new import of an export in its place'],
  ['serve', 0, 0.01, 'it is no SQLite database'],
])('%s of a file that is damaged from %d to %d ends with one sentence', async (command, from, to, reason) => {
  await using workplace = await openWorkplace();
  const file = workplace.at('registry.sqlite');
  makeFile(file, largeSnapshot('Damaged', 60));
  await damageFile(file, from, to);
  const { code, stderr } = await workplace.run([command]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `The database file ${file} cannot be used: ${reason}.\n` });
});
