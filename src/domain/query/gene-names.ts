/** The names of a gene: registries may know the same gene under symbols of different times. */

import { foldForEquality } from '../folding.ts';
import type { GeneFacts } from '../record/records.ts';
import type { GeneIdentity } from '../record/snapshot.ts';

/** A gene of the local gene table, with its orthologs. */
export type KnownGene = { gene: GeneFacts; orthologs: readonly GeneFacts[] };
/**
 * Returns the genes that a symbol, or else an alias or former symbol, names in a taxon: none when the local gene table
 * does not know it, several when it is ambiguous.
 */
export type ResolveGene = (symbol: string, taxonId: number) => Promise<readonly KnownGene[]>;

/** How many other names are tried at a source that does not know a symbol. */
const MOST_OTHER_NAMES = 4;

/** Reads aliases in the format of NCBI: `A|B`, `-` for none. */
export function aliasesOf(aliases: string | null): string[] {
  if (aliases === null) return [];
  return aliases
    .split('|')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== '-');
}

/** Returns the identifiers of a gene in other databases: `HGNC:1100`, `ENSG00000012048`, `OMIM:113705`, `FBgn0004644`. */
export function identifiersOf({ hgncId, ensemblIds, omimIds, organismIds = [] }: GeneIdentity): string[] {
  const ofHuman = [...(hgncId === null ? [] : [hgncId]), ...ensemblIds, ...omimIds.map((id) => `OMIM:${id}`)];
  return organismIds.length === 0 ? ofHuman : [...ofHuman, ...organismIds];
}

/** Returns other names for a source that does not know `symbol`: the current symbol first, then aliases. */
export function otherNames({ gene }: KnownGene, symbol: string): string[] {
  const folded = foldForEquality(symbol);
  const names = [gene.symbol, ...aliasesOf(gene.aliases)];
  return names.filter((name) => foldForEquality(name) !== folded).slice(0, MOST_OTHER_NAMES);
}

/**
 * Whether a record that was found under another name is about the gene of the question, or one of its orthologs: at a
 * source, an alias may be the symbol of another gene.
 */
export function isAbout({ gene, orthologs }: KnownGene, geneId: number | undefined): boolean {
  return geneId === gene.geneId || orthologs.some((ortholog) => ortholog.geneId === geneId);
}
