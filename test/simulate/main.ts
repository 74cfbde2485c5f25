/** `npm run simulate`. */

import { simulate } from './command.ts';

process.exitCode = simulate(process.argv.slice(2), process);
