/** Installs what `npm start` and `npm test` need when it is missing or out of date; runs on the machine's own Node.js. */

import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.js';

ensureInstalled({ root: fileURLToPath(new URL('../..', import.meta.url)) }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
