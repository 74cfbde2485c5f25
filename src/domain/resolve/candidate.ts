/** What a text may mean, and why: the types of the answer of `/api/federated/resolve`. */

import type {
  NamedGene,
  OfferedSearch as OfferedSearchSchema,
  ResolvedDisease as ResolvedDiseaseSchema,
  ResolvedGene as ResolvedGeneSchema,
  ResolvedTerm as ResolvedTermSchema,
} from '../../api/resolve.ts';
import type { Static } from '../../api/schema.ts';

/** The short form of a gene, beside another gene or a disease. */
export type GeneName = Static<typeof NamedGene>;
export type ResolvedGene = Static<typeof ResolvedGeneSchema>;
export type ResolvedDisease = Static<typeof ResolvedDiseaseSchema>;
export type ResolvedTerm = Static<typeof ResolvedTermSchema>;

/**
 * Why a candidate was found. `matched` is the name of it that matches the text: an alias, a name, an identifier, or a
 * symbol that is spelled alike. For `disease`, `matched` is the name of the disease that the gene is associated with.
 */
export type MatchReason =
  | { kind: NamedBy; matched: string }
  | { kind: 'disease'; matched: string; diseaseId: string; source: string; release: string | null }
  | { kind: 'spelled-alike'; matched: string; edits: number };

/** `words`: a name contains all words of the text; `some-words`: it contains most of them, or words that are spelled alike. */
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

/** Whether the candidate is a gene that has the text as a name; a disease, or a word of a name, does not count. */
export function isExactGene(candidate: Candidate): candidate is GeneCandidate {
  return candidate.kind === 'gene' && EXACT.has(candidate.reason.kind);
}

/** `variant`: an HGVS expression, which stands for its gene. */
export type TextForm = 'identifier' | 'variant' | 'words';

export type ResolvedText = {
  text: string;
  form: TextForm;
  /** The best first; only the first can be certain. */
  candidates: Candidate[];
  /** Where nothing has the text as a name: candidates that are spelled alike or share words with it. */
  didYouMean: Candidate[];
};

/** A search for people or interests that the page offers with the text as it is. */
export type OfferedSearch = Static<typeof OfferedSearchSchema>;

export type Resolution = {
  text: string;
  /** Whether the text is a list of several genes. */
  isList: boolean;
  /** The text, or each gene of a list. */
  entries: ResolvedText[];
  /** How many genes of a list were not looked up, because there are too many. */
  entriesLeftOut: number;
  /** The parts of the text that were not understood. */
  leftOut: string[];
  /** In a list: words that name a gene but may mean something else. They are not searched before the reader confirms them. */
  toConfirm: string[];
  searches: OfferedSearch[];
  /** The search to run at once where the text is no gene, disease or term; otherwise null. */
  searchAtOnce: OfferedSearch['kind'] | null;
};
