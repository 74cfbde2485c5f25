/** What was wrong with a question, one by one, as the client hands it on. */

import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';

function clientAnswering(status: number, body: object) {
  const response = () => Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
  return createClient({ baseUrl: 'https://registry.example.org', fetch: async () => response() });
}

test('an error has a sentence for each wrong parameter or member', async () => {
  const errors = [
    { parameter: 'symbol', detail: 'Gene symbol cannot be empty.' },
    { pointer: '#/text', detail: 'It is missing.' },
  ];
  const client = clientAnswering(400, { code: 'empty-symbol', detail: 'Gene symbol cannot be empty.', errors });
  await expect(client.federated.stats()).rejects.toMatchObject({ code: 'empty-symbol', errors });
});

test('what is no such list is none, as of an older registry', async () => {
  for (const errors of [undefined, 'several', [1, null, {}, { detail: '' }]]) {
    await expect(clientAnswering(400, { code: 'x', errors }).federated.stats()).rejects.toMatchObject({ errors: [] });
  }
});
