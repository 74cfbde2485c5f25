/** Texts whose reading may be wrong for certain: organisms beside genes, forms of identifiers, dates, abbreviations and panels. */

import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, Resolution, ResolvedText } from '../../../../src/domain/resolve/candidate.ts';
import { symbolsOfDate } from '../../../../src/domain/resolve/spreadsheet-dates.ts';
import type { ResolveText } from '../../../../src/registry/search/resolve-text.ts';
import { PANELS as PUBLISHED } from '../../../support/registry/panels.ts';
import type { SeededRandom } from '../invented/seeded-random.ts';

const LIMIT = 10;
const MOST_OFFERED = 3;
const PER_ORGANISM = 20;
const IDS = 10;
const ORGANISMS: Readonly<Record<number, readonly string[]>> = {
  7955: ['zebrafish', 'poisson zèbre'],
  7227: ['fly', 'drosophile'],
  10090: ['mouse', 'souris'],
};
const PANELS = [15, 50, 59, 63, 66, 100];

type Tried = { text: string; isRight(resolution: Resolution): boolean; isWrong(resolution: Resolution): boolean };

/** Returns a line for each kind of text. */
export async function measureForms(
  database: DatabaseSync,
  resolve: ResolveText,
  random: SeededRandom,
): Promise<string> {
  const kinds: [what: string, tried: Tried[]][] = [
    ['organisms beside genes', organisms(database, random)],
    ['forms of identifiers', identifiers(database, random)],
    ['dates of spreadsheets', dates()],
    ['abbreviations in names of diseases', abbreviations(database)],
    ['panels of genes', panels(database, random)],
    ['published panels', publishedPanels(database)],
  ];
  const lines: string[] = [];
  for (const [what, tried] of kinds) {
    const failures: string[] = [];
    let wrong = 0;
    for (const { text, isRight, isWrong } of tried) {
      const resolution = await resolve(text, LIMIT);
      if (!isRight(resolution)) failures.push(text);
      if (isWrong(resolution)) wrong += 1;
    }
    const failed = failures.length === 0 ? '' : ` Not ${failures.slice(0, LIMIT).join(', ')}.`;
    lines.push(
      `Of ${tried.length} ${what} ${tried.length - failures.length} are read.${failed} Wrong for certain: ${wrong}.`,
    );
  }
  return lines.join('\n');
}

/** Returns what a text leads to at once. */
function led({ isList, entries }: Resolution): Candidate | undefined {
  const first = entries[0]?.candidates[0];
  if (isList || first === undefined) return undefined;
  return first.kind === 'gene' && !first.isCertain ? undefined : first;
}

/** Human genes with several orthologs in an organism, which is kept. */
function organisms(database: DatabaseSync, random: SeededRandom): Tried[] {
  const several = database.prepare(`
    SELECT symbol FROM ortholog JOIN gene ON gene.id = source_gene_id
    WHERE target_taxon_id = ? AND gene.taxon_id = 9606 GROUP BY source_gene_id HAVING count(*) > 1
  `);
  return Object.entries(ORGANISMS).flatMap(([taxonId, words]) => {
    return random.sample(several.all(taxonId), PER_ORGANISM).map(({ symbol }, at) => {
      const isKept = (resolution: Resolution) => {
        const one = led(resolution);
        const isThere = one?.kind === 'gene' && one.gene.taxonId === Number(taxonId);
        return isThere || resolution.orthologTaxonId === Number(taxonId);
      };
      const text = `${symbol} ${words[at % words.length]}`;
      return { text, isRight: isKept, isWrong: (resolution) => led(resolution) !== undefined && !isKept(resolution) };
    });
  });
}

function identifiers(database: DatabaseSync, random: SeededRandom): Tried[] {
  const genes = database
    .prepare(`
      SELECT gene_id AS id, hgnc_id AS hgnc, json_extract(ensembl_ids, '$[0]') AS ensembl FROM gene_identity
      WHERE kind = 'protein-coding' AND hgnc_id IS NOT NULL AND ensembl_ids <> '[]'
    `)
    .all();
  return random.sample(genes, IDS).flatMap(({ id, hgnc, ensembl }) => {
    const isIt = (resolution: Resolution) => {
      const one = led(resolution);
      return one?.kind === 'gene' && one.gene.geneId === id;
    };
    const forms = [
      ...[`HGNC:${hgnc}`, `Ensembl:${ensembl}`, `${ensembl}.7`, `https://www.ncbi.nlm.nih.gov/gene/${id}`],
      ...[`https://identifiers.org/ncbigene:${id}`, `https://identifiers.org/hgnc/${hgnc}`],
      ...[`https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/${hgnc}`, `NCBIGene:${id}`],
    ];
    return forms.map((text) => ({
      ...{ text, isRight: isIt },
      isWrong: (resolution: Resolution) => led(resolution) !== undefined && !isIt(resolution),
    }));
  });
}

function dates(): Tried[] {
  const days = Array.from({ length: 11 }, (_, at) => at + 1);
  const texts = days.flatMap((day) => [`${day}-Sep`, `Sep-${day}`, `${day}-Mar`, `Mar-${day}`]);
  return texts.map((text) => ({
    text,
    isRight: ({ entries: [entry] }) => {
      const offered = (entry?.candidates ?? []).slice(0, MOST_OFFERED);
      return offered.some((one) => one.kind === 'gene' && symbolsOfDate(text)?.includes(one.gene.symbol) === true);
    },
    // A worm's gene may be called so.
    isWrong: (resolution) => {
      const one = led(resolution);
      return one !== undefined && !(one.kind === 'gene' && one.gene.symbol === text);
    },
  }));
}

/** Entries without genes are not certain where a gene or another entry is called so, too. */
function abbreviations(database: DatabaseSync): Tried[] {
  const named = database.prepare("SELECT name FROM disease WHERE name LIKE '%(%)%'").all();
  const all = named.flatMap(({ name }) =>
    Array.from(String(name).matchAll(/\(([A-Z][A-Z0-9]{2,7})\)/g), ([, one]) => one ?? ''),
  );
  return [...new Set(all)].map((text) => {
    const isEmpty = (one: Candidate | undefined) => one !== undefined && genesOf(one) === 0;
    const isWrong = (resolution: Resolution) => {
      const others = (resolution.entries[0]?.candidates ?? []).some((one) => genesOf(one) > 0);
      return others && isEmpty(led(resolution));
    };
    return { text, isWrong, isRight: (resolution) => !isWrong(resolution) };
  });
}

function genesOf(one: Candidate): number {
  return one.kind === 'gene' ? 1 : one.kind === 'disease' ? one.disease.geneCount : one.term.geneCount;
}

function panels(database: DatabaseSync, random: SeededRandom): Tried[] {
  const official = database
    .prepare(`
      SELECT symbol FROM gene JOIN gene_identity ON gene_id = id
      WHERE taxon_id = 9606 AND nomenclature_status = 'official' AND kind = 'protein-coding'
    `)
    .all()
    .map(({ symbol }) => String(symbol));
  return PANELS.filter((size) => size <= official.length).map((size) => ({
    text: random.sample(official, size).join('\n'),
    isRight: ({ isList, entries, entriesLeftOut }) => {
      return isList && entriesLeftOut === 0 && entries.every(({ candidates: [first] }) => first?.isCertain === true);
    },
    isWrong: () => false,
  }));
}

/** Published panels: each gene is the one that is called so, or was called so. */
function publishedPanels(database: DatabaseSync): Tried[] {
  const called = database.prepare(`
    SELECT id FROM gene WHERE taxon_id = 9606 AND symbol = ?1
    UNION SELECT gene_id FROM gene_alias WHERE taxon_id = 9606 AND alias_folded = lower(?1)
  `);
  return PUBLISHED.map(({ genes }) => {
    const isCalledSo = ({ candidates: [first] }: ResolvedText, at: number) =>
      first?.kind === 'gene' && called.all(genes[at] ?? '').some(({ id }) => id === first.gene.geneId);
    return {
      text: genes.join(', '),
      isRight: ({ isList, entries, entriesLeftOut }) =>
        isList && entriesLeftOut === 0 && entries.length === genes.length && entries.every(isCalledSo),
      isWrong: ({ entries }) =>
        entries.some((one, at) => one.candidates[0]?.isCertain === true && !isCalledSo(one, at)),
    };
  });
}
