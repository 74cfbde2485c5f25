/** The name of an answer, by which the next page sees whether it is still the same. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import { answerTags } from '../../../src/domain/pages/record-keys.ts';
import { personKey } from '../../../src/domain/people/order.ts';
import { signer } from '../../../src/federation/signer.ts';
import { orderKey } from '../people/order-keys.ts';

const INT_MAX = 2_147_483_647;
const answerTag = answerTags(signer(Buffer.alloc(32, 7)).sign);

/** The gene of a researcher; `undefined` for a hidden one, whose text is made again for every answer. */
function record(userId: number | undefined, geneId: number | undefined = 672): FoundRecord {
  const isAnonymised = userId === undefined;
  const person = personKey({ name: `Name ${userId}`, id: userId ?? null }, isAnonymised);
  const order = orderKey({ geneId: geneId ?? 0, ...person });
  const json = JSON.stringify(isAnonymised ? { anonymousId: crypto.randomUUID() } : { id: userId, geneId });
  return { json, order, isAnonymised, geneId };
}

const ids = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: INT_MAX }) }, fc.constant(undefined));
const geneIds = fc.oneof(fc.integer({ min: 1, max: INT_MAX }), fc.constant(undefined));
const people = fc.uniqueArray(fc.tuple(ids, geneIds), { minLength: 2, maxLength: 20, selector: String });
const answers = people.map((list) => list.map(([userId, geneId]) => record(userId, geneId)));
const places = fc.tuple(answers, fc.nat(), fc.nat());

test('the same records in the same order have the same name', () => {
  fc.assert(
    fc.property(people, (list) => {
      const again = () => list.map(([userId, geneId]) => record(userId, geneId));
      expect(answerTag(again())).toBe(answerTag(again()));
    }),
  );
});

describe('the name of an answer is another one', () => {
  test('when a record went', () => {
    fc.assert(
      fc.property(places, ([records, place]) => {
        expect(answerTag(records.toSpliced(place % records.length, 1))).not.toBe(answerTag(records));
      }),
    );
  });

  test('when a record came', () => {
    fc.assert(
      fc.property(places, ids, geneIds, ([records, place], userId, geneId) => {
        const more = records.toSpliced(place % records.length, 0, record(userId, geneId));
        expect(answerTag(more)).not.toBe(answerTag(records));
      }),
    );
  });

  test('when two records changed places', () => {
    fc.assert(
      fc.property(places, ([records, one, other]) => {
        const [i, j] = [one % records.length, other % records.length];
        fc.pre(i !== j);
        const [a, b] = [records[i] as FoundRecord, records[j] as FoundRecord];
        expect(answerTag(records.with(i, b).with(j, a))).not.toBe(answerTag(records));
      }),
    );
  });

  test('when people with small and large ids changed places', () => {
    const [one, other, third] = [record(25), record(2_147_483_621), record(1)];
    expect(answerTag([one, other, third])).not.toBe(answerTag([other, one, third]));
  });

  test('when somebody has become hidden', () => {
    expect(answerTag([record(1), record(undefined)])).not.toBe(answerTag([record(1), record(2)]));
  });
});

describe('hidden researchers', () => {
  test('count by their place alone: their ids are new in every answer', () => {
    expect(answerTag([record(1), record(undefined), record(2)])).toBe(
      answerTag([record(1), record(undefined), record(2)]),
    );
    expect(answerTag([record(undefined), record(1)])).not.toBe(answerTag([record(1), record(undefined)]));
  });

  test('leave nothing of their order in it that could distinguish them', () => {
    const hidden = record(undefined);
    const other = { ...hidden, order: hidden.order && { ...hidden.order, fullName: 'Somebody Else', id: 77 } };
    expect(answerTag([hidden])).toBe(answerTag([other]));
  });
});

test('an answer of one registry has another name at a registry with another key', () => {
  const other = answerTags(signer(Buffer.alloc(32, 8)).sign);
  const records = [record(1), record(undefined)];
  expect(answerTag(records)).toMatch(/^[\w-]{8}$/);
  expect(other(records)).not.toBe(answerTag(records));
});

test('records without an order, such as statistics, are counted', () => {
  const plain = { json: '{}', order: undefined, isAnonymised: false, geneId: undefined };
  expect(new Set([[], [plain], [plain, plain]].map(answerTag)).size).toBe(3);
});
