/** Whether a record that a partner found is what was asked for: by gene, organism and tier, by name, or by id. */

import { fold, foldForEquality } from '../folding.ts';
import { aliasesOf, type KnownGene, type ResolveGene } from '../query/gene-names.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { PartnerGene, PartnerUser } from './partner-record-schemas.ts';
import type { Checked } from './records.ts';

/** `unchecked` is what may be right: nobody here knows. What is `wrong` was certainly not asked for. */
type Verdict = 'right' | 'unchecked' | 'wrong';
/** Judges one record of an answer after the other; a promise only where something has to be looked up. */
export type JudgeRecord = (checked: Checked) => Verdict | Promise<Verdict>;

/** A partner that sends more other genes than this has the rest unchecked. */
const MOST_LOOKUPS = 200;
/** No gene has as many; those behind are not looked at. */
const MOST_ALIASES = 200;

/** Looks at genes again: only those of the own organism that this registry knows as others are wrong by their symbol. */
export function geneJudge(query: GeneQuery, resolveGene: ResolveGene): JudgeRecord {
  const wanted = foldForEquality(query.symbol);
  const others = new Map<string, readonly KnownGene[]>();
  let searched: SearchedGenes | undefined;
  async function judgeByNames(gene: PartnerGene): Promise<Verdict> {
    searched ??= searchedGenes(wanted, await resolveGene(query.symbol, query.taxonId));
    if (searched.ids.has(geneKey(gene))) return 'right';
    const key = `${gene.taxon.id} ${foldForEquality(gene.symbol)}`;
    if (gene.taxon.id === query.taxonId && !others.has(key) && others.size < MOST_LOOKUPS) {
      others.set(key, await resolveGene(gene.symbol, gene.taxon.id));
    }
    return isOtherGene(gene, searched, others.get(key)) ? 'wrong' : 'unchecked';
  }
  return ({ record }) => {
    const gene = record as PartnerGene;
    const verdict = judgeByFacts(gene, query, wanted);
    // Nearly all records are of the very symbol that was asked for, and nothing has to be looked up for them.
    return verdict === 'unchecked' ? judgeByNames(gene) : verdict;
  };
}

/** Looks at the researcher again who was asked for by their id; one who is hidden has none. */
export function userIdJudge(userId: number): JudgeRecord {
  return ({ record, isAnonymised }) => (isAnonymised || record.id === userId ? 'right' : 'wrong');
}

/** @param wanted the symbol that was asked for, folded */
function judgeByFacts(
  { taxon, tier, symbol }: PartnerGene,
  { orthologTaxonId, tiers, taxonId }: GeneQuery,
  wanted: string,
): Verdict {
  if (!tiers.has(tier) || (orthologTaxonId !== undefined && taxon.id !== orthologTaxonId)) return 'wrong';
  return taxon.id === taxonId && foldForEquality(symbol) === wanted ? 'right' : 'unchecked';
}

/** What the symbol that was asked for names here, made once for all records of an answer. */
type SearchedGenes = {
  /** The symbol, folded. */
  wanted: string;
  /** The genes and their orthologs, by {@link geneKey}. */
  ids: ReadonlySet<string>;
  /** Symbols and aliases of the genes, folded. */
  names: ReadonlySet<string>;
};

function searchedGenes(wanted: string, known: readonly KnownGene[]): SearchedGenes {
  const genes = known.flatMap(({ gene, orthologs }) => [gene, ...orthologs]);
  return { wanted, ids: new Set(genes.map(geneKey)), names: new Set(known.flatMap(namesOf)) };
}

function geneKey({ geneId, taxon }: Pick<PartnerGene, 'geneId' | 'taxon'>): string {
  return `${geneId} ${taxon.id}`;
}

/**
 * Whether this registry knows the gene of the record, and that neither of the two genes has the name of the other.
 *
 * @param here the genes that the symbol of the record names here; undefined where nobody looked
 */
function isOtherGene(gene: PartnerGene, { wanted, names }: SearchedGenes, here: readonly KnownGene[] = []): boolean {
  const known = here.find((one) => one.gene.geneId === gene.geneId);
  if (known === undefined) return false;
  if (namesOf(known).includes(wanted) || hasAlias(gene, wanted)) return false;
  return !names.has(foldForEquality(gene.symbol));
}

/** Folded. */
function namesOf({ gene }: KnownGene): string[] {
  return [gene.symbol, ...aliasesOf(gene.aliases)].map(foldForEquality);
}

function hasAlias({ aliases }: PartnerGene, wanted: string): boolean {
  const all = fold(aliases ?? '');
  // Next to none has it.
  if (!all.includes(wanted)) return false;
  return all.split('|', MOST_ALIASES).some((alias) => alias.trim() === wanted);
}

const ASCII = /^[\x20-\x7e]*$/;
/** In some searches, and in all of 1.3, these stand for other text (quirk 23). */
const WILDCARD = /[%_\\]/;

/**
 * Looks at researchers again who were asked for by name; a text may be found where nobody here sees it. By the rules of
 * rdp-protocol 3.2 and 3.7; other letters than those of ASCII are compared otherwise elsewhere.
 */
export function nameJudge({ name }: UserQuery): JudgeRecord {
  if (name === undefined) return () => 'right';
  const { like, prefix } = name;
  const wanted = fold(like);
  return ({ record, isAnonymised }) => {
    const user = record as PartnerUser;
    const names = prefix ? [user.lastName] : [user.name, user.lastName];
    if (isAnonymised || names.includes(undefined)) return 'unchecked';
    const strings = names.filter((text) => typeof text === 'string');
    if (strings.some((text) => (prefix ? fold(text).startsWith(wanted) : fold(text).includes(wanted)))) return 'right';
    return [like, ...strings].every((text) => ASCII.test(text)) && !WILDCARD.test(like) ? 'wrong' : 'unchecked';
  };
}
