/** What is measured of texts and their meaning: every kind is drawn, and what is not offered is reported. */

import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { aGene, anOntology, aTerm, MOUSE, smallSnapshot } from '../../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../../support/registry/temporary-store.ts';
import { seededRandom } from '../invented/seeded-random.ts';
import { drawInputs, editedText, INPUT_KINDS } from './draw-inputs.ts';
import { measureResolve } from './measure-resolve.ts';

const identity = {
  ...{ authoritySymbol: null, hgncId: 'HGNC:1', nomenclatureStatus: 'official' as const, kind: 'protein-coding' },
  ...{ ensemblIds: ['ENSG00000000001'], omimIds: ['100001'], chromosome: null, mapLocation: null },
  otherDesignations: [],
};
/** All share one alias, so that some of them are not among the first three that it offers. */
const genes = Array.from({ length: 8 }, (_, index) => {
  const letters = String.fromCharCode(65 + index).repeat(3);
  return aGene(100 + index, `${letters}Q7`, { name: `${letters} factor`, aliases: 'SHARED', identity });
});
const snapshot = smallSnapshot({
  genes: [...genes, { ...aGene(200, 'Mouse1', { identity }), taxonId: MOUSE }],
  orthologs: [],
  diseases: {
    ...{ source: 'HPO', release: null },
    diseases: [{ diseaseId: 'OMIM:7', name: 'An example syndrome', otherNames: [] }],
    geneDiseases: [[100, 'OMIM:7']],
    phenotypeGenes: [],
  },
  ontologies: [anOntology('hp', [aTerm('HP:0000007', { name: 'Example sign' })])],
  users: [],
});

test('every kind of text is drawn, the same ones on every run', () => {
  using database = openTemporaryStore(snapshot);
  using file = new DatabaseSync(database.file, { readOnly: true });
  const drawn = drawInputs(file, 4, seededRandom(1));
  expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(INPUT_KINDS));
  expect(drawInputs(file, 4, seededRandom(1))).toEqual(drawn);
});

test('the report counts each kind and names every text that was not understood', async () => {
  using database = openTemporaryStore(snapshot);
  const report = await measureResolve(database.file, 8);
  expect(report).toContain('Of 1 names of diseases as people write them 1 lead to one of its genes.');
  expect(report).toMatch(/^Of \d+ texts of clinics .*Wrong genes searched: 0\.$/m);
  expect(report).toMatch(/^Of 44 dates of spreadsheets \d+ are read\./m);
  expect(report).toContain('Of 8 official human symbols 8 open their gene for certain.');
  for (const kind of INPUT_KINDS) expect(report).toMatch(new RegExp(`^${kind} +\\d+ `, 'm'));
  expect(report).toMatch(/^symbol +8 +\d+ +8 +100\.0 % +100\.0 % +met$/m);
  expect(report).toMatch(/^alias +8 +0 +3 +37\.5 % +97\.0 % +missed$/m);
  expect(report.match(/^ {2}alias: SHARED means gene 10\d; offered: AAAQ7 \(human\), alias SHARED/gm)).toHaveLength(5);
});

test('an edited text differs in one letter or two neighbours', () => {
  const random = seededRandom(3);
  for (let tries = 0; tries < 200; tries++) {
    const text = editedText('KCNQ2', random);
    expect(Math.abs(text.length - 5)).toBeLessThanOrEqual(1);
  }
});
