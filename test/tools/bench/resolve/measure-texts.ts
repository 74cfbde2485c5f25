/** Diseases as people write them, and what clinics type and paste: how many lead to the right genes, and none to a wrong one. */

import type { DatabaseSync } from 'node:sqlite';
import { readTypedList } from '../../../../src/domain/gene-list/typed-entries.ts';
import type { Candidate } from '../../../../src/domain/resolve/candidate.ts';
import type { ResolveText } from '../../../../src/registry/search/resolve-text.ts';
import { CLINIC_TABLES } from '../../../support/registry/clinic-tables.ts';
import { CLINIC_TEXTS } from '../../../support/registry/clinic-texts.ts';
import { searchedGenes } from '../../../support/registry/trial-answers.ts';
import type { SeededRandom } from '../invented/seeded-random.ts';
import { editedText } from './draw-inputs.ts';

const LIMIT = 10;
const MOST_OFFERED = 3;
const GENERIC = /\b(?:syndrome|disease|disorder|type|susceptibility to)\b,?/i;
const LONG_WORD = 6;

type Disease = { id: string; name: string };

/** Of diseases with genes: what HPO calls them, and what other sources do, in every language that is loaded. */
const NAMES = `
  SELECT id, name FROM (SELECT id, name FROM disease UNION ALL SELECT disease_id, name FROM disease_name)
  WHERE name IS NOT NULL AND id IN (SELECT disease_id FROM gene_disease)
`;

/** Of so many drawn names, a quarter each with an edit, without a generic word, with a wrong one, and in another order. */
export async function measureDiseases(
  database: DatabaseSync,
  resolve: ResolveText,
  { count, random }: { count: number; random: SeededRandom },
): Promise<string> {
  const genesOf = database.prepare('SELECT gene_id AS id FROM gene_disease WHERE disease_id = ?');
  const drawn = random.sample(database.prepare(NAMES).all() as Disease[], count);
  const failures: string[] = [];
  for (const [index, { id, name }] of drawn.entries()) {
    const text = written(name, index % 4, random);
    const genes = new Set(genesOf.all(id).map((row) => Number(row.id)));
    const { entries } = await resolve(text, LIMIT);
    const offered = entries.flatMap(({ candidates, didYouMean }) => [...candidates, ...didYouMean]);
    if (!offered.slice(0, MOST_OFFERED).some((one) => leadsTo(one, id, genes))) failures.push(text);
  }
  return report('names of diseases as people write them', drawn.length, failures, 'lead to one of its genes');
}

function written(name: string, way: number, random: SeededRandom): string {
  if (way === 1) return name.replace(GENERIC, '').replace(/\s+/g, ' ').trim();
  if (way === 2) {
    const other = /syndrome/i.test(name) ? 'disease' : 'syndrome';
    return GENERIC.test(name) ? name.replace(GENERIC, other) : `${name} ${other}`;
  }
  if (way === 3) return name.split(/,\s*/).reverse().join(' ');
  const words = name.split(' ');
  const place = words.findIndex(({ length }) => length >= LONG_WORD);
  return words
    .map((word, at) => (at === place ? editedText(word.toUpperCase(), random).toLowerCase() : word))
    .join(' ');
}

function leadsTo(candidate: Candidate, diseaseId: string, genes: ReadonlySet<number>): boolean {
  if (candidate.kind === 'gene') return genes.has(candidate.gene.geneId);
  if (candidate.kind === 'term') return false;
  const { disease } = candidate;
  return disease.diseaseId === diseaseId || disease.genes.some(({ geneId }) => genes.has(geneId));
}

export async function measureClinicTexts(resolve: ResolveText): Promise<string> {
  const failures: string[] = [];
  let wrong = 0;
  for (const { text, genes } of CLINIC_TEXTS) {
    const searched = searchedGenes(await resolve(text, LIMIT));
    wrong += searched.filter((gene) => !genes.includes(gene)).length;
    if (searched.length !== genes.length || !genes.every((gene) => searched.includes(gene))) failures.push(text);
  }
  return `${report('texts of clinics', CLINIC_TEXTS.length, failures, 'lead to their genes')} Wrong genes searched: ${wrong}.`;
}

/** Reads tables by the box, and by the form of a list, whose entries are read one by one. */
export async function measureClinicTables(resolve: ResolveText): Promise<string> {
  const failures: string[] = [];
  let wrong = 0;
  for (const { what, table, genes } of CLINIC_TABLES) {
    const inBox = searchedGenes(await resolve(table, LIMIT));
    const inList: string[] = [];
    for (const entry of readTypedList(table).entries) inList.push(...searchedGenes(await resolve(entry, LIMIT)));
    for (const [where, searched] of [
      ['box', inBox],
      ['list', inList],
    ] as const) {
      const found = new Set(searched.map((gene) => gene.replace(' human', '')));
      wrong += [...found].filter((gene) => !genes.includes(gene)).length;
      if (found.size !== genes.length || !genes.every((gene) => found.has(gene))) failures.push(`${what} (${where})`);
    }
  }
  const count = CLINIC_TABLES.length * 2;
  return `${report('tables of clinics, in the box and in a list,', count, failures, 'lead to their genes')} Wrong genes searched: ${wrong}.`;
}

function report(what: string, count: number, failures: readonly string[], become: string): string {
  const failed = failures.length === 0 ? '' : ` Not ${failures.map((text) => JSON.stringify(text)).join(', ')}.`;
  return `Of ${count} ${what} ${count - failures.length} ${become}.${failed}`;
}
