/** Ontologies, organs, annotations and diseases from files: what researchers have and operators chose is kept. */

import { describe, expect, test } from 'vitest';
import { ontologies } from '../../../src/registry/reference/ontologies.ts';
import { suggestTerms } from '../../../src/registry/search/suggest-terms.ts';
import { aGene, anOntology, aTerm, aUser, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';
import { fileOf, gene2go, geneInfo, NOTHING, obo, openLoading } from './loading.ts';

type Loading = ReturnType<typeof openLoading>;

function termsOf({ store }: Loading, name: string) {
  const { terms = [], ...ontology } = exported(store).ontologies.find((one) => one.name === name) ?? {};
  return { ...ontology, terms: Object.fromEntries(terms.map((term) => [term.termId, term])) };
}

function activeIn(registry: Loading, name: string): string[] {
  const { terms } = termsOf(registry, name);
  return Object.values(terms)
    .filter((term) => term.active)
    .map(({ termId }) => termId);
}

describe('an ontology', () => {
  const tree = () =>
    obo(
      'hp.obo',
      ['id: HP:1', 'name: All', 'def: "The root." []'],
      [
        'id: HP:2',
        'name: Seizure',
        'alt_id: HP:9',
        'is_a: HP:1',
        'synonym: "Fit" EXACT []',
        'synonym: "FIT" RELATED []',
      ],
      ['id: HP:3', 'name: Focal seizure', 'is_a: HP:2'],
      ['id: HP:4', 'is_a: HP:2', 'relationship: part_of HP:3', 'is_obsolete: true'],
    );

  test('is new and not active, until a root is activated with all below it but obsolete terms', async () => {
    using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
    expect(await registry.ontology(tree())).toMatchObject({
      added: 4,
      notes: [
        'They are those of the ontology hp.',
        'The ontology hp is not active, so nobody is found by its terms: load it with --activate TERM, such as HP:1, which switches a term on with all below it.',
      ],
    });
    expect(termsOf(registry, 'hp')).toMatchObject({ active: false, availableForGeneSearch: true, ordering: null });
    expect(termsOf(registry, 'hp').terms['HP:2']).toEqual(
      aTerm('HP:2', {
        name: 'Seizure',
        synonyms: ['Fit'],
        altTermIds: ['HP:9'],
        subTermIds: ['HP:3', 'HP:4'],
        active: false,
        ordering: 2,
      }),
    );
    expect(termsOf(registry, 'hp').terms['HP:4']).toMatchObject({ name: 'HP:4', obsolete: true });
    const report = await registry.ontology(tree(), { activate: ['hp:9'] });
    expect(report).toMatchObject({ added: 0, changed: 2, unchanged: 2, isChanged: true });
    expect(report.notes).toContain('The ontology is active now.');
    expect([activeIn(registry, 'hp'), termsOf(registry, 'hp')]).toMatchObject([['HP:2', 'HP:3'], { active: true }]);
    const signature = { origin: 'Small', originUrl: 'https://small.example.org' };
    const suggest = suggestTerms(registry.store, ontologies(registry.store, signature));
    expect(await suggest('hp', 'seiz')).toMatchObject([{ termId: 'HP:2' }, { termId: 'HP:3' }]);
  });

  test('keeps what an operator switched off; new terms below an active one are active, obsolete ones are not', async () => {
    const terms = [
      aTerm('HP:1', { subTermIds: ['HP:2', 'HP:3'], group: true, hasIcon: true }),
      aTerm('HP:2', { active: false }),
      aTerm('HP:3', { active: true }),
    ];
    using registry = openLoading(smallSnapshot({ ontologies: [anOntology('hp', terms)], users: [] }));
    const file = () =>
      obo(
        'hp',
        ...[['id: HP:1'], ['id: HP:2', 'is_a: HP:1'], ['id: HP:3', 'is_a: HP:1']],
        ...[
          ['id: HP:4', 'is_a: HP:2'],
          ['id: HP:5', 'is_a: HP:3'],
          ['id: HP:6', 'is_a: HP:5'],
        ],
        ['id: HP:7', 'is_a: HP:3', 'is_obsolete: true'],
      );
    await registry.ontology(file());
    expect(activeIn(registry, 'hp')).toEqual(['HP:1', 'HP:3', 'HP:5', 'HP:6']);
    expect(termsOf(registry, 'hp').terms['HP:1']).toMatchObject({
      group: true,
      hasIcon: true,
      subTermIds: ['HP:2', 'HP:3'],
    });
    const generation = registry.generation();
    expect(await registry.ontology(file())).toMatchObject({ added: 0, changed: 0, unchanged: 7 });
    expect(registry.generation()).toBe(generation);
  });

  test('loses terms that are no longer in the file, but for those that researchers have', async () => {
    const ontologyTerms = ['HP:0001250', 'hp:0000118'].map((termId) => ({ ontology: 'HP', termId, name: null }));
    using registry = openLoading(smallSnapshot({ users: [aUser(1, { ontologyTerms })] }));
    await registry.ontology(obo('hp', ['id: HP:0000118'], ['id: HP:0001250'], ['id: HP:7', 'name: gone']));
    const report = await registry.ontology(
      obo('hp', ['id: HP:8', 'alt_id: HP:0001250'], ['id: HP:0000118', 'is_obsolete: true', 'replaced_by: HP:8']),
    );
    expect(report.removed).toEqual({ count: 1, sentences: ['HP:7 (gone)'] });
    expect(report.retained).toEqual({
      count: 1,
      sentences: ['HP:0001250, which a researcher has; it is another id of HP:8 now'],
    });
    expect(report.notes.at(-1)).toBe('HP:0000118, which a researcher has, is obsolete; HP:8 replaces it.');
    expect(Object.keys(termsOf(registry, 'hp').terms).toSorted()).toEqual(['HP:0000118', 'HP:0001250', 'HP:8']);
    const found = registry.store.query<[string]>('SELECT active_term_ids FROM user_search WHERE user_id = 1');
    expect(JSON.parse(registry.store.read((tx) => found.first(tx))?.[0] ?? '')).toHaveLength(2);
  });

  test('has as former ids those of obsolete terms that it alone replaces', async () => {
    using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
    const obsolete = (termId: string, ...replacements: string[]) => {
      return [`id: ${termId}`, 'is_obsolete: true', ...replacements.map((one) => `replaced_by: ${one}`)];
    };
    const listed = ['id: HP:1', 'alt_id: HP:8', 'alt_id: HP:6'];
    const file = obo(
      'hp',
      listed,
      ['id: HP:2'],
      obsolete('HP:9', 'HP:1'),
      obsolete('HP:8', 'HP:1'),
      obsolete('HP:7', 'HP:1', 'HP:2'),
    );
    await registry.ontology(file);
    const { terms } = termsOf(registry, 'hp');
    expect([terms['HP:1']?.altTermIds, terms['HP:2']?.altTermIds]).toEqual([['HP:8', 'HP:6', 'HP:9'], []]);
  });

  test('says of an obsolete term which others may replace it, where no single one does', async () => {
    using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
    const obsolete = (termId: string, ...lines: string[]) => [`id: ${termId}`, 'is_obsolete: true', ...lines];
    await registry.ontology(
      obo(
        'hp',
        ['id: HP:1', 'consider: HP:2'],
        ['id: HP:2'],
        obsolete('HP:6'),
        obsolete('HP:7', 'consider: HP:2'),
        obsolete('HP:8', 'replaced_by: HP:1', 'consider: HP:2'),
        obsolete('HP:9', 'replaced_by: HP:1', 'replaced_by: HP:2'),
      ),
    );
    const { terms } = termsOf(registry, 'hp');
    const considered = Object.entries(terms).map(([termId, term]) => [termId, term.consideredTermIds]);
    expect(considered.filter(([, ids]) => ids !== undefined)).toEqual([
      ['HP:7', ['HP:2']],
      ['HP:9', ['HP:1', 'HP:2']],
    ]);
  });

  test('has each term once, whatever its letter case', async () => {
    using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
    const report = await registry.ontology(obo('x', ['id: X:a'], ['id: X:A'], ['id: X:b', 'is_a: X:A', 'is_a: X:a']));
    expect(report).toMatchObject({ added: 2, isChanged: true });
    expect(report.notes[0]).toBe('Another term has the id X:A in other letter case, so it is skipped.');
    expect(termsOf(registry, 'x').terms).toMatchObject({ 'X:a': { subTermIds: ['X:b'] }, 'X:b': {} });
  });

  test('that is activated is found in those who have its terms already', async () => {
    const ontologyTerms = [{ ontology: 'x', termId: 'X:2', name: null }];
    const ontology = anOntology('x', [], { active: false });
    using registry = openLoading(smallSnapshot({ ontologies: [ontology], users: [aUser(1, { ontologyTerms })] }));
    const ids = registry.store.query<[string]>('SELECT active_term_ids FROM user_search WHERE user_id = 1');
    await registry.ontology(obo('x', ['id: X:1'], ['id: X:2', 'is_a: X:1']));
    expect(registry.store.read((tx) => ids.first(tx))).toEqual(['[]']);
    await registry.ontology(obo('x', ['id: X:1'], ['id: X:2', 'is_a: X:1']), { activate: ['X:1'] });
    expect(JSON.parse(registry.store.read((tx) => ids.first(tx))?.[0] ?? '')).toHaveLength(1);
  });

  test.each([
    ['nbo/nbo-base', undefined, 'nbo-base'],
    ['hp.obo', undefined, 'hp'],
    [undefined, 'uberon', 'uberon'],
    ['nbo/nbo-base', 'nbo', 'nbo'],
  ])('that calls itself %j and is given the name %j is %j', async (own, name, called) => {
    using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
    await registry.ontology(obo(own, ['id: X:1']), { name });
    expect(exported(registry.store).ontologies.map((one) => one.name)).toEqual([called]);
  });

  test.each([
    [
      'without a name',
      obo(undefined, ['id: X:1']),
      {},
      'x.obo does not say which ontology it is; give its name with --name.',
    ],
    [
      'of other terms than it has here',
      obo('hp', ['id: X:1']),
      {},
      'x.obo has none of the 2 terms that hp has here; another',
    ],
    [
      'without the term to activate',
      obo('hp', ['id: HP:0001250']),
      { activate: ['HP:5'] },
      "has no term 'HP:5', which",
    ],
  ])('%s is refused, and nothing is changed', async (_, file, options, problem) => {
    using registry = openLoading(smallSnapshot());
    const before = exported(registry.store);
    await expect(registry.ontology(file, options)).rejects.toThrow(problem);
    expect(exported(registry.store)).toEqual(before);
  });
});

describe('organs', () => {
  test('take names and definitions of Uberon, but for RDP’s organ systems, and stay active or not', async () => {
    const organs = [
      { uberonId: 'UBERON:0000955', name: 'Brain!', description: null, active: true, ordering: 1 },
      { uberonId: 'UBERON:0000178', name: 'Blood and Immune', description: null, active: true, ordering: 2 },
      { uberonId: 'UBERON:0000007', name: 'pituitary', description: null, active: false, ordering: null },
    ];
    using registry = openLoading(smallSnapshot({ organs, users: [aUser(1, { organs: ['UBERON:0000955'] })] }));
    const file = () =>
      obo(
        'uberon',
        ['id: UBERON:0000955', 'name: brain', 'def: "It thinks." []'],
        ['id: UBERON:0000178', 'name: blood'],
        ['id: UBERON:0000970', 'name: eye'],
        ['id: CL:0000540', 'name: neuron'],
      );
    const report = await registry.organs(file());
    expect(report).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 1,
      retained: { sentences: ['UBERON:0000007 (pituitary)'] },
    });
    expect(report.notes).toEqual([
      'Terms of other ontologies are passed over: 1.',
      '2 of 4 organs are active, and the search form offers only these. --activate ID switches one on.',
    ]);
    expect(exported(registry.store).organs).toEqual([
      { ...organs[0], name: 'brain', description: 'It thinks.' },
      ...organs.slice(1),
      { uberonId: 'UBERON:0000970', name: 'eye', description: null, active: false, ordering: null },
    ]);
    expect(registry.record(1).person.userOrgans).toMatchObject({ 'UBERON:0000955': { name: 'brain' } });
    const generation = registry.generation();
    expect(await registry.organs(file())).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(registry.generation()).toBe(generation);
  });

  test('bring RDP’s systems to a registry that has none', async () => {
    using registry = openLoading();
    await registry.organs(obo('uberon', ['id: UBERON:0000970', 'name: eye'], ['id: UBERON:0000955', 'name: brain']));
    const { organs } = exported(registry.store);
    expect([organs.length, organs.filter(({ active }) => active).length]).toEqual([14, 13]);
    expect(organs.find(({ uberonId }) => uberonId === 'UBERON:0000970')?.name).toBe('Eye and Ear');
    await expect(registry.organs(obo('hp', ['id: HP:1']))).rejects.toThrow('has no term of Uberon, such as');
  });
});

describe('GO terms of researchers', () => {
  const go = () =>
    obo(
      'go',
      ['id: GO:0000001', 'name: repair', 'namespace: biological_process', 'def: "Mends." []'],
      ['id: GO:0000002', 'name: DNA repair', 'namespace: biological_process', 'is_a: GO:0000001', 'alt_id: GO:0000009'],
      ['id: GO:0000003', 'name: step', 'namespace: biological_process', 'relationship: part_of GO:0000002'],
      ['id: GO:0000004', 'name: binding', 'namespace: molecular_function'],
    );
  const unknown = { name: null, definition: null, aspect: null, frequency: null, size: null };
  const genes = [aGene(1, 'A'), aGene(2, 'B'), aGene(3, 'C'), aGene(11, 'm', { taxonId: MOUSE })];
  const registered = (geneId: number, tier: 'TIER1' | 'TIER2' | 'TIER3') => ({ geneId, tier, privacyLevel: null });
  const user = aUser(1, {
    genes: [registered(1, 'TIER1'), registered(2, 'TIER3'), registered(11, 'TIER2')],
    goTerms: [
      { goId: 'GO:0000001', taxonId: HUMAN, ...unknown },
      { goId: 'GO:0000009', taxonId: HUMAN, ...unknown },
      { goId: 'GO:0000001', taxonId: MOUSE, ...unknown },
      { goId: 'GO:0000008', taxonId: HUMAN, name: 'stated', definition: 'so', aspect: 'CC', frequency: 5, size: 6 },
    ],
  });
  const snapshot = smallSnapshot({ genes, orthologs: [], users: [user] });
  const annotations = () =>
    gene2go(
      [HUMAN, 1, 'GO:0000003'],
      [HUMAN, 2, 'GO:0000001'],
      [HUMAN, 3, 'GO:0000009'],
      [HUMAN, 3, 'GO:0000004'],
      [HUMAN, 3, 'GO:0000004'],
      [HUMAN, 99, 'GO:0000004'],
    );
  const repair = { name: 'repair', definition: 'Mends.', aspect: 'BP' };
  const expected = [
    { goId: 'GO:0000001', ...repair, taxon: { id: HUMAN }, frequency: 1, size: 3 },
    { goId: 'GO:0000009', name: 'DNA repair', definition: null, aspect: 'BP', frequency: 1, size: 2 },
    { goId: 'GO:0000001', ...repair, taxon: { id: MOUSE }, frequency: null, size: null },
    { goId: 'GO:0000008', name: 'stated', definition: 'so', aspect: 'CC', frequency: 5, size: 6 },
  ];

  test('are named and counted as soon as GO and annotations are there, in whatever order they come', async () => {
    using registry = openLoading(snapshot);
    const first = await registry.annotations(annotations());
    expect(first).toMatchObject({ records: 'annotations', added: 4, unchanged: 0 });
    expect(first.skipped.sentences).toEqual([
      'gene2go, line 7: Gene 99 is not among the genes of this registry; load genes first.',
    ]);
    expect(first.notes).toEqual(['The GO is not loaded, so annotations do not count yet: load ontology go.obo.']);
    expect(registry.record(1).person.userTerms[0]).toMatchObject(unknown);
    await registry.ontology(go());
    expect(registry.record(1).person.userTerms).toMatchObject(expected);
    // What came with the people is kept, and the same again after export and import.
    expect(registry.user(1)?.goTerms).toEqual(user.goTerms);
    using other = openTemporaryStore();
    importInto(other.store, exported(registry.store));
    const record = other.store.query<[string]>('SELECT person FROM user_record WHERE user_id = 1');
    expect(JSON.parse(`${other.store.read((tx) => record.first(tx))}}`).userTerms).toMatchObject(expected);
  });

  test('are counted again when annotations change, and only then', async () => {
    using registry = openLoading(snapshot);
    await registry.ontology(go());
    await registry.annotations(annotations());
    expect(registry.record(1).person.userTerms).toMatchObject(expected);
    const generation = registry.generation();
    expect(await registry.annotations(annotations())).toMatchObject({ added: 0, unchanged: 4, removed: NOTHING });
    expect(registry.generation()).toBe(generation);
    const report = await registry.annotations(gene2go([HUMAN, 2, 'GO:0000001'], [HUMAN, 1, 'GO:0000007']));
    expect(report).toMatchObject({ added: 1, unchanged: 1, removed: { count: 3 } });
    expect(report.notes).toEqual([
      'The GO that is loaded here lacks 1 of the terms, such as GO:0000007; these do not count.',
    ]);
    expect(registry.record(1).person.userTerms[0]).toMatchObject({ frequency: 0, size: 1 });
  });

  test('are counted again when a gene of somebody else changes its organism', async () => {
    using registry = openLoading(snapshot);
    await registry.ontology(go());
    await registry.annotations(annotations());
    await registry.genes(geneInfo({ geneId: 3, symbol: 'C', taxonId: MOUSE }));
    const [human, , mouse] = registry.record(1).person.userTerms;
    expect([human, mouse]).toMatchObject([
      { frequency: 1, size: 2 },
      { frequency: 0, size: 1 },
    ]);
  });
});

describe('diseases', () => {
  const pairs = () =>
    fileOf(
      'genes_to_phenotype.txt',
      'ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id',
      '672\tBRCA1\tHP:1\tx\t-\tOMIM:604370',
      '672\tBRCA1\tHP:2\ty\t-\tOMIM:604370',
      '7157\tTP53\tHP:2\ty\t-\tORPHA:524',
      '120766137\tH19-ICR\tHP:2\ty\t-\tOMIM:180860',
    );
  const names = (release: string) =>
    fileOf(
      'phenotype.hpoa',
      `#version: ${release}`,
      'database_id\tdisease_name',
      'OMIM:604370\tBreast cancer',
      'OMIM:180860\tSilver-Russell syndrome',
    );

  test('have the kind of their association where a file says it, which later loads of pairs alone keep', async () => {
    using registry = openLoading(smallSnapshot());
    const associations = (kind: string) =>
      fileOf(
        'genes_to_disease.txt',
        'ncbi_gene_id\tgene_symbol\tassociation_type\tdisease_id\tsource',
        `NCBIGene:672\tBRCA1\t${kind}\tOMIM:604370\thttps://example.org/a`,
        'NCBIGene:672\tBRCA1\tPOLYGENIC\tOMIM:114480\thttps://example.org/a',
        'NCBIGene:7157\tTP53\tmendelian?\tORPHA:524\thttps://example.org/b',
      );
    const tied = () => exported(registry.store).diseases?.geneDiseases;
    const [first] = await registry.diseases({ pairs: [pairs()], associations: [associations('MENDELIAN')] });
    expect(first).toMatchObject({ added: 3, skipped: { count: 2 } });
    expect(first?.skipped.sentences).toContain(
      'genes_to_disease.txt, line 4: The association_type is "mendelian?", but must be a word in capitals such as MENDELIAN.',
    );
    const all = [
      [672, 'OMIM:114480', 'POLYGENIC'],
      [672, 'OMIM:604370', 'MENDELIAN'],
      [7157, 'ORPHA:524'],
    ];
    expect(tied()).toEqual(all);
    // What is exported is imported again.
    importInto(registry.store, exported(registry.store));
    expect(tied()).toEqual(all);
    const generation = registry.generation();
    await registry.diseases({ pairs: [pairs()], associations: [associations('MENDELIAN')] });
    expect(registry.generation()).toBe(generation);
    await registry.diseases({ pairs: [pairs()] });
    expect(tied()).toEqual([[672, 'OMIM:604370', 'MENDELIAN'], all[2]]);
    const [changed] = await registry.diseases({ pairs: [pairs()], associations: [associations('UNKNOWN')] });
    expect(changed).toMatchObject({ added: 1, changed: 1, unchanged: 1 });
    expect(tied()?.[1]).toEqual([672, 'OMIM:604370', 'UNKNOWN']);
  });

  test('are those of known genes, with their names and release; a second time there is nothing new', async () => {
    using registry = openLoading(smallSnapshot());
    const [tied, named] = await registry.diseases({ pairs: [pairs()], names: [names('2025-01-16')] });
    expect(tied).toMatchObject({ records: 'pairs of gene and disease', added: 2, skipped: { count: 1 } });
    expect(tied?.skipped.sentences).toEqual([
      'genes_to_phenotype.txt, line 5: Gene 120766137 of OMIM:180860 is not among the genes of this registry; load genes first.',
    ]);
    expect(named?.notes).toEqual([
      '1 have no name; phenotype.hpoa of the same release has it.',
      'They are of the release 2025-01-16 of HPO.',
    ]);
    expect(exported(registry.store).diseases).toEqual({
      ...{ source: 'HPO', release: '2025-01-16' },
      diseases: [
        { diseaseId: 'OMIM:180860', name: 'Silver-Russell syndrome', otherNames: [] },
        { diseaseId: 'OMIM:604370', name: 'Breast cancer', otherNames: [] },
        { diseaseId: 'ORPHA:524', name: null, otherNames: [] },
      ],
      geneDiseases: [
        [672, 'OMIM:604370'],
        [7157, 'ORPHA:524'],
      ],
      phenotypeGenes: [
        ['HP:1', [672]],
        ['HP:2', [672, 7157]],
      ],
    });
    const generation = registry.generation();
    const again = await registry.diseases({ pairs: [pairs()], names: [names('2025-01-16')] });
    expect(again).toMatchObject([
      { added: 0, unchanged: 2 },
      { added: 0, changed: 0, unchanged: 3 },
      { added: 0, changed: 0, unchanged: 2 },
    ]);
    expect(registry.generation()).toBe(generation);
    await registry.diseases({ pairs: [], names: [names('2026-01-01')] });
    expect(exported(registry.store).diseases?.release).toBe('2026-01-01');
    expect(registry.generation()).not.toBe(generation);
  });
});
