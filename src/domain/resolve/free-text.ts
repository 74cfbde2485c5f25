/** Finds genes, an organism and variants in any text: a sentence, a row of a report, a table from a spreadsheet. */

import type { ResolveLookups } from './candidate.ts';
import { exactGenes, isHuman, RANK, type RankedGene } from './gene-candidates.ts';
import { organismAmong } from './organisms.ts';
import { readText } from './read-text.ts';

/** A gene with the word that names it. */
export type Mention = { word: string; found: RankedGene };

export type FreeText = {
  /** Genes by an unambiguous symbol or identifier, each once, in the order of the text. */
  certain: Mention[];
  /** Genes by a word that may mean something else. */
  doubtful: Mention[];
  /** The organism that the text names beside the genes, with its words; undefined where it names none, or human. */
  organism: { taxonId: number; word: string } | undefined;
  /** Words that look like symbols but are no known ones. */
  unknown: string[];
  /** Changes, reference sequences, ids of variants and places on chromosomes. */
  variants: string[];
  /** The parts of the text that were not understood. */
  leftOut: string[];
};

/** The largest number of words that are read, enough for the longest text, so that no gene at its end is skipped. */
const MOST_WORDS = 2000;
const LONGEST_WORD = 40;
const MOST_OF_SHORT = 4;
/** Patterns of changes, reference sequences, ids of variants and places on chromosomes. */
const VARIANTS: readonly RegExp[] = [
  // A change with its reference, as ClinVar writes it; the symbol between them stays in the text.
  /(?<!\w)(?:[NX][CGMPRTW]_\d{1,12}(?:\.\d{1,3})?|LRG_\d{1,6}(?:[tp]\d{1,3})?)(?<symbol>\([A-Za-z0-9-]{2,15}\))?:[cgmnpr]\.[^\s,;|]{1,80}/gi,
  /(?<![\p{L}\p{N}])[cgmnpr]\.[^\s,;|]{1,80}/gu,
  /(?<!\w)(?:[NX][CGMPRTW]_\d{1,12}(?:\.\d{1,3})?|LRG_\d{1,6}(?:[tp]\d{1,3})?|ENS[A-Z]{0,4}[TPR]\d{6,15}(?:\.\d{1,3})?)(?!\w)/gi,
  /(?<!\w)(?:rs\d{3,12}|[VRS]CV\d{6,12}(?:\.\d{1,3})?)(?!\w)/gi,
  /(?<![\p{L}\p{N}])[ACDEFGHIKLMNPQRSTVWY]\d{1,4}\*(?!\w)/gu,
  // An allele, such as `CYP2D6*4` or `HLA-B*57:01`.
  /(?<=\w)\*\d{1,3}[A-Z]?(?::\d{2,4}){0,3}[A-Z]?(?!\w)/g,
  /(?<!\w)(?:chr)?(?:\d{1,2}|[XYM]|MT)[:-](?:g\.)?\d{4,9}[^\s,;|]{0,80}/gi,
];
/** Genes that share the beginning of their symbols: `BRCA1/2`, `SCN1A/2A`. */
const OF_ONE_STEM = /(?<![\w.:-])([A-Za-z][A-Za-z0-9]{0,14}?)(\d{1,2}[A-Za-z]?)((?:\/\d{1,2}[A-Za-z]?){1,5})(?![\w/])/g;
const SEPARATORS = /[\s,;|/()[\]{}<>"“”«»=+&]+/u;
const EDGES = /^[.:!?'*#_-]+|(?<![.:!?'*#_-])[.:!?'*#_-]+$/g;

/** Words that clinical texts often have in capitals, and that are also symbols by coincidence. */
const DOUBTFUL: ReadonlySet<string> = new Set(
  `ACE ACHE AD ADA AFP AIDS ALB AMH AN AND AR ARE ASD ASL AT BE BP BY CAD CAMP CAN CAT CHAT CHM CK CLOCK CNV CP CRP CS CT
  DD DEL DNA DUP EEG EMG EPO FAS FH FOR FSH GAN GC GK HAD HAS HE HEMI HET HIS HOM HR HUS ID IMPACT INS IQ IS IT IVD KIT
  LARGE LCT LH LP MAL MAX MET MICE MICRO MRI MS NOT NR OAT OF ON OTC OUT PAH PC PDA PE POLE PTH REN REST RNA SET SHE SI SNP
  SON SPRING TEC TG TH THE TNF TO TRAP TSC TTR VUS WAS WES WGS XL XLR XLD YES CELL CO2 B12 H1 T1 T2 T3 T4 D2 D3 K1 P1 P2 P3`.split(
    /\s+/,
  ),
);
/** Words around genes that carry no meaning of their own. */
const FILLERS: ReadonlySet<string> = new Set(
  `a an and or in of the with for on to by gene genes variant variants mutation mutations symbol patient has de la le du des
  et ou dans pour gène gènes mutant variante mutations`.split(/\s+/),
);

/** Words beside a gene: after one of them, or before it, a doubtful symbol is a gene. */
const OF_GENE = /^(?:gene|gène|mutations?|mutants?|mutated|variants?|variante|muté|mutée)$/i;
/** Words between a gene and a word beside it. */
const BETWEEN: ReadonlySet<string> = new Set('in of the de du le dans'.split(' '));
/** Marks of inheritance and of findings, which stand beside variants, too. */
const MARK = /^(?:A[DR]|XL[DR]?|HET|HOM|HEMI|DE|DEL|DUP|CNV|SNP|VUS|DNA|RNA|WES|WGS|MT|NR|NOT|OF|IN|AND|OR|THE|NO)$/;

/** Whether the words beside a doubtful symbol, or the only change in the text, say that it is a gene. */
function isSaidToBeGene(words: readonly string[], index: number, hasVariant: boolean): boolean {
  const word = words[index] ?? '';
  if (MARK.test(word.toUpperCase()) || word !== word.toUpperCase()) return false;
  const behind = words.slice(index + 1).find((one) => !BETWEEN.has(one.toLowerCase())) ?? '';
  const before = words.slice(0, index).findLast((one) => !BETWEEN.has(one.toLowerCase())) ?? '';
  return OF_GENE.test(behind) || OF_GENE.test(before) || (hasVariant && index === 0);
}

/** Reads the genes, the organism and the variants in a text; the caller decides whether it is free text at all. */
export function readFreeText(text: string, lookups: ResolveLookups): FreeText {
  const variants: string[] = [];
  const bare = VARIANTS.reduce((rest, pattern) => {
    return rest.replace(pattern, (variant, symbol: unknown) => {
      variants.push(withoutOpenBracket(variant));
      return typeof symbol === 'string' ? ` | ${symbol} | ` : ' | ';
    });
  }, text);
  const words = bare
    .replace(OF_ONE_STEM, eachWithStem)
    .split(SEPARATORS)
    .map((word) => word.replace(EDGES, '').replace(/'s$/, ''))
    .flatMap((word) => genesJoined(word, lookups) ?? word)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  const named = organismAmong(words);
  const isOrganism = (index: number) => named !== undefined && index >= named.from && index < named.from + named.count;
  const isShouted = isInCapitals(words, lookups);
  const isShort = words.length <= MOST_OF_SHORT;
  const taxonId = named === undefined || named.taxonId === HUMAN ? undefined : named.taxonId;
  const word = words.filter((_, index) => isOrganism(index)).join(' ');
  const organism = taxonId === undefined ? undefined : { taxonId, word };
  const read: FreeText = { certain: [], doubtful: [], organism, unknown: [], variants, leftOut: [] };
  let piece: string[] = [];
  const endPiece = () => {
    const isSaid = (one: string) => !FILLERS.has(one.toLowerCase());
    const said = piece.slice(Math.max(0, piece.findIndex(isSaid)), piece.findLastIndex(isSaid) + 1);
    if (said.length > 0) read.leftOut.push(said.join(' '));
    piece = [];
  };
  words.forEach((word, index) => {
    const mention = isOrganism(index) ? undefined : mentionIn(word, { isShouted, isShort, taxonId, lookups });
    if (mention === undefined && !isOrganism(index)) {
      if (isLikeSymbol(word) && !isProteinChange(word)) read.unknown.push(word);
      piece.push(word);
      return;
    }
    endPiece();
    if (mention === undefined) return;
    const isCertain =
      mention.isCertain || (isShort && !isAlias(mention) && isSaidToBeGene(words, index, bare !== text));
    addOnce(isCertain ? read.certain : read.doubtful, mention);
  });
  endPiece();
  return read;
}

/** Returns a variant without the bracket that ends a remark around it, as in `(p.Ala294Val)`. */
function withoutOpenBracket(variant: string): string {
  const isClosed = variant.split('(').length >= variant.split(')').length;
  return isClosed ? variant : variant.slice(0, variant.lastIndexOf(')'));
}

function isAlias({ found }: Mention): boolean {
  return !IN_ITS_CASE.has(found.rank);
}

function eachWithStem(_: string, stem: string, first: string, others: string): string {
  return [first, ...others.slice(1).split('/')].map((end) => stem + end).join('/');
}

const IN_ITS_CASE: ReadonlySet<number> = new Set([RANK.officialSymbol, RANK.humanSymbol]);
const MOST_JOINED = 3;

/** Returns the genes of a fusion or a locus, such as `FGFR3-TACC3` or `BCR::ABL1`; undefined for one gene or anything else. */
function genesJoined(word: string, lookups: ResolveLookups): string[] | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const parts = word.split(/::|-/);
  if (parts.length < 2 || parts.length > MOST_JOINED) return undefined;
  const isSymbol = (text: string) => exactGenes(readText(text), lookups).some(({ rank }) => IN_ITS_CASE.has(rank));
  return !isSymbol(word) && parts.every((part) => part.length > 2 && isSymbol(part)) ? parts : undefined;
}

const HUMAN = 9606;

/** `isShort`: there are few words besides the gene and its organism. */
type About = { isShouted: boolean; isShort: boolean; taxonId: number | undefined; lookups: ResolveLookups };
type FoundMention = Mention & { isCertain: boolean };

/** Returns the gene that a word names, or the part of it before a hyphen, as in `KCNQ2-related`. */
function mentionIn(word: string, about: About): FoundMention | undefined {
  if (word.length > LONGEST_WORD || word.length < 2 || /^\d+$/.test(word)) return undefined;
  const whole = geneCalled(word, about);
  if (whole !== undefined) return whole;
  const [before = '', ...behind] = word.split('-');
  return behind.length === 0 || before.length < 3 ? undefined : geneCalled(before, about);
}

function geneCalled(word: string, { isShouted, isShort, taxonId, lookups }: About): FoundMention | undefined {
  const hasDigit = /\d/.test(word);
  const isCapital = word === word.toUpperCase();
  // A word that is not in capitals and has no digit may mean anything, so it counts only in a short text with an organism.
  if (!hasDigit && !isCapital && (taxonId === undefined || !isShort)) return undefined;
  if (FILLERS.has(word.toLowerCase())) return undefined;
  const reading = readText(word);
  if (reading.form === 'identifier' && reading.geneIds.length > 0) return undefined;
  const all = exactGenes(reading, lookups);
  const found = taxonId === undefined ? bestOf(word, all) : ofOrganism(all, taxonId, lookups);
  if (found === undefined) return undefined;
  const isAlias = found.reason.kind === 'alias' || (found.rank === RANK.organismSymbol && taxonId === undefined);
  const isOpen = DOUBTFUL.has(word.toUpperCase()) || (!hasDigit && (isShouted || word.length < 3)) || isAlias;
  return { word, found, isCertain: !isOpen };
}

/**
 * Returns the best gene for a word: a human gene in its spelling, then a human gene in another letter case, then a gene of
 * another organism, then an alias. For a word in mixed case, the other organism comes before the other letter case.
 */
function bestOf(word: string, found: readonly RankedGene[]): RankedGene | undefined {
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  const inItsCase = [RANK.identifier, RANK.officialSymbol, RANK.humanSymbol];
  const human = [RANK.officialInOtherCase, RANK.humanInOtherCase];
  const order = isMixed ? [RANK.organismSymbol, ...human] : [...human, RANK.organismSymbol];
  for (const rank of [...inItsCase, ...order, RANK.alias]) {
    const gene = found.find((one) => one.rank === rank);
    if (gene !== undefined) return gene;
  }
  return undefined;
}

/** Returns the gene of that organism; if no gene there has the name, the only ortholog of the human gene, or else the human gene. */
function ofOrganism(
  found: readonly RankedGene[],
  taxonId: number,
  { orthologs, genesById }: ResolveLookups,
): RankedGene | undefined {
  const symbols = found.filter(({ reason }) => reason.kind === 'symbol' || reason.kind === 'identifier');
  const own = symbols.find(({ gene }) => gene.taxonId === taxonId);
  if (own !== undefined) return own;
  const human = symbols.find(({ gene }) => isHuman(gene));
  if (human === undefined) return undefined;
  const [only, ...others] = orthologs(human.gene.geneId).filter((one) => one.taxonId === taxonId);
  const gene = only === undefined || others.length > 0 ? undefined : genesById(only.geneId)[0];
  return gene === undefined ? human : { ...human, gene };
}

/** Whether a word is a change of a protein without `p.`, such as `G2019S` or `R482*`; a few symbols look the same. */
export function isProteinChange(word: string): boolean {
  return /^[ACDEFGHIKLMNPQRSTVWY]\d{1,4}(?:[ACDEFGHIKLMNPQRSTVWXY*]|del|fs)$/.test(word);
}

/** Whether a word has capitals and a number, like a symbol. */
function isLikeSymbol(word: string): boolean {
  return /^(?=.*\d)[A-Z][A-Z0-9-]{2,11}$/.test(word);
}

/** Whether the text is written in capitals: at least half of its words, and two of them that are no human symbols. */
function isInCapitals(words: readonly string[], { genesBySymbol }: ResolveLookups): boolean {
  const letters = words.filter((word) => /^\p{L}{3,}$/u.test(word) && !DOUBTFUL.has(word));
  const capitals = letters.filter((word) => word === word.toUpperCase());
  if (capitals.length < 2 || capitals.length * 2 < letters.length) return false;
  const shouted = capitals.filter((word) => !genesBySymbol(word.toLowerCase()).some(isHuman));
  return shouted.length >= 2;
}

function addOnce(mentions: Mention[], { word, found }: Mention): void {
  if (mentions.some((one) => one.found.gene.geneId === found.gene.geneId)) return;
  mentions.push({ word, found });
}
