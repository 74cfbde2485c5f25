/** Where Node.js keeps what it made of the files of this project: hundreds of programs and workers load the same. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const COMPILED = join(tmpdir(), 'isearch-proxy-compiled-for-tests');
