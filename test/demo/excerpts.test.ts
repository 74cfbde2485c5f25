/** What the demonstration knows of genes beside what the API shows is that of the excerpts shipped with it. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../src/domain/record/snapshot-versions.ts';
import { geneInfoParser } from '../../src/domain/reference-files/gene-info.ts';
import type { LineParser } from '../../src/domain/reference-files/line-parser.ts';
import { genesToPhenotypeParser, phenotypeHpoaParser } from '../../src/domain/reference-files/tables.ts';

const folder = new URL('../../config/demo/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

function rowsOf<Row extends object>(name: string, parser: LineParser<Row>): Row[] {
  return textOf(name)
    .split('\n')
    .flatMap((line) => (parser.take(line) as Row | undefined) ?? []);
}

const genes = rowsOf('excerpt.gene_info', geneInfoParser());
const pairs = rowsOf('excerpt.genes_to_phenotype.txt', genesToPhenotypeParser());
const hpoa = phenotypeHpoaParser();
const names = rowsOf('excerpt.phenotype.hpoa', hpoa);

test.each(['excerpt.gene_info', 'excerpt.genes_to_phenotype.txt', 'excerpt.phenotype.hpoa'])(
  '%s names its source and release',
  (name) => {
    expect(textOf(name).split('\n').slice(0, 2).join(' ')).toMatch(/^# Excerpt of .* Source: .* Release: \S.*\./);
  },
);

test.each(['demo', 'fjordnet', 'pampanet'])('%s knows of genes what the excerpts say, and no more', (name) => {
  const packed = readFileSync(new URL(`${name}.snapshot.json.gz`, folder));
  const snapshot = presentSnapshot(JSON.parse(gunzipSync(packed).toString()) as Snapshot);
  const known = snapshot.genes.filter(({ identity }) => identity !== null);
  const ids = new Set(snapshot.genes.map(({ geneId }) => geneId));
  const facts = new Map(genes.filter(({ geneId }) => ids.has(geneId)).map((gene) => [gene.geneId, gene.facts]));
  expect(facts.size).toBeGreaterThan(40);
  expect(new Map(known.map(({ geneId, identity }) => [geneId, identity]))).toEqual(facts);
  expect(snapshot.diseases).toMatchObject({ source: 'HPO', release: hpoa.release() });
  const tied = new Set(snapshot.diseases?.geneDiseases.map((pair) => pair.join(' ')));
  expect(tied).toEqual(new Set(pairs.map(({ geneId, diseaseId }) => `${geneId} ${diseaseId}`)));
  const called = snapshot.diseases?.diseases.map(({ diseaseId, name: text }) => [diseaseId, text] as const);
  expect(new Map(called)).toEqual(new Map(names.map(({ diseaseId, name: text }) => [diseaseId, text])));
});
