/** Installs missing or outdated packages for `npm start`, and with `--dev` also those for `npm test`; it runs on the machine's own Node.js. */

import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

ensureInstalled({ root, needsDev: process.argv.includes('--dev') }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
