/** Genes and orthologs from files of NCBI: what follows, what stays, what is reported. */

import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../src/domain/problem.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { aGene, aUser, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported } from '../../support/registry/temporary-store.ts';
import { fileOf, geneInfo, geneOrthologs, NOTHING, openLoading } from './loading.ts';

const BRCA1 = {
  geneId: 672,
  symbol: 'BRCA1',
  aliases: 'BRCC1|FANCS',
  name: 'BRCA1 DNA repair associated',
  references: 'MIM:113705|HGNC:HGNC:1100|Ensembl:ENSG00000012048',
  kind: 'protein-coding',
  status: 'O',
  others: 'RING finger protein 53|early onset',
};
const TP53 = { geneId: 7157, symbol: 'TP53' };
const ADDED = {
  records: 'genes',
  changed: 0,
  unchanged: 0,
  removed: NOTHING,
  retained: NOTHING,
  skipped: { ...NOTHING, kinds: 0 },
  missing: 0,
  notes: [],
};

describe('genes', () => {
  test('are added, changed or as they were, and a second time there is nothing new', async () => {
    using registry = openLoading(smallSnapshot());
    const file = () =>
      geneInfo(BRCA1, TP53, { geneId: 5, symbol: 'NEW' }, { taxonId: MOUSE, geneId: 12189, symbol: 'Brca1' });
    expect(await registry.genes(file())).toEqual({ ...ADDED, added: 1, changed: 3, before: 3, isChanged: true });
    const generation = registry.generation();
    expect(await registry.genes(file())).toEqual({ ...ADDED, added: 0, unchanged: 4, before: 4, isChanged: false });
    expect(registry.generation()).toBe(generation);
    expect(exported(registry.store).genes.find(({ geneId }) => geneId === 672)).toEqual({
      ...{ geneId: 672, taxonId: HUMAN, symbol: 'BRCA1', name: BRCA1.name, aliases: BRCA1.aliases },
      modificationDate: '2020-01-27',
      identity: {
        authoritySymbol: null,
        hgncId: 'HGNC:1100',
        ensemblIds: ['ENSG00000012048'],
        omimIds: ['113705'],
        nomenclatureStatus: 'official',
        kind: 'protein-coding',
        otherDesignations: ['RING finger protein 53', 'early onset'],
        chromosome: null,
        mapLocation: null,
      },
    });
  });

  test('of taxa that are not active here are passed over and counted', async () => {
    const [human, mouse] = smallSnapshot().taxa;
    const taxa = [human, { ...mouse, active: false }] as never;
    using registry = openLoading(smallSnapshot({ taxa }));
    const report = await registry.genes(
      geneInfo(BRCA1, TP53, { taxonId: 63221, geneId: 8, symbol: 'ND1' }, { taxonId: MOUSE, geneId: 9, symbol: 'A' }),
    );
    expect(report).toMatchObject({ added: 0, changed: 2, skipped: { count: 0 } });
    expect(report.notes).toEqual([
      'Rows of taxa that are not active here are passed over: 2 (1 of 63221, 1 of 10090 (mouse)).',
    ]);
  });

  test('that researchers registered follow: records, searches and other names', async () => {
    using registry = openLoading(smallSnapshot());
    await registry.genes(geneInfo(BRCA1, { geneId: 7157, symbol: 'TP53NEW', aliases: 'TP53|P53', name: 'new name' }));
    expect(registry.record(2).genes['7157']).toMatchObject({
      symbol: 'TP53NEW',
      name: 'new name',
      aliases: 'TP53|P53',
    });
    const reference = referenceData(registry.store);
    const named = (symbol: string) => registry.store.read((tx) => reference.geneIdsBySymbol(tx, HUMAN, symbol));
    expect([named('tp53new'), named('TP53')]).toEqual([[7157], []]);
    expect(registry.store.read((tx) => reference.geneIdsByAlias(tx, HUMAN, 'p53'))).toEqual([7157]);
    const owned = registry.store.query('SELECT symbol FROM gene_owners WHERE gene_id = 7157');
    expect(registry.store.read((tx) => owned.first(tx))).toEqual(['TP53NEW']);
    await registry.genes(geneInfo(BRCA1, TP53));
    expect(registry.store.read((tx) => reference.geneIdsByAlias(tx, HUMAN, 'p53'))).toEqual([]);
  });

  test('that the file has no longer stay, and are reported with who has them and what may replace them', async () => {
    const genes = [aGene(672, 'BRCA1'), aGene(7157, 'TP53'), aGene(1, 'OLD'), aGene(2, 'SAME')];
    using registry = openLoading(smallSnapshot({ genes, orthologs: [] }));
    const report = await registry.genes(
      geneInfo({ geneId: 3, symbol: 'SAME' }, { geneId: 4, symbol: 'X', aliases: 'TP53' }),
    );
    expect(report.retained).toEqual({
      count: 4,
      sentences: [
        'BRCA1 (gene 672 of taxon 9606), which a researcher registered',
        'TP53 (gene 7157 of taxon 9606), which a researcher registered; it is another name of X (gene 4)',
        'OLD (gene 1 of taxon 9606)',
        'SAME (gene 2 of taxon 9606); gene 3 has the same symbol',
      ],
    });
    expect(registry.user(2)?.genes).toHaveLength(2);
    expect(exported(registry.store).genes).toHaveLength(6);
  });

  test('stand once; the first repeated line of a gene is reported, with the count of the others', async () => {
    using registry = openLoading(smallSnapshot());
    const { added, skipped } = await registry.genes(
      geneInfo({ geneId: 5, symbol: 'A' }, ...Array(25).fill({ geneId: 5, symbol: 'B' })),
    );
    expect([added, skipped.count]).toEqual([1, 25]);
    expect(skipped.sentences).toEqual([
      'gene_info, line 3: Gene 5 is in an earlier line, too; each gene may be in one line. 24 more lines are like it.',
    ]);
  });

  test('of which the same is wrong are one line each, whatever is in them', async () => {
    using registry = openLoading(smallSnapshot());
    const { skipped } = await registry.genes(
      geneInfo(
        ...['-', 'NEWENTRY', '-'].map((symbol, index) => ({ geneId: index + 20, symbol })),
        ...[30, 31, 32].map((geneId) => ({ geneId, symbol: `A${geneId}\tB` })),
      ),
    );
    expect([skipped.count, skipped.kinds]).toEqual([6, 2]);
    expect(skipped.sentences.map((sentence) => /\d+ more lines are like it\.$/.exec(sentence)?.[0])).toEqual([
      '2 more lines are like it.',
      '2 more lines are like it.',
    ]);
  });

  test('bring RDP’s taxa to a registry that knows none; human and those of the file are active', async () => {
    using registry = openLoading();
    expect(await registry.genes(geneInfo({ taxonId: MOUSE, geneId: 12189, symbol: 'Brca1' }))).toMatchObject({
      added: 1,
    });
    const { taxa } = exported(registry.store);
    expect(taxa.filter(({ active }) => active).map(({ id }) => id)).toEqual([HUMAN, MOUSE]);
    expect(taxa).toHaveLength(10);
  });

  test('of a file that breaks in the middle change nothing', async () => {
    using registry = openLoading(smallSnapshot());
    const before = exported(registry.store);
    const broken = geneInfo({ geneId: 5, symbol: 'A' });
    const lines = async function* () {
      yield* broken.lines();
      throw new UnreadableFile('is damaged or cut short', 'gene_info.gz');
    };
    await expect(registry.genes(geneInfo(BRCA1), { ...broken, lines })).rejects.toThrow('gene_info is damaged');
    await expect(registry.genes(geneInfo(BRCA1), fileOf('readme', 'Hello', 'world'))).rejects.toThrow('readme lacks');
    expect(exported(registry.store)).toEqual(before);
    expect(await registry.genes(geneInfo(BRCA1))).toMatchObject({ changed: 1 });
  });

  test('that move to another taxon are orthologs there', async () => {
    using registry = openLoading(smallSnapshot());
    await registry.genes(geneInfo({ taxonId: HUMAN, geneId: 12189, symbol: 'Brca1' }));
    const { orthologIds } = referenceData(registry.store);
    expect(registry.store.read((tx) => [MOUSE, HUMAN].map((taxon) => orthologIds(tx, 672, taxon)))).toEqual([
      [],
      [12189],
    ]);
  });
});

describe('orthologs', () => {
  const genes = [aGene(1, 'A'), aGene(2, 'B'), ...[11, 12, 13].map((id) => aGene(id, `m${id}`, { taxonId: MOUSE }))];
  const orthologs: [number, number][] = [
    [1, 11],
    [2, 11],
  ];

  test('are replaced for each gene in the file, in its direction, and stay for all others', async () => {
    using registry = openLoading(
      smallSnapshot({
        genes,
        orthologs,
        users: [aUser(1, { genes: [{ geneId: 13, tier: 'TIER1', privacyLevel: null }] })],
      }),
    );
    const file = () => geneOrthologs([HUMAN, 1, MOUSE, 12], [HUMAN, 1, MOUSE, 13], [MOUSE, 12, HUMAN, 2]);
    const report = await registry.orthologs(file());
    expect(report).toMatchObject({ added: 3, unchanged: 0, removed: { count: 1, sentences: ['gene 11 of gene 1'] } });
    expect(exported(registry.store).orthologs).toEqual([
      [1, 12],
      [1, 13],
      [2, 11],
      [12, 2],
    ]);
    const stats = registry.store.read((tx) =>
      registry.store.query<[string]>("SELECT value FROM meta WHERE key = 'stats'").first(tx),
    );
    expect(JSON.parse(stats?.[0] ?? '')).toMatchObject({ uniqueHumanUserGenesInAllTiers: 1 });
    const generation = registry.generation();
    expect(await registry.orthologs(file())).toMatchObject({ added: 0, unchanged: 3, removed: NOTHING });
    expect(registry.generation()).toBe(generation);
  });

  test('in taxa that are not active here stay as they are', async () => {
    const taxa = smallSnapshot().taxa.map((taxon) => ({ ...taxon, active: taxon.id === HUMAN }));
    using registry = openLoading(smallSnapshot({ taxa, genes, orthologs, users: [] }));
    const report = await registry.orthologs(geneOrthologs([HUMAN, 1, HUMAN, 2], [HUMAN, 1, MOUSE, 12]));
    expect(report).toMatchObject({ added: 1, removed: NOTHING });
    expect(exported(registry.store).orthologs).toEqual([[1, 2], ...orthologs]);
  });

  test('of unknown genes are reported line by line, those of other taxa counted', async () => {
    using registry = openLoading(smallSnapshot({ genes, orthologs, users: [] }));
    const report = await registry.orthologs(
      geneOrthologs([HUMAN, 1, MOUSE, 99], [HUMAN, 1, 9913, 5], [HUMAN, 1, MOUSE, 11]),
    );
    expect(report).toMatchObject({ added: 0, unchanged: 1 });
    expect(report.skipped.sentences).toEqual([
      'gene_orthologs, line 2: Gene 99 is not among the genes of this registry; load genes first.',
    ]);
    expect(report.notes).toEqual(['Rows of taxa that are not active here are passed over: 1 (1 of 9913).']);
  });
});
