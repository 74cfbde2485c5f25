/**
 * Installs what `npm start` needs when it is missing or out of date, and with `--dev` what `npm test` needs too; runs on
 * the machine's own Node.js.
 */

import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

ensureInstalled({ root, needsDev: process.argv.includes('--dev') }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
