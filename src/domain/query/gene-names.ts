/** The names of a gene: registries know the same gene under symbols of different years. */

import { foldForEquality } from '../folding.ts';
import type { GeneIdentity } from '../record/gene-identity.ts';
import type { GeneFacts } from '../record/records.ts';

/** A gene as the local gene table knows it. */
export type KnownGene = { gene: GeneFacts; orthologs: readonly GeneFacts[] };
/**
 * The genes that a symbol, or else an alias or former symbol, names in a taxon: none when the local gene table does not
 * know it, several when it does not know which is meant.
 */
export type ResolveGene = (symbol: string, taxonId: number) => Promise<readonly KnownGene[]>;

/** A source that does not know a symbol is asked under no more than this many other names. */
const MOST_OTHER_NAMES = 4;

/** Aliases in the form of NCBI: `A|B`, `-` for none. */
export function aliasesOf(aliases: string | null): string[] {
  if (aliases === null) return [];
  return aliases
    .split('|')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== '-');
}

/** Identifiers of a gene in other databases, as they are written there: `HGNC:1100`, `ENSG00000012048`, `OMIM:113705`. */
export function identifiersOf({ hgncId, ensemblIds, omimIds }: GeneIdentity): string[] {
  return [...(hgncId === null ? [] : [hgncId]), ...ensemblIds, ...omimIds.map((id) => `OMIM:${id}`)];
}

/** The names a source may know the gene by that does not know `symbol`: the present symbol first, then aliases. */
export function otherNames({ gene }: KnownGene, symbol: string): string[] {
  const folded = foldForEquality(symbol);
  const names = [gene.symbol, ...aliasesOf(gene.aliases)];
  return names.filter((name) => foldForEquality(name) !== folded).slice(0, MOST_OTHER_NAMES);
}

/**
 * Whether a record found under another name is about the gene that was asked for, or one of its orthologs: at a
 * source, an alias may be the symbol of another gene.
 */
export function isAbout({ gene, orthologs }: KnownGene, geneId: number | undefined): boolean {
  return geneId === gene.geneId || orthologs.some((ortholog) => ortholog.geneId === geneId);
}
