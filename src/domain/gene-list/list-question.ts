/**
 * Reads the list of genes in the body of a request, and limits its content and size. The genes are those as this
 * registry understands them, each once; entries that name none are apart.
 */

import type {
  AskedGene as AskedGeneSchema,
  ListedGene as ListedGeneSchema,
  NotUnderstood as NotUnderstoodSchema,
} from '../../api/lists.ts';
import type { Static } from '../../api/schema.ts';
import { kindOf, RegistryError } from '../errors.ts';
import type { OriginKeys, SearchQuestion } from '../federation/federated-query.ts';
import { foldForEquality } from '../folding.ts';
import { isObject } from '../own-member.ts';
import { NO_FILTERS } from '../query/filters.ts';
import type { KnownGene } from '../query/gene-names.ts';
import { seenLines, seenText } from '../query/unseen-characters.ts';
import { LARGEST_INT } from '../record/model.ts';
import type { RecordForm } from '../record/row.ts';
import {
  type GeneCandidate,
  type GeneName,
  isExactGene,
  type MatchReason,
  type ResolvedText,
} from '../resolve/candidate.ts';
import { MOST_GENES } from './typed-entries.ts';

/** The longest text of one entry, enough for an expression of a variant. */
const MOST_CHARACTERS = 200;

export type AskedGene = Static<typeof AskedGeneSchema>;

/** Genes by symbol and organism, or texts that each name one gene; and the registries to query, all of them when undefined. */
export type GeneListQuestion = ({ genes: readonly AskedGene[] } | { texts: readonly string[] }) & {
  origins: OriginKeys;
  /** The form of the people in the answer; undefined if they are only counted. */
  form?: RecordForm | undefined;
};

const MEMBERS = ['genes', 'text', 'origins', 'fields'];
/** The people of a list are sent as rows only: there is one for each pair of a person and a gene. */
const FORM = 'row';

/**
 * Reads `{"genes":[{"symbol":"KCNQ2","taxonId":9606}]}` or `{"text":["KCNQ2","ENSG00000075043"]}`, either with `origins`
 * and with `fields`, for the people themselves.
 * No error message contains a gene of the list.
 *
 * @throws RegistryError `list-invalid`, `list-too-long`, with every place of the body that is wrong
 */
export function parseGeneList(body: unknown): GeneListQuestion {
  if (!isObject(body)) throw invalid('', kindIn(body), 'an object');
  const { genes, text, origins, fields, ...others } = body;
  const faults = new Map<string, RegistryError>();
  const refuse: Refuse = (pointer, error) => {
    if (!faults.has(pointer)) faults.set(pointer, error);
  };
  if (Object.keys(others).length > 0) refuse('', invalid('', 'a member that is not known', MEMBERS.join(', ')));
  if ((genes === undefined) === (text === undefined)) {
    const found = genes === undefined ? 'neither genes nor text' : 'both genes and text';
    refuse('', invalid('', found, 'one of genes and text'));
  }
  const asked = { origins: originsIn(origins, refuse), form: formIn(fields, refuse) };
  const texts = text === undefined ? [] : entriesOf('text', text, refuse);
  const named = genes === undefined ? [] : entriesOf('genes', genes, refuse);
  const read = {
    texts: texts.map((entry, index) => textIn(entry, index, refuse)),
    genes: named.flatMap((entry, index) => geneIn(entry, index, refuse)),
  };
  const [first, ...rest] = faults.values();
  if (first !== undefined) {
    const wrong = [first, ...rest].slice(0, MOST_FAULTS).flatMap((fault) => fault.wrong);
    throw new RegistryError(first.code, first.details, wrong);
  }
  return genes === undefined ? { texts: read.texts, ...asked } : { genes: read.genes, ...asked };
}

const MOST_FAULTS = 20;

/** Notes what is wrong at a place of the body; the first error about a place counts. */
type Refuse = (pointer: string, error: RegistryError) => void;

/** Refuses a list with too many genes. @param member where they are in the body @throws RegistryError `list-too-long` */
export function refuseTooMany(count: number, member: string): void {
  if (count > MOST_GENES) throw tooLong(count, member);
}

function tooLong(found: number, member: string): RegistryError {
  const { message, code, details } = new RegistryError('list-too-long', { found, allowed: MOST_GENES });
  return new RegistryError(code, details, [{ pointer: `#/${member}`, detail: message }]);
}

/** Returns the entries of a list; none where it is wrong. */
function entriesOf(member: string, value: unknown, refuse: Refuse): readonly unknown[] {
  const pointer = `/${member}`;
  if (!Array.isArray(value)) {
    refuse(pointer, invalid(pointer, `${kindIn(value)} as ${member}`, 'a list'));
    return [];
  }
  if (value.length === 0) refuse(pointer, invalid(pointer, `no entry in ${member}`, `1 to ${MOST_GENES} entries`));
  if (value.length <= MOST_GENES) return value;
  refuse(pointer, tooLong(value.length, member));
  return [];
}

function textIn(entry: unknown, index: number, refuse: Refuse): string {
  // Line ends separate genes.
  return textOf(entry, { pointer: `/text/${index}`, place: `entry ${index + 1} of text` }, seenLines, refuse);
}

function geneIn(entry: unknown, index: number, refuse: Refuse): AskedGene[] {
  const [pointer, place] = [`/genes/${index}`, `entry ${index + 1} of genes`];
  if (!isObject(entry)) {
    refuse(pointer, invalid(pointer, `${kindIn(entry)} as ${place}`, 'an object with symbol and taxonId'));
    return [];
  }
  const taxonId = Number.isInteger(entry.taxonId) ? Number(entry.taxonId) : 0;
  if (taxonId < 1 || taxonId > LARGEST_INT) {
    const found = `${kindIn(entry.taxonId)} as taxonId of ${place}`;
    const at = `${pointer}/taxonId`;
    refuse(at, invalid(at, found, 'the number of an organism, such as 9606'));
  }
  const ofSymbol = { pointer: `${pointer}/symbol`, place: `symbol of ${place}` };
  return [{ symbol: textOf(entry.symbol, ofSymbol, seenText, refuse), taxonId }];
}

type Place = { pointer: string; place: string };

/** Returns the text as it is seen; an empty one where it is wrong. */
function textOf(value: unknown, { pointer, place }: Place, seen: (text: string) => string, refuse: Refuse): string {
  const text = typeof value === 'string' ? seen(value) : '';
  // Counts code points, as the description of the API does.
  const { length } = [...text];
  if (typeof value !== 'string') refuse(pointer, invalid(pointer, `${kindIn(value)} as ${place}`, 'a text'));
  else if (length === 0) refuse(pointer, invalid(pointer, `nothing as ${place}`, 'a text'));
  else if (length > MOST_CHARACTERS) {
    refuse(pointer, invalid(pointer, `${length} characters as ${place}`, `at most ${MOST_CHARACTERS} characters`));
  }
  return text;
}

/** Reads the keys. An empty list becomes an invalid key, so that it is refused and does not mean all registries. */
function originsIn(value: unknown, refuse: Refuse): OriginKeys {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) {
    refuse('/origins', invalid('/origins', 'something else as origins', 'a list of keys of registries'));
    return undefined;
  }
  return value.length === 0 ? [''] : value;
}

function formIn(value: unknown, refuse: Refuse): RecordForm | undefined {
  if (value === undefined || value === FORM) return value;
  refuse('/fields', invalid('/fields', 'something else as fields', FORM));
  return undefined;
}

/** Says what is there; a missing value is nothing, too. */
function kindIn(value: unknown): string {
  return kindOf(value ?? null);
}

/** @param pointer a JSON pointer to what is wrong in the body */
function invalid(pointer: string, found: string, allowed: string): RegistryError {
  const { message } = new RegistryError('list-invalid', { found, allowed });
  return new RegistryError('list-invalid', { found, allowed }, [{ pointer: `#${pointer}`, detail: message }]);
}

/** A gene of a list; registries are queried by its symbol and organism, as in a search for this gene alone. */
export type ListedGene = Omit<Static<typeof ListedGeneSchema>, 'reason'> & { reason: MatchReason | null };
/** An entry that names no gene. */
export type NotUnderstood = Static<typeof NotUnderstoodSchema>;

export type UnderstoodList = { genes: ListedGene[]; notUnderstood: NotUnderstood[] };

const MOST_OTHERS = 3;
const HUMAN_TAXON_ID = 9606;

/** Returns the list for texts that were resolved one by one. */
export function understoodTexts(entries: readonly ResolvedText[]): UnderstoodList {
  const notUnderstood: NotUnderstood[] = [];
  const genes: ListedGene[] = [];
  for (const entry of entries) {
    const gene = geneOf(entry);
    if (gene === undefined) notUnderstood.push({ text: entry.text, didYouMean: guessesOf(entry) });
    else genes.push(gene);
  }
  return { genes: eachOnce(genes), notUnderstood };
}

/** Returns the list for genes by symbol and organism; unknown ones are included, as partners may know them. */
export function understoodGenes(named: readonly AskedGene[], known: readonly (readonly KnownGene[])[]): UnderstoodList {
  const genes = named.map((one, index): ListedGene => {
    const [first, ...others] = known[index] ?? [];
    const gene = others.length === 0 ? first?.gene : undefined;
    const { geneId = null, name = null } = gene ?? {};
    const taxonName = gene?.taxon.commonName ?? null;
    const orthologTaxonIds = gene === undefined ? null : taxaOf((first?.orthologs ?? []).map(({ taxon }) => taxon.id));
    const about = { orthologTaxonIds, given: [one.symbol], reason: null, isCertain: true, others: [] };
    return { ...one, geneId, name, taxonName, ...about };
  });
  return { genes: eachOnce(genes), notUnderstood: [] };
}

/** Returns the question of a search for this gene in all organisms, so that both share cached answers. */
export function questionOfGene({ symbol, taxonId }: AskedGene): SearchQuestion {
  const everywhere = { orthologTaxonId: undefined, tiers: new Set(['TIER1', 'TIER2'] as const), filters: NO_FILTERS };
  return { kind: 'genes-search', query: { symbol, taxonId, ...everywhere } };
}

/**
 * Whether the entry can mean one gene of a patient only: symbols are of one gene of an organism, while aliases and former
 * symbols may be of several. A patient's gene is human, so the gene of another organism counts only where no human gene
 * is called so, but for its own orthologs, which a search for it finds.
 */
export function meansOneGene({ text, candidates }: ResolvedText): boolean {
  const [meant, ...others] = asMeantInList(text, candidates.filter(isExactGene));
  if (meant === undefined || meant.isCertain) return true;
  const { taxonId, orthologs } = meant.gene;
  const orthologIds = new Set(orthologs.map(({ geneId }) => geneId));
  const human = others.filter(({ gene }) => gene.taxonId === HUMAN_TAXON_ID);
  if (taxonId !== HUMAN_TAXON_ID && !human.every(({ gene }) => orthologIds.has(gene.geneId))) return false;
  return meant.reason.kind === 'symbol' || !others.some(({ gene }) => gene.taxonId === taxonId);
}

function geneOf({ text, candidates }: ResolvedText): ListedGene | undefined {
  const [first, ...rest] = asMeantInList(text, candidates.filter(isExactGene));
  if (first === undefined) return undefined;
  const { geneId, symbol, name, taxonId, taxonName, orthologs } = first.gene;
  const orthologTaxonIds = taxaOf(orthologs.map((one) => one.taxonId));
  const others = first.isCertain ? [] : rest.slice(0, MOST_OTHERS).map(({ gene }) => nameOf(gene));
  const about = { given: [text], reason: first.reason, isCertain: first.isCertain || others.length === 0, others };
  return { symbol, taxonId, geneId, name, taxonName, orthologTaxonIds, ...about };
}

function taxaOf(taxonIds: readonly number[]): number[] {
  return [...new Set(taxonIds)].toSorted((a, b) => a - b);
}

/** Puts human genes first for a text in small letters: people type human symbols so, although that is the spelling of frog genes. */
function asMeantInList(text: string, genes: readonly GeneCandidate[]): readonly GeneCandidate[] {
  if (text !== text.toLowerCase() || genes[0]?.isCertain !== false) return genes;
  const isMeant = ({ gene, reason }: GeneCandidate) => gene.taxonId === HUMAN_TAXON_ID && reason.kind === 'symbol';
  return [...genes.filter(isMeant), ...genes.filter((one) => !isMeant(one))];
}

function guessesOf({ candidates, didYouMean }: ResolvedText): GeneName[] {
  const genes = [...didYouMean, ...candidates].filter((one): one is GeneCandidate => one.kind === 'gene');
  return genes.slice(0, MOST_OTHERS).map(({ gene }) => nameOf(gene));
}

function nameOf({ geneId, symbol, taxonId }: GeneName): GeneName {
  return { geneId, symbol, taxonId };
}

/** Joins entries for the same gene, in the order of the list. */
function eachOnce(genes: readonly ListedGene[]): ListedGene[] {
  const byKey = new Map<string, ListedGene>();
  for (const gene of genes) {
    const key = `${gene.taxonId} ${foldForEquality(gene.symbol)}`;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, gene);
    else byKey.set(key, { ...before, given: [...new Set([...before.given, ...gene.given])] });
  }
  return [...byKey.values()];
}
