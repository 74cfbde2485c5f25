/** Files of searches as pandas and R read them from their address, with no options. */

import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { PYTHON_TOOLS } from '../support/services/foreign-tools.ts';
import { programNamed } from '../support/services/programs.ts';

const run = promisify(execFile);
const PYTHON = PYTHON_TOOLS === undefined ? programNamed('python3') : join(PYTHON_TOOLS, 'python');
const R = programNamed('Rscript');

function hasPandas(): boolean {
  try {
    execFileSync(PYTHON ?? '', ['-c', 'import pandas'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a program of statistics prints: how many rows and columns, and the telephone numbers, none of which is a number. */
const IN_PYTHON = `
import sys, pandas
found = pandas.read_csv(sys.argv[1])
print(len(found), len(found.columns), *found['phone'])
`;
const IN_R = `
found <- read.csv(commandArgs(trailingOnly = TRUE)[1])
cat(nrow(found), ncol(found), found$phone)
`;

let network: Network;
beforeAll(async () => {
  const people = ['0301234', '+1 604 555 0100', '604 555, 0101'].map((phone, index) =>
    aUser(index + 10, { phone, description: 'Two\nlines, "quoted"; é' }),
  );
  network = await startNetwork([{ key: 'a', snapshot: smallSnapshot({ users: people }) }]);
});
afterAll(() => network?.[Symbol.asyncDispose]());

const address = () => `${network.at('a').url}/export?format=csv&nameLike=a&prefix=false`;
const READ = "3 20 '0301234 '+1 604 555 0100 604 555, 0101";

test.skipIf(!hasPandas())('pandas reads one by its address alone (needs python3 with pandas)', async () => {
  const { stdout } = await run(PYTHON ?? '', ['-c', IN_PYTHON, address()]);
  expect(stdout.trim()).toBe(READ);
});

test.skipIf(R === undefined)('R reads one by its address alone (needs Rscript)', async () => {
  const { stdout } = await run(R ?? '', ['-e', IN_R, address()]);
  expect(stdout.trim()).toBe(READ);
});
