/**
 * `npm run tables`: records the examples of the OpenAPI documents, and writes the reference pages and tables of the
 * documentation from the code: parameters, configuration keys, errors, parameters of reasons, columns of a table of people. It takes ten seconds.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { configurationKeysPage } from './configuration-keys.ts';
import { withErrorSentences } from './error-tables.ts';
import { parametersPage } from './parameter-tables.ts';
import { withPeopleColumns } from './people-columns.ts';
import { withReasonParameters } from './reason-table.ts';
import { examplesText, recordExamples } from './record-examples.ts';

rewrite('docs/api-parameters.md', parametersPage);
rewrite('docs/configuration-keys.md', configurationKeysPage);
rewrite('docs/errors.md', withErrorSentences);
rewrite('docs/people-file.md', withPeopleColumns);
rewrite('docs/reasons.md', withReasonParameters);
writeFileSync(new URL('../../../src/api/examples.json', import.meta.url), examplesText(await recordExamples()));

function rewrite(path: string, textOf: (before: string) => string): void {
  const file = new URL(`../../../${path}`, import.meta.url);
  writeFileSync(file, textOf(readFileSync(file, 'utf8')));
}
