/** Checks whether a record from a partner matches the question: by gene, organism and tier, by name, or by id. */

import { fold, foldForEquality } from '../folding.ts';
import { aliasesOf, type KnownGene, type ResolveGene } from '../query/gene-names.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { PartnerGene, PartnerUser } from './partner-record-schemas.ts';
import type { Checked } from './records.ts';

/** `unchecked`: the record may match, but this registry cannot tell. `wrong`: it certainly does not match. */
type Verdict = 'right' | 'unchecked' | 'wrong';
/** Judges one record of an answer after the other; returns a promise only where something has to be looked up. */
export type JudgeRecord = (checked: Checked) => Verdict | Promise<Verdict>;

/** How many other genes of an answer are looked up; records of further ones are `unchecked`. */
const MOST_LOOKUPS = 200;
/** More aliases than any gene has; further ones are ignored. */
const MOST_ALIASES = 200;

/** Judges genes. By its symbol a gene is wrong only if this registry knows it as another gene of the organism of the question. */
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
    // Nearly all records have the symbol of the question, so nothing has to be looked up for them.
    return verdict === 'unchecked' ? judgeByNames(gene) : verdict;
  };
}

/** Judges the record of a researcher by id; an anonymised record has none, and counts as right. */
export function userIdJudge(userId: number): JudgeRecord {
  return ({ record, isAnonymised }) => (isAnonymised || record.id === userId ? 'right' : 'wrong');
}

/** @param wanted the symbol of the question, folded */
function judgeByFacts(
  { taxon, tier, symbol }: PartnerGene,
  { orthologTaxonId, tiers, taxonId }: GeneQuery,
  wanted: string,
): Verdict {
  if (!tiers.has(tier) || (orthologTaxonId !== undefined && taxon.id !== orthologTaxonId)) return 'wrong';
  return taxon.id === taxonId && foldForEquality(symbol) === wanted ? 'right' : 'unchecked';
}

/** The genes that the symbol of the question names here, made once for all records of an answer. */
type SearchedGenes = {
  /** The symbol, folded. */
  wanted: string;
  /** The genes and their orthologs, by {@link geneKey}. */
  ids: ReadonlySet<string>;
  /** The symbols and aliases of the genes, folded. */
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
 * Whether this registry knows the gene of the record, and neither gene has the symbol of the other as a name.
 *
 * @param here the genes that the symbol of the record names here; undefined if they were not looked up
 */
function isOtherGene(gene: PartnerGene, { wanted, names }: SearchedGenes, here: readonly KnownGene[] = []): boolean {
  const known = here.find((one) => one.gene.geneId === gene.geneId);
  if (known === undefined) return false;
  if (namesOf(known).includes(wanted) || hasAlias(gene, wanted)) return false;
  return !names.has(foldForEquality(gene.symbol));
}

/** Returns the symbol and aliases of a gene, folded. */
function namesOf({ gene }: KnownGene): string[] {
  return [gene.symbol, ...aliasesOf(gene.aliases)].map(foldForEquality);
}

function hasAlias({ aliases }: PartnerGene, wanted: string): boolean {
  const all = fold(aliases ?? '');
  // Hardly any gene has the alias, so the list is rarely split.
  if (!all.includes(wanted)) return false;
  return all.split('|', MOST_ALIASES).some((alias) => alias.trim() === wanted);
}

const ASCII = /^[\x20-\x7e]*$/;
/** Wildcards in some searches of registries, and in all searches of RDP 1.3 (quirk 23). */
const WILDCARD = /[%_\\]/;

/**
 * Judges researchers by name, by the rules of rdp-protocol 3.2 and 3.7. A record is `unchecked` where its names are not shown,
 * or contain letters beyond ASCII, which registries may compare in other ways.
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
