/** The examples of the OpenAPI documents are what the demonstration answers. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEDERATED_OPERATIONS } from '../../src/api/federated-operations.ts';
import { registryOperations } from '../../src/api/registry-operations.ts';
import { EXAMPLES } from '../server/routes/openapi-reader.ts';
import { examplesText, recordExamples } from '../tools/api-tables/record-examples.ts';

test('src/api/examples.json is what `npm run tables` records now', async () => {
  const text = readFileSync(new URL('../../src/api/examples.json', import.meta.url), 'utf8');
  expect(examplesText(await recordExamples())).toBe(text);
});

test('every example that an operation lists is recorded', () => {
  const listed = [...registryOperations(''), ...FEDERATED_OPERATIONS].flatMap(({ id, examples = {}, lines = {} }) =>
    [...Object.keys(examples), ...Object.keys(lines)].map((name) => [id, name] as const),
  );
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter(([id, name]) => EXAMPLES[id]?.[name] === undefined)).toEqual([]);
});

test('no example has a cursor to a further page, which a program that tries the examples would follow', () => {
  expect(JSON.stringify(EXAMPLES)).not.toMatch(/"cursor":"/);
});
