/** `npm run simulate`: what do hundreds of registries cost each other? It calculates and starts none. A few seconds. */

import { simulate } from './command.ts';

process.exitCode = simulate(process.argv.slice(2), process);
