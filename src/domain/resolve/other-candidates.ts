/** Finds diseases and terms that have the text as a name, and anything with its words in a name. */

import { foldForEquality } from '../folding.ts';
import { aliasesOf } from '../query/gene-names.ts';
import { comparedWord, distinctiveWords } from './alike.ts';
import type {
  Candidate,
  FoundDisease,
  FoundGene,
  FoundTerm,
  GeneName,
  MatchReason,
  ResolveLookups,
} from './candidate.ts';
import { isHuman, isLocus, PLACE, RANK, type Ranked, type RankedGene, rankedGene } from './gene-candidates.ts';
import { type TextReading, wordsOf } from './read-text.ts';

/** How many genes of a disease are shown. */
const MOST_GENES = 20;
/** Shorter texts are the beginning of too many words. */
const FEWEST_LETTERS = 3;
/** Longer texts are not searched by words. */
const MOST_WORDS = 30;

/** Returns diseases and terms with the text as an id or a name. */
export function exactOthers({ identifiers, name, form }: TextReading, lookups: ResolveLookups): Ranked[] {
  const byId = { rank: RANK.identifier, score: 0 };
  const found = identifiers.flatMap((id) => [
    ...lookups
      .diseasesById(id)
      .map((one) => rankedDisease(one, { ...byId, reason: { kind: 'identifier', matched: one.diseaseId } }, lookups)),
    ...lookups
      .termsById(id)
      .map((one) =>
        rankedTerm(one, { ...byId, reason: { kind: 'identifier', matched: asMet(one.termId, id) } }, lookups),
      ),
    // A person decides which of them is meant, so none is certain.
    ...lookups
      .termsConsidered(id)
      .map((one) =>
        rankedTerm(
          one,
          { rank: RANK.otherExact, score: 0, reason: { kind: 'considered', matched: id.toUpperCase() } },
          lookups,
        ),
      ),
  ]);
  return name === null || form !== 'words' ? found : [...found, ...othersCalled(name, lookups)];
}

/** Returns diseases and terms with the text as a name, an abbreviation, or a name without its generic words. */
function othersCalled(written: string, lookups: ResolveLookups): Ranked[] {
  const texts = [...new Set(spellings(written).map((words) => words.join(' ')))];
  for (const text of texts) {
    const words = wordsOf(text);
    const looked = distinctiveWords(words);
    if (looked.length === 0 || words.length > MOST_WORDS) return [];
    const ranking = (names: readonly (string | null)[]) => {
      const called = calledSo(words, names);
      const reason = called && { kind: 'name' as const, matched: called.matched };
      return reason && { rank: called.isWhole ? RANK.exactName : RANK.shortName, score: 0, reason, called };
    };
    const diseases = [...lookups.diseasesByName(text), ...lookups.diseasesByWords(looked)].flatMap((one) => {
      const ranked = ranking([one.name, ...one.otherNames]);
      if (ranked === undefined) return [];
      // An abbreviation of an entry without genes is as likely another name of a gene, or of another disease.
      const isOpen = ranked.called.isAbbreviation === true && !hasGenes(one, lookups);
      return rankedDisease(one, isOpen ? { ...ranked, rank: RANK.otherExact } : ranked, lookups);
    });
    const called = [...lookups.termsByName(text), ...lookups.termsByWords(looked)].flatMap((one) => {
      const ranked = ranking([one.name, ...one.synonyms]);
      return ranked === undefined || isOfOtherKind(one, words, ranked.called) ? [] : { one, ranked };
    });
    const leading = called.filter(({ one }) => !leadsToNobody(one, lookups));
    const terms = diseases.length + leading.length > 0 ? leading : called;
    if (diseases.length + terms.length > 0) {
      return [...diseases, ...terms.map(({ one, ranked }) => rankedTerm(one, ranked, lookups))];
    }
  }
  return [];
}

/** Returns spellings of the words: `DEE7` also as `DEE 7`, and the other way round. */
function spellings(written: string): string[][] {
  const words = wordsOf(written);
  const [first = '', second = ''] = words;
  if (words.length === 1) return [words, first.match(/\d+|\D+/g) ?? []];
  return words.length === 2 && /^\d+$/.test(second) ? [words, [first + second]] : [words];
}

/** `isAbbreviation`: the text is an abbreviation in the name. */
type CalledSo = { matched: string; isWhole: boolean; isAbbreviation?: boolean };

/**
 * Whether a term that searches are not narrowed by, such as `Mild` and `Mitochondrial inheritance`, has none of the generic
 * words of the text: `mild disease` is none of its names.
 */
function isOfOtherKind({ isActive }: FoundTerm, words: readonly string[], { matched, isWhole }: CalledSo): boolean {
  if (isWhole || isActive) return false;
  const own = wordsOf(matched);
  const distinctive = distinctiveWords(words);
  return words.some((word) => !distinctive.includes(word) && !own.includes(word));
}

/** Returns the name that equals the words; a whole name comes before one that has further generic words. */
function calledSo(words: readonly string[], names: readonly (string | null)[]): CalledSo | undefined {
  const text = words.join(' ');
  const distinctive = distinctiveKey(words);
  let short: CalledSo | undefined;
  for (const name of names) {
    if (name === null) continue;
    const own = wordsOf(name);
    if (own.join(' ') === text) return { matched: name, isWhole: true };
    const abbreviation = abbreviationsIn(name).find((one) => wordsOf(one).join(' ') === text);
    if (abbreviation !== undefined) return { matched: abbreviation, isWhole: true, isAbbreviation: true };
    if (distinctiveKey(own) === distinctive) short ??= { matched: name, isWhole: false };
  }
  return short;
}

function distinctiveKey(words: readonly string[]): string {
  return [...new Set(distinctiveWords(words).map(comparedWord))].sort().join(' ');
}

const ABBREVIATION = /^(?=.{0,11}[A-Z].{0,11}[A-Z])[A-Z][A-Za-z0-9-]{1,11}$/;
const IN_BRACKETS = /\(([^()]{2,12})\)/g;
/** Before these words stands what is lacking or affected, as in `GLUT1 deficiency syndrome`. */
const FIRST_IN_CAPITALS = /^[A-Z]{4,12}\d{0,3}(?=[\s,](?!defici|receptor|protein|lymphoma|amyloidosis))/;
/** Substances whose abbreviations begin names in capitals, but are no name of a disease. */
const SUBSTANCES: ReadonlySet<string> = new Set(['ACTH', 'GABA', 'NADH', 'NADPH', 'TRNA', 'MTDNA']);

/** Returns the abbreviations in a name: in brackets, after its last semicolon, or as its first word. */
export function abbreviationsIn(name: string): string[] {
  const bracketed = Array.from(name.matchAll(IN_BRACKETS), ([, inside = '']) => inside.trim());
  const behind = name.includes(';') ? [name.slice(name.lastIndexOf(';') + 1).trim()] : [];
  const first = name === name.toUpperCase() ? undefined : FIRST_IN_CAPITALS.exec(name)?.[0];
  const isKnown = first !== undefined && !SUBSTANCES.has(first);
  return [...[...bracketed, ...behind].filter((one) => ABBREVIATION.test(one)), ...(isKnown ? [first] : [])];
}

/** Returns the current id of the term, or the former id that the text gives. */
function asMet(termId: string, folded: string): string {
  return foldForEquality(termId) === folded ? termId : folded.toUpperCase();
}

/** Returns ranked genes. A locus comes after the diseases with its OMIM numbers, as its name means these. */
export function rankedGenes(found: readonly RankedGene[], lookups: ResolveLookups): Ranked[] {
  return found.flatMap(({ gene, rank, reason }) => {
    const diseases = isLocus(gene) ? diseasesOfLocus(gene, lookups) : [];
    const ofDiseases = diseases.map((one) => rankedDisease(one, { rank, score: 0, reason }, lookups));
    const ofGene = { rank: diseases.length > 0 ? RANK.otherExact : rank, reason };
    return [...ofDiseases, rankedGene(gene, ofGene, lookups)];
  });
}

function diseasesOfLocus({ identity }: FoundGene, lookups: ResolveLookups): FoundDisease[] {
  return (identity?.omimIds ?? []).flatMap((id) => lookups.diseasesById(`omim:${id}`));
}

/** Returns genes whose symbol or alias begins with the text, and anything with all its words in a name. */
export function partlyNamed({ form, name }: TextReading, lookups: ResolveLookups): Ranked[] {
  if (form !== 'words' || name === null || name.length < FEWEST_LETTERS) return [];
  const start = foldForEquality(name);
  const bySymbol = lookups.genesBySymbolStart(start).map((gene) => beginning(gene, gene.symbol ?? name, name, lookups));
  // If symbols begin so, the reader is probably typing one, and aliases are not needed.
  const byAlias = bySymbol.length > 0 ? [] : lookups.genesByAliasStart(start);
  const starting = byAlias.map((gene) => {
    const alias = aliasesOf(gene.aliases).find((one) => foldForEquality(one).startsWith(start));
    return beginning(gene, alias ?? name, name, lookups);
  });
  return [...bySymbol, ...starting, ...namedByWords(wordsOf(name), 'words', lookups)];
}

function beginning(gene: FoundGene, matched: string, typed: string, lookups: ResolveLookups): Ranked {
  const reason: MatchReason = { kind: 'beginning', matched };
  return rankedGene(gene, { rank: RANK.beginning, score: typed.length / matched.length, reason }, lookups);
}

/** Returns anything with these words in its names; the last word may be the beginning of one. */
export function namedByWords(
  words: readonly string[],
  kind: 'words' | 'some-words',
  lookups: ResolveLookups,
  searched: readonly string[] = words,
): Ranked[] {
  const isTooShort = words.length === 0 || words.join('').length < FEWEST_LETTERS;
  if (isTooShort || words.length > MOST_WORDS) return [];
  const match = (names: readonly (string | null)[]) => bestName(searched, names);
  const ranked = ({ matched, score }: NameMatch, rank: number = RANK.words) => ({
    rank,
    score,
    reason: { kind, matched },
  });
  const rankOf = (one: FoundDisease) => (hasGenes(one, lookups) ? RANK.words : RANK.withoutGenes);
  return [
    ...lookups.genesByWords(words).map((gene) => rankedGene(gene, ranked(match(namesOf(gene))), lookups)),
    ...lookups
      .diseasesByWords(words)
      .map((one) => rankedDisease(one, ranked(match([one.name, ...one.otherNames]), rankOf(one)), lookups)),
    ...lookups
      .termsByWords(words)
      .filter((one) => !leadsToNobody(one, lookups))
      .map((one) => rankedTerm(one, ranked(match([one.name, ...one.synonyms])), lookups)),
  ];
}

type NameMatch = { matched: string; score: number };

/** Returns the name with the most words in common, and its Dice score from 0 to 1: twice the common words over all words of both. */
function bestName(words: readonly string[], names: readonly (string | null)[]): NameMatch {
  const wanted = new Set(distinctiveWords(words).map(comparedWord));
  let best: NameMatch = { matched: '', score: -1 };
  for (const name of names) {
    if (name === null) continue;
    const own = new Set(distinctiveWords(wordsOf(name)).map(comparedWord));
    const common = [...wanted].filter((word) => own.has(word)).length;
    // A word that is only the beginning of one in the name counts half.
    const begun = [...wanted].filter((word) => !own.has(word) && [...own].some((one) => one.startsWith(word))).length;
    const score = (2 * (common + begun / 2)) / (wanted.size + own.size);
    if (score > best.score) best = { matched: name, score };
  }
  return { matched: best.matched, score: Math.round(best.score * 100) / 100 };
}

function namesOf({ name, identity }: FoundGene): (string | null)[] {
  return [name, ...(identity?.otherDesignations ?? [])];
}

type Ranking = { rank: number; score: number; reason: MatchReason };

function rankedDisease(found: FoundDisease, { rank, score, reason }: Ranking, lookups: ResolveLookups): Ranked {
  const { otherNames: _, ...disease } = found;
  return {
    rank,
    score,
    place: [PLACE.disease, hasGenes(disease, lookups) ? 0 : 1],
    key: `disease ${disease.diseaseId}`,
    reason,
    get candidate(): Candidate {
      const { genes, count } = lookups.genesOfDisease(disease.diseaseId, MOST_GENES);
      const resolved = { ...disease, geneCount: count, genes };
      return { kind: 'disease', isCertain: false, reason, disease: resolved };
    },
  };
}

/** Whether genes are known for a disease; diseases without genes come later. */
function hasGenes({ diseaseId }: Pick<FoundDisease, 'diseaseId'>, lookups: ResolveLookups): boolean {
  return lookups.genesOfDisease(diseaseId, 0).count > 0;
}

/** Whether a term leads to no people: searches cannot filter by it, and no gene is known for it. */
function leadsToNobody(term: FoundTerm, lookups: ResolveLookups): boolean {
  return !term.isActive && lookups.genesOfTerm(term, 0).count === 0;
}

function rankedTerm(found: FoundTerm, { rank, score, reason }: Ranking, lookups: ResolveLookups): Ranked {
  const { synonyms: _, ...term } = found;
  return {
    rank,
    score,
    place: [PLACE.term],
    key: `term ${term.ontologyName} ${term.termId}`,
    reason,
    get candidate(): Candidate {
      const { genes, count, source, release } = lookups.genesOfTerm(found, MOST_GENES);
      const resolved = { ...term, source, release, geneCount: count, genes };
      return { kind: 'term', isCertain: false, reason, term: resolved };
    },
  };
}

/** Returns the human genes of a disease, or of a term that is one, with the source of each association. */
export function genesOfDisease(candidate: Candidate, lookups: ResolveLookups): Ranked[] {
  const ranking = { rank: RANK.otherExact, score: 0 };
  const ofHuman = (names: readonly GeneName[]) =>
    names.filter(isHuman).flatMap(({ geneId }) => lookups.genesById(geneId));
  if (candidate.kind === 'disease') {
    const { diseaseId, name, source, release, genes } = candidate.disease;
    const reason: MatchReason = { kind: 'disease', matched: name ?? diseaseId, diseaseId, source, release };
    return ofHuman(genes).map((gene) => rankedGene(gene, { ...ranking, reason }, lookups));
  }
  if (candidate.kind !== 'term' || candidate.term.diseaseIds.length === 0) return [];
  const { termId, name, source, release, genes } = candidate.term;
  if (source === null) return [];
  const reason: MatchReason = { kind: 'disease', matched: name, diseaseId: termId, source, release };
  return ofHuman(genes).map((gene) => rankedGene(gene, { ...ranking, reason }, lookups));
}
