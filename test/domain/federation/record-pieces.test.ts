/** The records of a line come in pieces, which are one list whatever their number. */

import { expect, test } from 'vitest';
import { jsonList, recordPieces } from '../../../src/domain/federation/federated-answer.ts';

test.each([0, 1, 63, 64, 65, 128, 200])('%i records in pieces are a list', (count) => {
  const records = Array.from({ length: count }, (_, id) => {
    return { json: JSON.stringify({ id }), order: undefined, isAnonymised: false, geneId: undefined };
  });
  expect(`[${[...recordPieces(records)].join('')}]`).toBe(jsonList(records));
});
