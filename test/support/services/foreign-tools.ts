/** Where `.ci/tools` keeps programs of other people that tests ask with. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const FOLDER = join(CACHE, 'isearch-proxy/tools');

/** The folder of programs in Python; undefined where they are not all there. */
export const PYTHON_TOOLS = whereThere('python', 'installed.txt', 'bin');
/** The folder of programs in Node.js; undefined where they are not all there. */
export const NODE_TOOLS = whereThere('node', 'installed.json', 'node_modules/.bin');
/** The folder with `go.mod`, `go.sum` and `modules`, on which clients in Go are built; undefined where they are not all there. */
export const GO_TOOLS = whereThere('go', 'installed.mod', '.');

function whereThere(folder: string, mark: string, programs: string): string | undefined {
  return existsSync(join(FOLDER, folder, mark)) ? join(FOLDER, folder, programs) : undefined;
}
