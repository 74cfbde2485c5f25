/** Returns what the page of a search says about the text that led to it, and counts the people whom another reading finds. */

import { RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { parseSearchQuestion } from '../../domain/federation/federated-query.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { isTitle, mayBePerson } from '../../domain/query/person-text.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import { isExactGene, type OfferedSearch, type Resolution } from '../../domain/resolve/candidate.ts';
import { joinedSpellings } from '../../domain/spelling.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { textParams } from '../parts/box-links.ts';
import type { AnsweredRecord } from '../people/found-record.ts';
import { ownerOf } from '../people/found-record.ts';
import type { Understood } from './read-as.ts';
import type { PageSearch } from './search-query.ts';

const MOST_CALLED_SO = 20;
/** A shorter text is in too many names. */
const FEWEST_LETTERS = 3;

type Address = {
  params: URLSearchParams;
  chosen: readonly string[];
  posted: { text: string; leftOut: readonly string[] } | undefined;
};
type UnderstandOptions = Pick<LocalRegistry, 'resolveText'> & Pick<UseCases, 'wholeSearch'>;

/**
 * Returns how the text of the search box was understood: as a gene, with other meanings of the text, or as a person or
 * an interest if it is nothing else; undefined for a gene that is not known here.
 *
 * @param address `called` is the name by which the gene was found; it is ignored if the gene has no such name
 * @param address.chosen the ids that were chosen from several genes of one symbol
 * @param address.posted the text, if it was sent in a body, with the words that were not searched for
 */
export async function understoodAs(
  { kind, params }: PageSearch,
  { params: address, chosen, posted }: Address,
  signal: AbortSignal,
  options: UnderstandOptions,
): Promise<Understood | undefined> {
  const { resolveText } = options;
  if (kind === 'users') return understoodText(params, signal, options);
  const symbol = params.get('symbol');
  const called = address.get('called');
  if (kind !== 'genes' || symbol === null) return undefined;
  const { entries, searches } = await resolveText(symbol, MOST_CALLED_SO);
  const genes = (entries[0]?.candidates ?? []).flatMap((candidate) =>
    candidate.kind === 'gene' && candidate.reason.kind === 'symbol' ? [candidate.gene] : [],
  );
  const ofSymbol = genes.filter((one) => one.symbol === symbol && String(one.taxonId) === params.get('taxonId'));
  const gene = ofSymbol.find(({ geneId }) => chosen.includes(String(geneId))) ?? ofSymbol[0];
  if (gene === undefined) return undefined;
  const meant = called === null ? undefined : await resolveText(called, MOST_CALLED_SO);
  const isCalledSo = meant !== undefined && isNameOf(gene.geneId, meant);
  const typed = posted !== undefined && mayBePerson(posted.text) ? posted.text : undefined;
  const text = typed ?? (isCalledSo ? called : null) ?? symbol;
  const offered = isCalledSo ? meant.searches : searches;
  const people: OfferedSearch = { kind: 'people', text };
  const found = mayBePerson(text) ? await foundBy(people, { signal, isFromCache: true }, options) : undefined;
  return {
    ...{ gene, called: isCalledSo && called !== null ? called : undefined, isShortened: address.has('left-out') },
    leftOut: posted?.leftOut ?? [],
    others: genes.filter((one) => one !== gene),
    searches: typed === undefined ? offered : offered.map((one) => ({ ...one, text: typed })),
    people: found === undefined || found.calledSo === 0 ? undefined : { ...people, count: found.calledSo },
  };
}

/** A text that is no gene, disease or term is searched at once, among people or interests; the page offers the other search. */
async function understoodText(
  params: URLSearchParams,
  signal: AbortSignal,
  options: UnderstandOptions,
): Promise<Understood | undefined> {
  const [name, description] = [params.get('nameLike'), params.get('descriptionLike')];
  if ((name === null) === (description === null)) return undefined;
  const searched = name === null ? 'interests' : 'people';
  const other: OfferedSearch = { kind: name === null ? 'people' : 'interests', text: name ?? description ?? '' };
  const { count = 0 } = (await foundBy(other, { signal, isFromCache: true }, options)) ?? {};
  const { entries } = name === null ? { entries: [] } : await options.resolveText(name, 1);
  const [first] = entries.length === 1 ? (entries[0]?.candidates ?? []) : [];
  return { searched, other, count, gene: first?.kind === 'gene' && first.isCertain ? first : undefined };
}

function isNameOf(geneId: number, { entries: [entry] }: Resolution): boolean {
  return (entry?.candidates ?? []).some((one) => isExactGene(one) && one.gene.geneId === geneId);
}

/**
 * `count`: people whom a search finds in time. `calledSo`: those with each word of the text as a word of their name, or
 * as its initial, so that `Kit` does not mean everybody called Kitson.
 */
type FoundBy = { count: number; calledSo: number };

type FindOptions = {
  signal: AbortSignal;
  /** Whether only this registry and what is cached answer. */
  isFromCache?: boolean;
  /** How long partners are waited for. */
  mostMs?: number;
  /** The number that ends the wait, once it has so many people. */
  enough?: keyof FoundBy;
  least?: number;
};

/** Returns how many people a search finds; undefined where it cannot be put. */
export async function foundBy(
  search: OfferedSearch,
  { signal, isFromCache = false, mostMs, enough, least = 1 }: FindOptions,
  { wholeSearch }: Pick<UseCases, 'wholeSearch'>,
): Promise<FoundBy | undefined> {
  if (search.text.length < FEWEST_LETTERS) return undefined;
  const wanted = wordsOf(search.text)
    .filter((word) => !isTitle(word))
    .map(joinedSpellings);
  const found: FoundBy = { count: 0, calledSo: 0 };
  const wait = Promise.withResolvers<void>();
  const timer = mostMs === undefined ? undefined : setTimeout(wait.resolve, mostMs);
  const count = async ({ records }: Part) => {
    found.count += records.length;
    if (search.kind === 'people') found.calledSo += records.filter((record) => isCalled(record, wanted)).length;
    if (enough !== undefined && found[enough] >= least) wait.resolve();
  };
  try {
    const question = parseSearchQuestion('users', textParams(search));
    const plan = wholeSearch({ question, origins: undefined, form: 'row', isFromCache }, PUBLIC_VIEWER, signal);
    // What comes later is cached for the page that asks the same question.
    await Promise.race([plan.collect(count), wait.promise]);
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return found;
}

function isCalled(record: Part['records'][number], wanted: readonly (readonly string[])[]): boolean {
  const { name, lastName } = ownerOf(readRecord<AnsweredRecord>(record));
  const names = [name ?? '', lastName ?? ''].map(wordsOf);
  const whole = names.map((words) => words.join(' '));
  const own = new Set([...names.flat(), ...whole].flatMap(joinedSpellings));
  const initials = new Set([...own].map((form) => form.slice(0, 1)));
  const hasWord = wanted.some(([form = '']) => form.length > 1);
  return hasWord && wanted.every((forms) => forms.some((form) => own.has(form) || initials.has(form)));
}

function wordsOf(name: string): string[] {
  return foldForEquality(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}
