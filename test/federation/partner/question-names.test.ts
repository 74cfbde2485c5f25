/** What is cached under a key from which nobody learns which gene was asked about. */

import { expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import { questionNames } from '../../../src/federation/partner/answer-cache.ts';
import { signer } from '../../../src/federation/signer.ts';
import { fakePartner, json } from '../../support/partners/fake-partner.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const KCNQ2 = questionOf('/api/genes/search?symbol=KCNQ2&taxonId=9606');
const nameQuestion = questionNames(signer(Buffer.alloc(32, 1)).sign);

test('equal questions have one name, and others another one', () => {
  expect(nameQuestion(questionOf('/api/genes/search?taxonId=9606&symbol=KCNQ2'))).toBe(nameQuestion(KCNQ2));
  expect(nameQuestion(questionOf('/api/genes/search?symbol=KCNQ3&taxonId=9606'))).not.toBe(nameQuestion(KCNQ2));
});

test('the name of a question is another one in every process', () => {
  expect(questionNames(signer(Buffer.alloc(32, 2)).sign)(KCNQ2)).not.toBe(nameQuestion(KCNQ2));
});

test('no key of the cached answers of a partner shows what it was asked', async () => {
  const partner = fakePartner({ answers: () => json([geneRecord(1)]) });
  await partner.ask(KCNQ2);
  const keys = [...partner.store.keys()];
  expect(keys).toHaveLength(1);
  expect(keys.join()).not.toMatch(/kcnq2|9606|symbol/i);
});
