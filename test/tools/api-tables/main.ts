/**
 * `npm run tables`: records the examples of the OpenAPI documents, and writes the tables of parameters into docs/api.md and
 * that of reasons into docs/errors.md. Some seconds.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { withParameterTables } from './parameter-tables.ts';
import { withReasonTable } from './reason-table.ts';
import { examplesText, recordExamples } from './record-examples.ts';

rewrite('../../../docs/api.md', withParameterTables);
rewrite('../../../docs/errors.md', withReasonTable);
writeFileSync(new URL('../../../src/api/examples.json', import.meta.url), examplesText(await recordExamples()));

function rewrite(page: string, withTables: (text: string) => string): void {
  const file = new URL(page, import.meta.url);
  writeFileSync(file, withTables(readFileSync(file, 'utf8')));
}
