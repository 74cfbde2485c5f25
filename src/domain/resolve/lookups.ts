/** The lookups in reference data. They are parameters, so that reading and ranking stay pure. All return the best first. */

import type { SnapshotGene } from '../record/snapshot.ts';
import type { GeneName, ResolvedDisease, ResolvedTerm } from './candidate.ts';

/** A gene, with the place of its organism in the registry's order. */
export type FoundGene = SnapshotGene & { taxonName: string; taxonPlace: number };
/** A disease without its genes, with its other names. */
export type FoundDisease = Omit<ResolvedDisease, 'genes' | 'geneCount'> & { otherNames: readonly string[] };
type GenesMembers = 'source' | 'release' | 'genes' | 'geneCount';
/** A term without its genes, with its synonyms. */
export type FoundTerm = Omit<ResolvedTerm, GenesMembers> & { synonyms: readonly string[] };

type TiedGenes = { genes: GeneName[]; count: number };

export type ResolveLookups = {
  /** Genes of all active organisms; the texts are folded. */
  genesById(geneId: number): FoundGene[];
  genesByIdentifier(identifier: string): FoundGene[];
  genesBySymbol(symbol: string): FoundGene[];
  genesByAlias(alias: string): FoundGene[];
  genesByDesignation(designation: string): FoundGene[];
  genesBySymbolStart(start: string): FoundGene[];
  genesByAliasStart(start: string): FoundGene[];
  /** Ignores letter case. */
  genesByName(name: string): FoundGene[];
  /** Genes with all of the words in their names; the last word may be the beginning of one. */
  genesByWords(words: readonly string[]): FoundGene[];
  orthologs(geneId: number): GeneName[];
  /** Whether a source associates a disease with the gene. */
  isOfDisease(geneId: number): boolean;

  diseasesById(folded: string): FoundDisease[];
  diseasesByName(name: string): FoundDisease[];
  diseasesByWords(words: readonly string[]): FoundDisease[];
  /** At most `limit` of its genes, and the number of all. */
  genesOfDisease(diseaseId: string, limit: number): TiedGenes;

  termsById(folded: string): FoundTerm[];
  termsByName(name: string): FoundTerm[];
  termsByWords(words: readonly string[]): FoundTerm[];
  /** At most `limit` of the genes that are associated with the term or its diseases, and the number of all. */
  genesOfTerm(term: FoundTerm, limit: number): Pick<ResolvedTerm, 'source' | 'release'> & TiedGenes;

  /** Symbols within at most `mostEdits` of the folded text, fewest edits first. */
  symbolsAlike(folded: string, mostEdits: number): { text: string; edits: number }[];
  /** Words of names that are spelled alike, best first; only the word itself if names have it, or if no word is alike. */
  wordsAlike(word: string): string[];
};
