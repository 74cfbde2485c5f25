/** What is loaded of the genes of a followed database: in pieces, between which what is withdrawn is written. */

import { expect, test } from 'vitest';
import { readIdentities } from '../../../src/registry/import/load-genes.ts';
import type { WriteLoad } from '../../../src/registry/import/load-work.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { geneInfo, openLoading } from './loading.ts';

const COUNT = 4_500;
const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
const genes = ids.map((id) => aGene(id, `GENE${id}`));

/** Gene info of all of them, and of one that is not here. */
const file = geneInfo(
  ...[...ids, COUNT + 1].map((geneId) => ({
    geneId,
    symbol: 'OTHER',
    references: `HGNC:HGNC:${geneId}`,
    others: geneId === 1 ? 'peculiar conductor' : '-',
  })),
);

test('genes are written in several transactions, and the next load completes what broke off', async () => {
  using registry = openLoading(smallSnapshot({ genes, orthologs: [], users: [] }));
  const { store } = registry;
  const source = { store, isFollowing: true };
  const read = async () => (await readIdentities(source, [file]))();
  const run = (writes: readonly WriteLoad[]) =>
    writes.flatMap((write) => store.write((tx) => write({ tx, ...source, now: new Date(), onProgress() {} })));
  const tag = () => store.read((tx) => tx.dataTag());
  const { resolve } = textResolver(store, referenceData(store));
  const found = async () => (await resolve('peculiar', 5)).entries.flatMap(({ candidates }) => candidates);
  const identified = () =>
    store.read((tx) => store.query<[number]>('SELECT count(*) FROM gene_identity').first(tx)?.[0]);

  const writes = await read();
  expect(writes).toHaveLength(3);
  const before = tag();
  expect(run(writes.slice(0, 2))).toEqual([]);
  expect(tag()).not.toBe(before);
  expect([identified(), await found()]).toEqual([4_000, []]);

  const [report] = run(await read());
  expect(report).toMatchObject({ added: 0, changed: 500, unchanged: 4_000, retained: { count: 0 } });
  expect(report?.notes.join()).toContain('Genes that the followed database lacks are skipped: 1.');
  expect([identified(), (await found()).length]).toEqual([COUNT, 1]);

  const completed = tag();
  expect(run(await read())).toMatchObject([{ changed: 0, unchanged: COUNT, isChanged: false }]);
  expect(tag()).toBe(completed);
});
