/** One name in two registries is told, and no more is made of it. */

import { expect, test } from 'vitest';
import type { AnyFederatedUser } from '../../../../src/client/federated-answers.ts';
import { type Hit, sameNameHints } from '../../../../src/web/parts/people/same-name-hints.ts';
import { userRecord } from '../../../support/partners/partner-records.ts';

test('somebody of the same name in another registry is told, accents and letter case aside', () => {
  const hits = [hit('local', 1, 'Zoë', 'Müller'), hit('fly', 7, 'zoe', 'MULLER'), hit('fly', 8, 'Zoë', 'Miller')];
  expect(sameNameHints(hits)).toEqual([['FLY'], ['LOCAL'], []]);
});

test('two records of one registry say nothing of another', () => {
  expect(sameNameHints([hit('fly', 1, 'Ada', 'Bell'), hit('fly', 1, 'Ada', 'Bell')])).toEqual([[], []]);
});

test('whoever is hidden, or gives half a name, is nobody’s namesake', () => {
  const hidden = { ...hit('local', 1, 'Demo', 'User') };
  hidden.record = { ...(hidden.record as AnyFederatedUser), id: undefined } as unknown as AnyFederatedUser;
  expect(sameNameHints([hidden, hit('fly', 2, 'Demo', 'User')])).toEqual([[], []]);
  expect(sameNameHints([hit('local', 1, 'Ada', null), hit('fly', 2, 'Ada', null)])).toEqual([[], []]);
});

function hit(originKey: string, id: number, name: string, lastName: string | null): Hit {
  const record = userRecord(id, { name, lastName, origin: originKey.toUpperCase() });
  return { record: record as unknown as AnyFederatedUser, originKey };
}
