/**
 * Finds genes of the local gene table by a symbol, an alias or a former symbol, and suggests genes for the beginning of
 * a name.
 */

import { RegistryError } from '../../domain/errors.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { aliasesOf, identifiersOf, type ResolveGene } from '../../domain/query/gene-names.ts';
import { endOfPrefix, type GeneSuggestion, indexedText } from '../../domain/query/suggestions.ts';
import type { SnapshotGene } from '../../domain/record/snapshot.ts';
import { GENE_ROWS, type GeneTableRow, toSnapshotGene } from '../reference/gene-tables.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/**
 * Returns at most ten genes of an organism that begin with `typed`. Matches of the symbol come first, then those of an
 * alias or former symbol, of an identifier (HGNC, Ensembl, OMIM), and of another designation. Letter case is ignored,
 * and a blank text finds nothing. Among genes with the same symbol, official and protein-coding ones come first.
 *
 * @throws RegistryError `unknown-taxon`
 */
export type SuggestGenes = (typed: string, taxonId: number) => Promise<GeneSuggestion[]>;

const MOST_GENES = 10;
/** A gene may have several aliases with the same beginning. */
const MOST_ALIASES = 200;

const ORDER = "nomenclature_status IS NOT 'official', kind IS NOT 'protein-coding'";

export const GENES_BY_PREFIX = `
SELECT id, symbol, name FROM gene LEFT JOIN gene_identity ON gene_id = id
WHERE taxon_id = ? AND symbol_folded >= ? AND symbol_folded < ?
ORDER BY symbol_folded, ${ORDER}, id LIMIT ?
`;
export const GENES_BY_ALIAS_PREFIX = byTextPrefix('gene_alias', 'alias_folded');
export const GENES_BY_IDENTIFIER_PREFIX = byTextPrefix('gene_identifier', 'identifier_folded');
export const GENES_BY_DESIGNATION_PREFIX = byTextPrefix('gene_designation', 'designation_folded');

function byTextPrefix(table: string, column: string): string {
  return `
    SELECT gene.id, symbol, name, ${column}
    FROM ${table} CROSS JOIN gene ON gene.id = ${table}.gene_id
    LEFT JOIN gene_identity ON gene_identity.gene_id = gene.id
    WHERE ${table}.taxon_id = ? AND ${column} >= ? AND ${column} < ?
    ORDER BY ${column}, ${ORDER}, gene.id LIMIT ?
  `;
}

type GeneRow = [id: number, symbol: string, name: string | null];
type TextRow = [id: number, symbol: string | null, name: string | null, textFolded: string];

export function suggestGenes(store: Store, reference: ReferenceData): SuggestGenes {
  const bySymbol = store.query<GeneRow>(GENES_BY_PREFIX);
  const byText = [GENES_BY_ALIAS_PREFIX, GENES_BY_IDENTIFIER_PREFIX, GENES_BY_DESIGNATION_PREFIX].map((sql) =>
    store.query<TextRow>(sql),
  );
  const geneById = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);

  /** Returns the text as written; the index has it folded, and only the beginning of a long one. */
  function written(tx: ReadTransaction, geneId: number, textFolded: string): string {
    const row = geneById.first(tx, geneId);
    const texts = row === undefined ? [] : textsOf(toSnapshotGene(row));
    return texts.find((text) => foldForEquality(text).startsWith(textFolded)) ?? textFolded;
  }

  return async (typed, taxonId) =>
    store.read((tx) => {
      if (reference.taxon(tx, taxonId) === undefined) throw new RegistryError('unknown-taxon', { taxonId });
      const prefix = indexedText(foldForEquality(typed.trim()));
      if (prefix === '') return [];
      const range = [taxonId, prefix, endOfPrefix(prefix)] as const;
      const found = new Map<number, GeneSuggestion>();
      for (const [geneId, symbol, name] of bySymbol.all(tx, ...range, MOST_GENES)) {
        found.set(geneId, { symbol, geneId, name, matchedAlias: null });
      }
      for (const rows of byText) {
        if (found.size >= MOST_GENES) break;
        for (const [geneId, symbol, name, textFolded] of rows.all(tx, ...range, MOST_ALIASES)) {
          if (found.has(geneId) || found.size >= MOST_GENES) continue;
          const matchedAlias = written(tx, geneId, textFolded);
          found.set(geneId, { symbol: symbol ?? String(geneId), geneId, name, matchedAlias });
        }
      }
      return [...found.values()];
    });
}

function textsOf({ aliases, identity }: SnapshotGene): string[] {
  const others = identity === null ? [] : [...identifiersOf(identity), ...identity.otherDesignations];
  return [...aliasesOf(aliases), ...others];
}

const BEST_FIRST = `
SELECT value FROM json_each(?) LEFT JOIN gene_identity ON gene_id = value
ORDER BY nomenclature_status IS NOT 'official', kind IS NOT 'protein-coding', value
`;

const BY_AUTHORITY_SYMBOL = `
SELECT id FROM gene_identity JOIN gene ON id = gene_id
WHERE authority_symbol = ? COLLATE NOCASE AND taxon_id = ? ORDER BY id
`;

/** A symbol, of NCBI or else of the nomenclature authority, takes precedence over an equal alias. Official and protein-coding genes come first. */
export function resolveGene(store: Store, reference: ReferenceData): ResolveGene {
  const bestFirst = store.query<[number]>(BEST_FIRST);
  const byAuthority = store.query<[number]>(BY_AUTHORITY_SYMBOL);
  return async (symbol, taxonId) =>
    store.read((tx) => {
      const bySymbol = reference.geneIdsBySymbol(tx, taxonId, symbol);
      const official = bySymbol.length > 0 ? bySymbol : byAuthority.all(tx, symbol.trim(), taxonId).flat();
      const geneIds = official.length > 0 ? official : reference.geneIdsByAlias(tx, taxonId, symbol);
      const ordered = geneIds.length < 2 ? geneIds : bestFirst.all(tx, JSON.stringify(geneIds)).flat();
      return ordered.map((geneId) => ({
        gene: reference.geneFacts(tx, geneId),
        orthologs: reference.orthologIds(tx, geneId, undefined).map((id) => reference.geneFacts(tx, id)),
      }));
    });
}
