/** Answers over data that stood in an RDP database are those that RDP gave over it, question by question. */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { copyRdpDatabase } from '../../src/app/rdp-copy.ts';
import { presentSnapshot } from '../../src/domain/record/snapshot-versions.ts';
import { describeRecordings } from '../contract/describe-recordings.ts';
import { recordedPath } from '../contract/recorded-cases.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';

const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
let copies = 0;

/** In turn a database file and a snapshot: both kinds of copies have to be right. */
describeRecordings(async (name) => {
  copies += 1;
  const text = gunzipSync(readFileSync(recordedPath(`${name}.snapshot.json.gz`))).toString();
  await using rdp = await openRdpTestDatabase({ snapshot: presentSnapshot(JSON.parse(text)) });
  const isDatabase = copies % 2 === 1;
  const to = join(folder, `${copies}.${isDatabase ? 'sqlite' : 'json.gz'}`);
  await copyRdpDatabase({ from: rdp.address, password: undefined, to, now: new Date(), onProgress: () => {} });
  return isDatabase ? { databaseFile: to } : { snapshot: to };
});
