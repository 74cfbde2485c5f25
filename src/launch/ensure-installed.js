/** Installs missing or outdated packages for `npm start`, and with `--dev` also those for `npm test`. */

import { ensureInstalled } from './install.js';

try {
  ensureInstalled({ needsDev: process.argv.includes('--dev') });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
