/** Finds what a text means in the reference data of this registry, without a request to a partner or a search for people. */

import { foldForEquality } from '../../domain/folding.ts';
import { endOfPrefix, indexedText } from '../../domain/query/suggestions.ts';
import type {
  FoundDisease,
  FoundGene,
  FoundTerm,
  GeneName,
  Resolution,
  ResolvedTerm,
  ResolveLookups,
} from '../../domain/resolve/candidate.ts';
import type { PairSource } from '../../domain/resolve/described-gene.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import { resolveText } from '../../domain/resolve/resolve-text.ts';
import { diseasesSource, SOURCE_OF_DISEASES } from '../reference/diseases.ts';
import { GENE_ROWS, type GeneTableRow, toSnapshotGene } from '../reference/gene-tables.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';
import { nameIndex, type SpelledAlike, spelledAlike } from './name-index.ts';

/** @param limit the largest number of candidates of each of the two kinds */
export type ResolveText = (text: string, limit: number) => Promise<Resolution>;

/** A disease or a term by its id. */
type DiseaseOrTerm = { kind: 'disease' | 'term'; id: string };

export type TextResolver = {
  resolve: ResolveText;
  /** Returns at most `limit` genes that are associated with a disease or term, by symbol. */
  genesOf(of: DiseaseOrTerm, limit: number): Promise<readonly GeneName[]>;
  /** Returns the terms for a disease that people in this registry can choose. */
  termsOfDisease(diseaseId: string): Promise<readonly Pick<ResolvedTerm, 'termId' | 'ontologyName'>[]>;
  /** Prepares one more slice of the texts that are looked up. Returns whether all are prepared. */
  advance: SpelledAlike['advance'];
};

/** Hundreds of genes may share a name, such as "uncharacterized protein". */
const MOST_GENES = 100;
const MOST_BY_START = 20;
const MOST_ORTHOLOGS = 50;

const byText = (table: string, column: string, geneId = 'gene_id') => `
  SELECT ${table}.${geneId} FROM taxon CROSS JOIN ${table} ON taxon_id = taxon.id
  WHERE active = 1 AND ${column} = ? LIMIT ${MOST_GENES}
`;

/** Queries for ids of genes, each with one text as its parameter. */
export const GENE_IDS_BY = {
  symbol: byText('gene', 'symbol_folded', 'id'),
  authoritySymbol: `SELECT gene_id FROM gene_identity WHERE authority_symbol = ? COLLATE NOCASE LIMIT ${MOST_GENES}`,
  name: `SELECT id FROM gene WHERE name = ? COLLATE NOCASE LIMIT ${MOST_GENES}`,
  alias: byText('gene_alias', 'alias_folded'),
  identifier: byText('gene_identifier', 'identifier_folded'),
  designation: byText('gene_designation', 'designation_folded'),
} as const;
export const GENE_IDS_BY_START = `
  SELECT id FROM gene WHERE taxon_id = ? AND symbol_folded >= ? AND symbol_folded < ? ORDER BY symbol_folded LIMIT ?
`;
export const GENE_IDS_BY_ALIAS_START = `
  SELECT gene_id FROM gene_alias WHERE taxon_id = ? AND alias_folded >= ? AND alias_folded < ? ORDER BY alias_folded LIMIT ?
`;
/** Human orthologs come first. */
export const ORTHOLOGS_BOTH_DIRECTIONS = `
  SELECT gene.id, symbol, taxon_id
  FROM (
    SELECT target_gene_id AS other_id FROM ortholog WHERE source_gene_id = ?1
    UNION SELECT source_gene_id FROM ortholog WHERE target_gene_id = ?1
  ) CROSS JOIN gene ON gene.id = other_id CROSS JOIN taxon ON taxon.id = taxon_id
  WHERE active = 1 ORDER BY taxon_id <> ${HUMAN_TAXON_ID}, ordering, taxon_id, gene.id LIMIT ${MOST_ORTHOLOGS}
`;
const IS_OF_DISEASE = 'SELECT 1 FROM gene_disease WHERE gene_id = ? LIMIT 1';
const DISEASES = `
  SELECT id, name, (SELECT json_group_array(disease_name.name ORDER BY position) FROM disease_name WHERE disease_id = id)
  FROM disease
`;
export const GENES_OF_DISEASE = `
  SELECT DISTINCT gene.id FROM gene_disease CROSS JOIN gene ON gene.id = gene_id
  WHERE disease_id = ? ORDER BY symbol_folded LIMIT ?
`;
export const GENES_OF_DISEASES = `
  SELECT DISTINCT gene.id
  FROM json_each(?) CROSS JOIN gene_disease ON disease_id = value CROSS JOIN gene ON gene.id = gene_id
  ORDER BY symbol_folded
`;
/** The source of all diseases comes first, because it is empty. */
const FIRST_SOURCE_OF_PAIRS = `
  SELECT source, release FROM gene_disease WHERE disease_id = ? ORDER BY source LIMIT 1
`;
const TERMS = `
  SELECT term_id, term.name, ontology.name, ontology.active AND term.active, synonyms, disease_ids
  FROM ontology CROSS JOIN term ON ontology_id = ontology.id
`;
/** Ids that terms had before they were merged into others. */
const FORMER_TERM_IDS = `
  SELECT lower(value), term.id FROM term CROSS JOIN json_each(alt_term_ids) WHERE obsolete = 0 AND alt_term_ids <> '[]'
`;
/** The parameter is the id as JSON. The query reads all terms, because it runs rarely. */
const TERMS_OF_DISEASE = `
  SELECT term_id, ontology.name FROM ontology CROSS JOIN term ON ontology_id = ontology.id
  WHERE ontology.active AND term.active AND obsolete = 0 AND disease_ids <> '[]' AND instr(disease_ids, ?) > 0
  ORDER BY term.id
`;
export const TERMS_BY_ANY_ID = `${TERMS} WHERE obsolete = 0 AND term_id_folded = ?`;
const CONSIDERED_IDS = `
  SELECT considered_ids FROM ontology CROSS JOIN term ON ontology_id = ontology.id
  WHERE obsolete = 1 AND term_id_folded = ? AND considered_ids IS NOT NULL
`;
export const TERMS_BY_NAME = `${TERMS} WHERE obsolete = 0 AND term.active = ? AND term.name = ? COLLATE NOCASE`;

type DiseaseRow = [id: string, name: string | null, otherNames: string];
type TermRow = [
  ...[termId: string, name: string | null, ontologyName: string, active: number],
  ...[synonyms: string, diseaseIds: string],
];

export function textResolver(store: Store, reference: ReferenceData): TextResolver {
  const genes = geneLookups(store, reference);
  const diseases = diseaseLookups(store, genes.names);
  const terms = termLookups(store, genes.names);
  const alike = spelledAlike(store, reference);
  const names = nameIndex(store, alike.isWord);

  const resolve: ResolveText = async (text, limit) =>
    store.read((tx) => {
      const lookups: ResolveLookups = {
        ...genes.lookups(tx),
        ...diseases(tx),
        ...terms(tx),
        genesByWords: (words) => genes.found(tx, names.geneIds(tx, words)),
        diseasesByWords: (words) =>
          names.diseaseIds(tx, words).flatMap((id) => diseases(tx).diseasesById(foldForEquality(id))),
        termsByWords: (words) => names.termNumbers(tx, words).flatMap((number) => terms(tx).termByNumber(number)),
        symbolsAlike: (folded, mostEdits) => alike.symbols(tx, folded, mostEdits),
        wordsAlike: (word) => alike.words(tx, word),
      };
      return resolveText(text, limit, lookups);
    });
  const genesOf: TextResolver['genesOf'] = async ({ kind, id }, limit) =>
    store.read((tx) => {
      if (kind === 'disease') return diseases(tx).genesOfDisease(id, limit).genes;
      const [term] = terms(tx).termsById(foldForEquality(id));
      return term === undefined ? [] : terms(tx).genesOfTerm(term, limit).genes;
    });
  const termsOfDisease: TextResolver['termsOfDisease'] = async (diseaseId) =>
    store.read((tx) => terms(tx).termsOfDisease(diseaseId));
  return { resolve, genesOf, termsOfDisease, advance: alike.advance };
}

type IdRow = [geneId: number];
/** Returns the names of genes; genes of inactive organisms are skipped. */
type GenesNamed = (tx: ReadTransaction, geneIds: readonly number[]) => GeneName[];

function geneLookups(store: Store, reference: ReferenceData) {
  const byId = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const nameOf = store.query<[symbol: string | null, taxonId: number]>(
    'SELECT symbol, taxon_id FROM gene WHERE id = ?',
  );
  const idsBy = {
    symbol: store.query<IdRow>(GENE_IDS_BY.symbol),
    authoritySymbol: store.query<IdRow>(GENE_IDS_BY.authoritySymbol),
    name: store.query<IdRow>(GENE_IDS_BY.name),
    alias: store.query<IdRow>(GENE_IDS_BY.alias),
    identifier: store.query<IdRow>(GENE_IDS_BY.identifier),
    designation: store.query<IdRow>(GENE_IDS_BY.designation),
  };
  const idsByStart = store.query<IdRow>(GENE_IDS_BY_START);
  const idsByAliasStart = store.query<IdRow>(GENE_IDS_BY_ALIAS_START);
  const orthologs = store.query<[number, string | null, number]>(ORTHOLOGS_BOTH_DIRECTIONS);
  const ofDisease = store.query<[number]>(IS_OF_DISEASE);
  const places = byGeneration((tx) => {
    const taxa = reference.activeTaxa(tx).map(({ id, commonName }, place) => [id, { commonName, place }] as const);
    return new Map(taxa);
  });

  function found(tx: ReadTransaction, geneIds: readonly number[]): FoundGene[] {
    return geneIds.flatMap((geneId) => {
      const row = byId.first(tx, geneId);
      if (row === undefined) return [];
      const gene = toSnapshotGene(row);
      const taxon = places(tx).get(gene.taxonId);
      return taxon === undefined ? [] : [{ ...gene, taxonName: taxon.commonName, taxonPlace: taxon.place }];
    });
  }

  function names(tx: ReadTransaction, geneIds: readonly number[]): GeneName[] {
    return geneIds.flatMap((geneId) => {
      const [symbol, taxonId = 0] = nameOf.first(tx, geneId) ?? [];
      return places(tx).has(taxonId) ? [{ geneId, symbol: symbol ?? String(geneId), taxonId }] : [];
    });
  }

  const lookups = (tx: ReadTransaction) => {
    const genesBy = (by: keyof typeof idsBy, text: string) => found(tx, idsBy[by].all(tx, text).flat());
    const starting = (query: typeof idsByStart, start: string) => {
      const geneIds: number[] = [];
      for (const { id } of reference.activeTaxa(tx)) {
        if (geneIds.length >= MOST_BY_START) break;
        geneIds.push(...query.all(tx, id, start, endOfPrefix(start), MOST_BY_START - geneIds.length).flat());
      }
      return found(tx, geneIds);
    };
    return {
      genesById: (geneId: number) => found(tx, [geneId]),
      genesBySymbol: (symbol: string) => [...genesBy('authoritySymbol', symbol), ...genesBy('symbol', symbol)],
      genesByName: (name: string) => genesBy('name', name),
      genesByAlias: (alias: string) => genesBy('alias', alias),
      genesByIdentifier: (identifier: string) => genesBy('identifier', identifier),
      genesByDesignation: (designation: string) => genesBy('designation', indexedText(designation)),
      genesBySymbolStart: (start: string) => starting(idsByStart, start),
      genesByAliasStart: (start: string) => starting(idsByAliasStart, start),
      orthologs: (geneId: number) =>
        orthologs
          .all(tx, geneId)
          .map(([id, symbol, taxonId]) => ({ geneId: id, symbol: symbol ?? String(id), taxonId })),
      isOfDisease: (geneId: number) => ofDisease.first(tx, geneId) !== undefined,
    };
  };
  return { found, names, lookups };
}

function diseaseLookups(store: Store, genesNamed: GenesNamed) {
  const byId = store.query<DiseaseRow>(`${DISEASES} WHERE id_folded = ?`);
  const byName = store.query<DiseaseRow>(`${DISEASES} WHERE name = ? COLLATE NOCASE`);
  const genes = store.query<IdRow>(GENES_OF_DISEASE);
  const firstSource = store.query<[string, string | null]>(FIRST_SOURCE_OF_PAIRS);
  const geneCount = store.query<[number]>('SELECT count(DISTINCT gene_id) FROM gene_disease WHERE disease_id = ?');
  const source = byGeneration((tx) => diseasesSource(tx, store));

  /** Returns the source that associates genes with a disease; undefined for the source of all diseases. */
  function tiedBy(tx: ReadTransaction, diseaseId: string): PairSource | undefined {
    const [name, release = null] = firstSource.first(tx, diseaseId) ?? [SOURCE_OF_DISEASES];
    return name === SOURCE_OF_DISEASES ? undefined : { source: name, release };
  }

  return (tx: ReadTransaction) => {
    const found = (rows: readonly DiseaseRow[]): FoundDisease[] => {
      const ofAll = source(tx);
      return ofAll === null
        ? []
        : rows.map(([diseaseId, name, otherNames]) => ({
            ...{ diseaseId, name, otherNames: JSON.parse(otherNames) },
            ...(tiedBy(tx, diseaseId) ?? ofAll),
          }));
    };
    return {
      diseasesById: (folded: string) => found(byId.all(tx, folded)),
      diseasesByName: (name: string) => found(byName.all(tx, name)),
      genesOfDisease: (diseaseId: string, limit: number) => ({
        genes: genesNamed(tx, genes.all(tx, diseaseId, limit).flat()),
        count: geneCount.first(tx, diseaseId)?.[0] ?? 0,
      }),
    };
  };
}

function termLookups(store: Store, genesNamed: GenesNamed) {
  const byId = store.query<TermRow>(TERMS_BY_ANY_ID);
  const considered = store.query<[ids: string]>(CONSIDERED_IDS);
  const byName = store.query<TermRow>(TERMS_BY_NAME);
  const byNumber = store.query<TermRow>(`${TERMS} WHERE term.id = ?`);
  const ofDisease = store.query<[termId: string, ontologyName: string]>(TERMS_OF_DISEASE);
  const ofPhenotype = store.query<[string]>('SELECT gene_ids FROM phenotype_genes WHERE term_id = ?');
  const ofDiseases = store.query<IdRow>(GENES_OF_DISEASES);
  const source = byGeneration((tx) => diseasesSource(tx, store));

  const formerIds = byGeneration((tx) => new Map(store.query<[string, number]>(FORMER_TERM_IDS).all(tx)));

  return (tx: ReadTransaction) => ({
    termsById(folded: string) {
      const rows = byId.all(tx, folded);
      const today = rows.length > 0 ? undefined : formerIds(tx).get(folded);
      return (today === undefined ? rows : byNumber.all(tx, today)).map(toTerm);
    },
    termsConsidered(folded: string) {
      const ids = considered.all(tx, folded).flatMap(([json]) => JSON.parse(json) as string[]);
      return ids.flatMap((id) => byId.all(tx, foldForEquality(id))).map(toTerm);
    },
    termsByName: (name: string) => [1, 0].flatMap((active) => byName.all(tx, active, name)).map(toTerm),
    termsOfDisease: (diseaseId: string) =>
      ofDisease.all(tx, JSON.stringify(diseaseId)).map(([termId, ontologyName]) => ({ termId, ontologyName })),
    termByNumber: (number: number) => byNumber.all(tx, number).map(toTerm),
    genesOfTerm({ termId, diseaseIds }: FoundTerm, limit: number) {
      const tied = JSON.parse(ofPhenotype.first(tx, termId)?.[0] ?? '[]') as number[];
      const throughDiseases = diseaseIds.length === 0 ? [] : ofDiseases.all(tx, JSON.stringify(diseaseIds)).flat();
      const geneIds = [...new Set([...tied, ...throughDiseases])];
      return {
        genes: genesNamed(tx, geneIds.slice(0, limit)),
        count: geneIds.length,
        ...((geneIds.length > 0 && source(tx)) || { source: null, release: null }),
      };
    },
  });
}

function toTerm([termId, name, ontologyName, active, synonyms, diseaseIds]: TermRow): FoundTerm {
  const lists = { synonyms: JSON.parse(synonyms), diseaseIds: JSON.parse(diseaseIds) };
  return { termId, name: name ?? termId, ontologyName, isActive: active === 1, ...lists };
}
