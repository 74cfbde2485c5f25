/** What texts are looked up in: handed in, so that reading and ranking stay pure. All of them answer best first. */

import type { SnapshotGene } from '../record/snapshot.ts';
import type { GeneName, ResolvedDisease, ResolvedTerm } from './candidate.ts';

/** A gene, and where its organism stands in the registry's order. */
export type FoundGene = SnapshotGene & { taxonName: string; taxonPlace: number };
/** A disease without its genes, with what else it is called. */
export type FoundDisease = Omit<ResolvedDisease, 'genes' | 'geneCount'> & { otherNames: readonly string[] };
type GenesMembers = 'source' | 'release' | 'genes' | 'geneCount';
/** A term without its genes, with what else it is called. */
export type FoundTerm = Omit<ResolvedTerm, GenesMembers> & { synonyms: readonly string[] };

type TiedGenes = { genes: GeneName[]; count: number };

export type ResolveLookups = {
  /** Genes of all active organisms; texts are folded. */
  genesById(geneId: number): FoundGene[];
  genesByIdentifier(identifier: string): FoundGene[];
  genesBySymbol(symbol: string): FoundGene[];
  genesByAlias(alias: string): FoundGene[];
  genesByDesignation(designation: string): FoundGene[];
  genesBySymbolStart(start: string): FoundGene[];
  genesByAliasStart(start: string): FoundGene[];
  /** Letter case does not count. */
  genesByName(name: string): FoundGene[];
  /** With all of the words in their names; the last may be the beginning of one. */
  genesByWords(words: readonly string[]): FoundGene[];
  orthologs(geneId: number): GeneName[];
  /** Whether a source ties a disease to it. */
  isOfDisease(geneId: number): boolean;

  diseasesById(folded: string): FoundDisease[];
  diseasesByName(name: string): FoundDisease[];
  diseasesByWords(words: readonly string[]): FoundDisease[];
  /** At most so many of its genes, and the number of all. */
  genesOfDisease(diseaseId: string, limit: number): TiedGenes;

  termsById(folded: string): FoundTerm[];
  termsByName(name: string): FoundTerm[];
  termsByWords(words: readonly string[]): FoundTerm[];
  /** At most so many of the genes that are tied to it or to the diseases that it is, and the number of all. */
  genesOfTerm(term: FoundTerm, limit: number): Pick<ResolvedTerm, 'source' | 'release'> & TiedGenes;

  /** Symbols that some edits make of the folded text, at most so many edits, fewest first. */
  symbolsAlike(folded: string, mostEdits: number): { text: string; edits: number }[];
  /** Words of names that are spelled nearly as this one, best first; the word alone where names have it, or none is. */
  wordsAlike(word: string): string[];
};
