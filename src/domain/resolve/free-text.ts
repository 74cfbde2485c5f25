/** Genes, an organism and variants inside any text: a sentence, a row of a report, a table out of a spreadsheet. */

import { exactGenes, isHuman, RANK, type RankedGene } from './gene-candidates.ts';
import type { ResolveLookups } from './lookups.ts';
import { organismAmong } from './organism-words.ts';
import { readText } from './read-text.ts';

/** A gene by the word that names it. */
export type Mention = { word: string; found: RankedGene };

export type FreeText = {
  /** Each gene once, by a symbol or an identifier that is nothing else; in the order of the text. */
  certain: Mention[];
  /** By a word that may mean something else. */
  doubtful: Mention[];
  /** The organism that stands beside the genes; undefined where none does, or human. */
  taxonId: number | undefined;
  /** Words that look like symbols and are none that is known. */
  unknown: string[];
  hasVariant: boolean;
  /** What else stands in the text, in pieces. */
  leftOut: string[];
};

/** As many words as the longest text that is read can have: a gene behind them would be passed over in silence. */
const MOST_WORDS = 2000;
const LONGEST_WORD = 40;
const MOST_OF_SHORT = 4;
/** Changes, references, numbers of variants and places on chromosomes. */
const VARIANTS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])[cgmnpr]\.[^\s,;|]{1,80}/gu,
  /(?<!\w)(?:[NX][CGMPRTW]_\d{1,12}(?:\.\d{1,3})?|LRG_\d{1,6}(?:[tp]\d{1,3})?|ENS[A-Z]{0,4}[TPR]\d{6,15}(?:\.\d{1,3})?)(?!\w)/gi,
  /(?<!\w)rs\d{3,12}(?!\w)/gi,
  /(?<![\p{L}\p{N}])[ACDEFGHIKLMNPQRSTVWY]\d{1,4}\*(?!\w)/gu,
  // An allele: `CYP2D6*4`, `HLA-B*57:01`.
  /(?<=\w)\*\d{1,3}[A-Z]?(?::\d{2,4}){0,3}[A-Z]?(?!\w)/g,
  /(?<!\w)(?:chr)?(?:\d{1,2}|[XYM]|MT)[:-](?:g\.)?\d{4,9}[^\s,;|]{0,80}/gi,
];
/** Genes with a stem in common: `BRCA1/2`, `SCN1A/2A`. */
const OF_ONE_STEM = /(?<![\w.:-])([A-Za-z][A-Za-z0-9]{0,14}?)(\d{1,2}[A-Za-z]?)((?:\/\d{1,2}[A-Za-z]?){1,5})(?![\w/])/g;
const SEPARATORS = /[\s,;|/()[\]{}<>"“”«»=+&]+/u;
const EDGES = /^[.:!?'*#_-]+|(?<![.:!?'*#_-])[.:!?'*#_-]+$/g;

/** What stands in texts of clinics in capitals and is a symbol by chance. */
const DOUBTFUL: ReadonlySet<string> = new Set(
  `ACE ACHE AD ADA AFP AIDS ALB AMH AN AND AR ARE ASD ASL AT BE BP BY CAD CAMP CAN CAT CHAT CHM CK CLOCK CNV CP CRP CS CT
  DD DEL DNA DUP EEG EMG EPO FAS FH FOR FSH GAN GC GK HAD HAS HE HEMI HET HIS HOM HR HUS ID IMPACT INS IQ IS IT IVD KIT
  LARGE LCT LH LP MAL MAX MET MICE MICRO MRI MS NOT NR OAT OF ON OTC OUT PAH PC PDA PE POLE PTH REN REST RNA SET SHE SI SNP
  SON SPRING TEC TG TH THE TNF TO TRAP TSC TTR VUS WAS WES WGS XL XLR XLD YES CELL CO2 B12 H1 T1 T2 T3 T4 D2 D3 K1 P1 P2 P3`.split(
    /\s+/,
  ),
);
/** Words that stand around genes and say nothing of their own. */
const FILLERS: ReadonlySet<string> = new Set(
  `a an and or in of the with for on to by gene genes variant variants mutation mutations symbol patient has de la le du des
  et ou dans pour gène gènes mutant variante mutations`.split(/\s+/),
);

/** Reads what is in the text; whether it is a text at all is for the caller to know. */
export function readFreeText(text: string, lookups: ResolveLookups): FreeText {
  const bare = VARIANTS.reduce((rest, pattern) => rest.replace(pattern, ' | '), text);
  const words = bare
    .replace(OF_ONE_STEM, eachWithStem)
    .split(SEPARATORS)
    .map((word) => word.replace(EDGES, '').replace(/'s$/, ''))
    .flatMap((word) => genesJoined(word, lookups) ?? word)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  const organism = organismAmong(words);
  const isOrganism = (index: number) =>
    organism !== undefined && index >= organism.from && index < organism.from + organism.count;
  const isShouted = isInCapitals(words, lookups);
  const isShort = words.length <= MOST_OF_SHORT;
  const taxonId = organism === undefined || organism.taxonId === HUMAN ? undefined : organism.taxonId;
  const read: FreeText = { certain: [], doubtful: [], taxonId, unknown: [], hasVariant: bare !== text, leftOut: [] };
  let piece: string[] = [];
  const endPiece = () => {
    if (piece.some((word) => !FILLERS.has(word.toLowerCase()))) read.leftOut.push(piece.join(' '));
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
    if (mention !== undefined) addOnce(mention.isCertain ? read.certain : read.doubtful, mention);
  });
  endPiece();
  return read;
}

function eachWithStem(_: string, stem: string, first: string, others: string): string {
  return [first, ...others.slice(1).split('/')].map((end) => stem + end).join('/');
}

const IN_ITS_CASE: ReadonlySet<number> = new Set([RANK.officialSymbol, RANK.humanSymbol]);
const MOST_JOINED = 3;

/** The genes of a fusion or a locus, `FGFR3-TACC3`, `BCR::ABL1`; undefined for what is one gene, or anything else. */
function genesJoined(word: string, lookups: ResolveLookups): string[] | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const parts = word.split(/::|-/);
  if (parts.length < 2 || parts.length > MOST_JOINED) return undefined;
  const isSymbol = (text: string) => exactGenes(readText(text), lookups).some(({ rank }) => IN_ITS_CASE.has(rank));
  return !isSymbol(word) && parts.every((part) => part.length > 2 && isSymbol(part)) ? parts : undefined;
}

const HUMAN = 9606;

/** `isShort`: next to nothing stands beside the gene and its organism. */
type About = { isShouted: boolean; isShort: boolean; taxonId: number | undefined; lookups: ResolveLookups };
type FoundMention = Mention & { isCertain: boolean };

/** The gene of a word, or of what stands before a hyphen in it: `KCNQ2-related`. */
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
  // A word of a sentence may be anything; in small letters a symbol has a number, or nearly stands alone.
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

/** A human gene by its symbol or identifier, else one of an organism by its symbol as it is written there. */
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

/** The gene of that organism; where it has none of the name, the one that is the only ortholog of the human gene, or that. */
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

/** A change of a protein without its `p.`: `G2019S`, `R482*`; a few symbols are written so, too. */
export function isProteinChange(word: string): boolean {
  return /^[ACDEFGHIKLMNPQRSTVWY]\d{1,4}(?:[ACDEFGHIKLMNPQRSTVWXY*]|del|fs)$/.test(word);
}

/** Capitals with a number, as symbols are. */
function isLikeSymbol(word: string): boolean {
  return /^(?=.*\d)[A-Z][A-Z0-9-]{2,11}$/.test(word);
}

/** Whether whole sentences are in capitals: more words that are no symbols are than are not. */
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
