/** `npm run tables`: writes the tables of parameters into docs/api.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { withParameterTables } from './parameter-tables.ts';

const file = new URL('../../docs/api.md', import.meta.url);
writeFileSync(file, withParameterTables(readFileSync(file, 'utf8')));
