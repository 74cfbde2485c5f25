/** Loads reference files of a few lines, as the command does. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { readElement } from '../../../src/files/read-xml.ts';
import { ANNOTATIONS } from '../../../src/registry/import/load-annotations.ts';
import { type DiseaseFiles, readDiseases } from '../../../src/registry/import/load-diseases.ts';
import { GENES } from '../../../src/registry/import/load-genes.ts';
import { type OntologyOptions, readOntology } from '../../../src/registry/import/load-ontology.ts';
import { readOrgans } from '../../../src/registry/import/load-organs.ts';
import { ORTHOLOGS } from '../../../src/registry/import/load-orthologs.ts';
import type { RowFile, WriteLoad } from '../../../src/registry/import/load-work.ts';
import { readTable } from '../../../src/registry/import/taxon-table.ts';
import { users } from '../../../src/registry/people/users.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

export function fileOf(name: string, ...lines: string[]): RowFile {
  return {
    name,
    async *lines() {
      yield lines;
    },
  };
}

/** Lines of fields between tabs. */
export function table(name: string, header: string, rows: readonly (readonly unknown[])[]): RowFile {
  return fileOf(name, header.replaceAll(' ', '\t'), ...rows.map((row) => row.join('\t')));
}

type GeneLine = {
  taxonId?: number;
  geneId: number;
  symbol: string;
  aliases?: string;
  references?: string;
  name?: string;
  kind?: string;
  status?: string;
  others?: string;
};

const GENE_INFO =
  '#tax_id GeneID Symbol Synonyms dbXrefs chromosome map_location description type_of_gene Nomenclature_status Other_designations Modification_date';

export function geneInfo(...genes: GeneLine[]): RowFile {
  const rows = genes.map(({ taxonId = 9606, geneId, symbol, aliases = '-', references = '-', ...more }) => {
    const { name = '-', kind = '-', status = '-', others = '-' } = more;
    return [taxonId, geneId, symbol, aliases, references, '-', '-', name, kind, status, others, '20200127'];
  });
  return table('gene_info', GENE_INFO, rows);
}

/** Source taxon and gene, target taxon and gene. */
export function geneOrthologs(...pairs: [number, number, number, number][]): RowFile {
  const rows = pairs.map(([taxon, gene, otherTaxon, otherGene]) => [taxon, gene, 'Ortholog', otherTaxon, otherGene]);
  return table('gene_orthologs', '#tax_id GeneID relationship Other_tax_id Other_GeneID', rows);
}

/** Taxon, gene, term. */
export function gene2go(...annotations: [number, number, string][]): RowFile {
  return table('gene2go', '#tax_id GeneID GO_ID', annotations);
}

/** Stanzas of terms; each is given by the lines below `[Term]`. */
export function obo(ontology: string | undefined, ...terms: string[][]): RowFile {
  const header = ['format-version: 1.2', ...(ontology === undefined ? [] : [`ontology: ${ontology}`])];
  return fileOf('x.obo', ...header, ...terms.flatMap((lines) => ['', '[Term]', ...lines]));
}

const NO_FILES = { pairs: [], associations: [], names: [], orphanetGenes: [], mondo: [], orphadata: [] };

/** A registry to load into. */
export function openLoading(snapshot?: Snapshot) {
  const database = openTemporaryStore(snapshot);
  const { store } = database;
  const source = { store, isFollowing: false };
  const load = async (read: Promise<WriteLoad>) => {
    const write = await read;
    return store.write((tx) => write({ tx, ...source, now: new Date(), onProgress() {} }));
  };
  return {
    ...database,
    genes: async (...files: RowFile[]) => first(await load(readTable(GENES, source, files))),
    orthologs: async (...files: RowFile[]) => first(await load(readTable(ORTHOLOGS, source, files))),
    annotations: async (...files: RowFile[]) => first(await load(readTable(ANNOTATIONS, source, files))),
    ontology: async (file: RowFile, options: Partial<OntologyOptions> = {}) =>
      first(await load(readOntology(file, { name: undefined, activate: [], ...options }))),
    organs: async (file: RowFile) => first(await load(readOrgans(file, { activate: [] }))),
    diseases: (files: Partial<DiseaseFiles>) => load(readDiseases({ ...NO_FILES, ...files }, readElement)),
    generation: () => store.read((tx) => tx.generation()),
    user: (id: number) => store.read((tx) => users(store).find(tx, id)),
    /** The record of a user as it is sent, without what depends on the viewer. */
    record: (id: number) => {
      const row = store.read((tx) =>
        store.query<[string, string]>('SELECT person, public_genes FROM user_record WHERE user_id = ?').first(tx, id),
      );
      return { person: JSON.parse(`${row?.[0]}}`), genes: JSON.parse(`{${row?.[1]}}`) };
    },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('Nothing was reported.');
  return one;
}

export const NOTHING = { count: 0, sentences: [] };
