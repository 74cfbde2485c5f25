/** `npm run tables`: records the examples of the OpenAPI documents, and writes the tables of parameters into docs/api.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { withParameterTables } from './parameter-tables.ts';
import { examplesText, recordExamples } from './record-examples.ts';

const file = new URL('../../docs/api.md', import.meta.url);
writeFileSync(file, withParameterTables(readFileSync(file, 'utf8')));
writeFileSync(new URL('../../src/api/examples.json', import.meta.url), examplesText(await recordExamples()));
