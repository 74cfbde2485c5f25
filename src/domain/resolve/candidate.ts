/** What a text may mean, and why: the answer of `/api/federated/resolve`. */

import type { NomenclatureStatus } from '../record/gene-identity.ts';

/** A gene by name, as it stands beside another one. */
export type GeneName = { geneId: number; symbol: string; taxonId: number };

export type ResolvedGene = GeneName & {
  name: string | null;
  /** In the registry's words: `human`. */
  taxonName: string;
  hgncId: string | null;
  ensemblIds: string[];
  omimIds: string[];
  nomenclatureStatus: NomenclatureStatus | null;
  /** `protein-coding`, `ncRNA`… in NCBI's words. */
  geneKind: string | null;
  /** In both directions, so that a gene of a model organism leads to its human gene, and back. */
  orthologs: GeneName[];
};

export type ResolvedDisease = {
  diseaseId: string;
  name: string | null;
  /** Who ties genes to it, and by which release of their data. */
  source: string;
  release: string | null;
  geneCount: number;
  /** The first of them. */
  genes: GeneName[];
};

export type ResolvedTerm = {
  termId: string;
  name: string;
  ontologyName: string;
  /** Whether searches here can be narrowed by it. */
  isActive: boolean;
  /** Diseases that the term is the same as: `OMIM:607208`. */
  diseaseIds: string[];
  /** Who ties genes to the term or to these diseases, and by which release; null where nobody does. */
  source: string | null;
  release: string | null;
  geneCount: number;
  /** The first of them. */
  genes: GeneName[];
};

/**
 * Why something is a candidate; `matched` is the text of it that was met: the alias, the name, the identifier, the
 * symbol that is spelled alike. With `disease`, it is the disease that the gene is tied to.
 */
export type MatchReason =
  | { kind: NamedBy; matched: string }
  | { kind: 'disease'; matched: string; diseaseId: string; source: string; release: string | null }
  | { kind: 'spelled-alike'; matched: string; edits: number };

/** `words`: all words of the text are in the name; `some-words`: most are, or words spelled alike. */
export type NamedBy =
  | 'identifier'
  | 'symbol'
  | 'alias'
  | 'name'
  | 'designation'
  | 'beginning'
  | 'words'
  | 'some-words'
  | 'symbol-in-text';

export type Candidate = { isCertain: boolean; reason: MatchReason } & (
  | { kind: 'gene'; gene: ResolvedGene }
  | { kind: 'disease'; disease: ResolvedDisease }
  | { kind: 'term'; term: ResolvedTerm }
);

export type GeneCandidate = Extract<Candidate, { kind: 'gene' }>;

const EXACT: ReadonlySet<MatchReason['kind']> = new Set([
  'identifier',
  'symbol',
  'alias',
  'name',
  'designation',
] as const);

/** Whether it is a gene that is called exactly so; a disease, or a word of a name, is not. */
export function isExactGene(candidate: Candidate): candidate is GeneCandidate {
  return candidate.kind === 'gene' && EXACT.has(candidate.reason.kind);
}

/** `variant`: an HGVS expression, of which the gene is meant. */
export type TextForm = 'identifier' | 'variant' | 'words';

export type ResolvedText = {
  text: string;
  form: TextForm;
  /** Best first; at most the first is certain. */
  candidates: Candidate[];
  /** Where nothing is called so: what is spelled alike, or shares words. */
  didYouMean: Candidate[];
};

/** Searches that the text can be put to as it stands. */
export type OfferedSearch = { kind: 'people' | 'interests'; text: string };

export type Resolution = {
  text: string;
  /** Whether several genes were given. */
  isList: boolean;
  /** The text, or each gene of a list. */
  entries: ResolvedText[];
  /** How many genes of a list are left out, as only so many are looked up. */
  entriesLeftOut: number;
  /** What stands in the text beside what was understood, in pieces. */
  leftOut: string[];
  /** Those of its words that name a gene and may mean something else, of a list: nobody is asked about them unconfirmed. */
  toConfirm: string[];
  searches: OfferedSearch[];
  /** Which of the searches is what was meant, where the text is no gene, disease or term. */
  searchAtOnce: OfferedSearch['kind'] | null;
};
