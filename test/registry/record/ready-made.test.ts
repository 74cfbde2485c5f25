/** Pieces of records that are cached: they hold no more memory than the bound of the cache counts. */

import { expect, test } from 'vitest';
import { type RecordCache, readyMade } from '../../../src/registry/record/ready-made.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

test('a cached piece has memory of its own, none that it shares with what is gone', () => {
  using opened = openTemporaryStore();
  const pieces = new Map<number, Uint8Array>();
  const ready = readyMade(opened.store, pieces satisfies RecordCache);
  const texts = ['{}', `{"name":"${'é'.repeat(40)}"}`, `{"text":"${'x'.repeat(30_000)}"}`];
  opened.store.read((tx) => texts.map((text, key) => ready(tx, key, () => text)));
  const held = [...pieces.values()];
  expect(held.map((piece) => Buffer.from(piece).toString())).toEqual(texts);
  expect(held.map((piece) => piece.buffer.byteLength)).toEqual(held.map((piece) => piece.byteLength));
});
