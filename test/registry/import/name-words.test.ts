/** The words of names follow what is loaded, kind by kind. */

import { expect, test } from 'vitest';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { fileOf, geneInfo, obo, openLoading } from './loading.ts';

test('genes, diseases and terms are found by words of the names that were loaded last', async () => {
  using registry = openLoading(smallSnapshot({ ontologies: [], users: [] }));
  const { resolve } = textResolver(registry.store, referenceData(registry.store));
  const found = async (text: string) => {
    const { entries } = await resolve(text, 5);
    return entries.flatMap(({ candidates }) => candidates.map(({ kind, reason }) => `${kind}: ${reason.matched}`));
  };

  await registry.genes(
    geneInfo({ geneId: 3785, symbol: 'KCNQ2', name: 'potassium channel Q2', others: 'brain channel' }),
  );
  expect(await found('channel')).toEqual(['gene: brain channel']);
  await registry.genes(geneInfo({ geneId: 3785, symbol: 'KCNQ2', name: 'renamed conductor' }));
  expect(await found('channel')).toEqual([]);
  expect(await found('renamed')).toEqual(['gene: renamed conductor']);

  const pairs = fileOf('genes_to_phenotype.txt', 'ncbi_gene_id\thpo_id\tdisease_id', '3785\tHP:1\tOMIM:7');
  const names = (name: string) => fileOf('phenotype.hpoa', 'database_id\tdisease_name', `OMIM:7\t${name}`);
  await registry.diseases({ pairs: [pairs], names: [names('Neonatal epilepsy')] });
  expect(await found('epilepsy')).toEqual(['disease: Neonatal epilepsy']);
  await registry.diseases({ pairs: [], names: [names('Neonatal encephalopathy')] });
  expect(await found('epilepsy')).toEqual([]);
  expect(await found('encephalopathy')).toEqual(['disease: Neonatal encephalopathy']);

  await registry.ontology(obo('hp.obo', ['id: HP:1', 'name: Febrile seizure', 'synonym: "Hot fit" EXACT []']));
  expect(await found('seizure')).toEqual(['term: Febrile seizure']);
  await registry.ontology(obo('hp.obo', ['id: HP:1', 'name: Febrile spell']));
  expect(await found('seizure')).toEqual([]);
  expect(await found('spell')).toEqual(['term: Febrile spell']);
});
