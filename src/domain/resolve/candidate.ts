/**
 * `/api/federated/resolve`: reads its parameters, and the types of its answer and of the lookups in reference data,
 * which are parameters, so that reading and ranking stay pure.
 */

import type {
  NamedGene,
  OfferedSearch as OfferedSearchSchema,
  Reason,
  Resolution as ResolutionSchema,
  ResolvedDisease as ResolvedDiseaseSchema,
  ResolvedGene as ResolvedGeneSchema,
  ResolvedTerm as ResolvedTermSchema,
  ResolvedText as ResolvedTextSchema,
} from '../../api/resolve.ts';
import type { Static } from '../../api/schema.ts';
import { type InvalidMember, kindOf, phrase, RegistryError, refuseMembers } from '../errors.ts';
import { isObject } from '../own-member.ts';
import { integerParameter, invalid, missing, textParameter } from '../query/parameters.ts';
import type { SnapshotGene } from '../record/snapshot.ts';

/** The short form of a gene, beside another gene or a disease. */
export type GeneName = Static<typeof NamedGene>;
export type ResolvedGene = Static<typeof ResolvedGeneSchema>;
type ResolvedDisease = Static<typeof ResolvedDiseaseSchema>;
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
export type NamedBy = Exclude<Static<typeof Reason>['kind'], 'disease' | 'spelled-alike'>;

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
export type TextForm = Static<typeof ResolvedTextSchema>['form'];
/** The best candidates come first; only the first can be certain. */
export type ResolvedText = Omit<Static<typeof ResolvedTextSchema>, 'candidates' | 'didYouMean'> & {
  candidates: Candidate[];
  didYouMean: Candidate[];
};
/** A search for people or interests that the page offers with the text as it is. */
export type OfferedSearch = Static<typeof OfferedSearchSchema>;
export type Resolution = Omit<Static<typeof ResolutionSchema>, 'entries'> & { entries: ResolvedText[] };

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
  /** The terms that may replace an obsolete one with this id. */
  termsConsidered(folded: string): FoundTerm[];
  termsByName(name: string): FoundTerm[];
  termsByWords(words: readonly string[]): FoundTerm[];
  /** At most `limit` of the genes that are associated with the term or its diseases, and the number of all. */
  genesOfTerm(term: FoundTerm, limit: number): Pick<ResolvedTerm, 'source' | 'release'> & TiedGenes;

  /** Symbols within at most `mostEdits` of the folded text, fewest edits first. */
  symbolsAlike(folded: string, mostEdits: number): { text: string; edits: number }[];
  /** Words of names that are spelled alike, best first; only the word itself if names have it, or if no word is alike. */
  wordsAlike(word: string): string[];
};

/** `limit`: the largest number of candidates in each of the two lists of an answer. */
export type ResolveQuestion = { text: string; limit: number };

/** Enough for a list of some dozen genes, and for the longest name of a disease. */
export const MOST_CHARACTERS = 500;
const DEFAULT_LIMIT = 10;
const MOST_CANDIDATES = 50;

/** @throws RegistryError `parameter-missing`, `parameter-invalid`, `parameter-too-long` */
export function parseResolveQuestion(params: URLSearchParams, mostCharacters = MOST_CHARACTERS): ResolveQuestion {
  const text = textParameter(params, 'text', mostCharacters) ?? '';
  if (text.trim() === '') throw missing('text', phrase('typed-by-somebody'));
  const limit = integerParameter(params, 'limit') ?? DEFAULT_LIMIT;
  if (!isLimit(limit)) throw invalid('limit', String(limit), phrase('from-to', { least: 1, most: MOST_CANDIDATES }));
  return { text, limit };
}

/** Enough for a table that a user pastes. */
const MOST_CHARACTERS_OF_BODY = 4000;

/**
 * Reads the same parameters from a body: `{"text":"KCNQ2","limit":10}`. No error message contains the text.
 *
 * @throws RegistryError `body-invalid`, `member-invalid`
 */
export function parseResolveBody(body: unknown): ResolveQuestion {
  if (!isObject(body)) throw new RegistryError('body-invalid', { allowed: 'a JSON object' });
  const { text, limit = DEFAULT_LIMIT, ...others } = body;
  const wrong: InvalidMember[] = [];
  const length = typeof text === 'string' && text.trim() !== '' ? text.length : 0;
  if (length < 1 || length > MOST_CHARACTERS_OF_BODY) {
    const found = typeof text === 'string' ? (length === 0 ? 'blank' : `a text of ${length} characters`) : kindOf(text);
    wrong.push({ name: 'text', found, allowed: `a text of 1 to ${MOST_CHARACTERS_OF_BODY} characters` });
  }
  if (!isLimit(limit)) {
    const found = typeof limit === 'number' ? String(limit) : kindOf(limit);
    wrong.push({ name: 'limit', found, allowed: `a whole number from 1 to ${MOST_CANDIDATES}` });
  }
  refuseMembers(wrong);
  if (Object.keys(others).length > 0) throw new RegistryError('body-invalid', { allowed: 'text and limit alone' });
  return { text: text as string, limit: limit as number };
}

function isLimit(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_CANDIDATES;
}
