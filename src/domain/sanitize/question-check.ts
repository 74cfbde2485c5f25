/** Whether a record that a partner found is what was asked for: by gene, organism and tier, by name, or by id. */

import { fold, foldForEquality } from '../folding.ts';
import { aliasesOf, type KnownGene, type ResolveGene } from '../query/gene-names.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { PartnerGene } from './gene.ts';
import type { Checked } from './records.ts';
import type { PartnerUser } from './user.ts';

/** `unchecked` is what may be right: nobody here knows. */
export type Verdict = 'right' | 'unchecked' | 'wrong';

export type QuestionCheck = {
  /** Without those that certainly were not asked for. */
  kept: Checked[];
  wrong: number;
  /** Those kept that may be wrong. */
  unchecked: ReadonlySet<Checked>;
};

/** Asked before each record: undefined as long as the work may go on, else resolves when others have had their turn. */
export type Pause = () => Promise<void> | undefined;

/** A partner that sends more other genes than this has the rest unchecked. */
const MOST_LOOKUPS = 200;
/** No gene has as many; those behind are not looked at. */
const MOST_ALIASES = 200;

/** Looks at genes again: only those of the own organism that this registry knows as others are wrong by their symbol. */
export async function checkGenes(
  checked: readonly Checked[],
  query: GeneQuery,
  resolveGene: ResolveGene,
  pauseIfDue: Pause = () => undefined,
): Promise<QuestionCheck> {
  const others = new Map<string, readonly KnownGene[]>();
  const verdicts: Verdict[] = [];
  const wanted = foldForEquality(query.symbol);
  let asked: AskedGenes | undefined;
  for (const { record } of checked) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const gene = record as PartnerGene;
    const verdict = judgeByFacts(gene, query, wanted);
    // Nearly all records are of the very symbol that was asked for, and nothing has to be looked up for them.
    if (verdict !== 'unchecked') {
      verdicts.push(verdict);
      continue;
    }
    asked ??= askedGenes(wanted, await resolveGene(query.symbol, query.taxonId));
    if (asked.ids.has(geneKey(gene))) {
      verdicts.push('right');
      continue;
    }
    const key = `${gene.taxon.id} ${foldForEquality(gene.symbol)}`;
    if (gene.taxon.id === query.taxonId && !others.has(key) && others.size < MOST_LOOKUPS) {
      others.set(key, await resolveGene(gene.symbol, gene.taxon.id));
    }
    verdicts.push(isOtherGene(gene, asked, others.get(key)) ? 'wrong' : 'unchecked');
  }
  return checkedBy(checked, verdicts);
}

/** Looks at researchers again who were asked for by name; a text may be found where nobody here sees it. */
export async function checkNames(
  checked: readonly Checked[],
  { name }: UserQuery,
  pauseIfDue: Pause = () => undefined,
): Promise<QuestionCheck> {
  if (name === undefined) return allRight(checked);
  const verdicts: Verdict[] = [];
  for (const { record, isAnonymised } of checked) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    verdicts.push(judgeName(record as PartnerUser, isAnonymised, name));
  }
  return checkedBy(checked, verdicts);
}

/** Looks at the researcher again who was asked for by their id; one who is hidden has none. */
export function checkUserId(checked: readonly Checked[], userId: number): QuestionCheck {
  const isAsked = ({ record, isAnonymised }: Checked) => isAnonymised || (record as PartnerUser).id === userId;
  return checkedBy(
    checked,
    checked.map((one) => (isAsked(one) ? 'right' : 'wrong')),
  );
}

/** Of a question that says nothing of its records. */
export function allRight(checked: readonly Checked[]): QuestionCheck {
  return { kept: [...checked], wrong: 0, unchecked: new Set() };
}

function checkedBy(checked: readonly Checked[], verdicts: readonly Verdict[]): QuestionCheck {
  const kept = checked.filter((_, index) => verdicts[index] !== 'wrong');
  const unchecked = new Set(checked.filter((_, index) => verdicts[index] === 'unchecked'));
  return { kept, wrong: checked.length - kept.length, unchecked };
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
type AskedGenes = {
  /** The symbol, folded. */
  wanted: string;
  /** The genes and their orthologs, by {@link geneKey}. */
  ids: ReadonlySet<string>;
  /** Symbols and aliases of the genes, folded. */
  names: ReadonlySet<string>;
};

function askedGenes(wanted: string, known: readonly KnownGene[]): AskedGenes {
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
function isOtherGene(gene: PartnerGene, { wanted, names }: AskedGenes, here: readonly KnownGene[] = []): boolean {
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

/** By the rules of rdp-protocol 3.2 and 3.7; other letters than those of ASCII are compared otherwise elsewhere. */
function judgeName(
  user: PartnerUser,
  isAnonymised: boolean,
  { like, prefix }: NonNullable<UserQuery['name']>,
): Verdict {
  const names = prefix ? [user.lastName] : [user.name, user.lastName];
  if (isAnonymised || names.includes(undefined)) return 'unchecked';
  const strings = names.filter((name) => typeof name === 'string');
  const wanted = fold(like);
  if (strings.some((name) => (prefix ? fold(name).startsWith(wanted) : fold(name).includes(wanted)))) return 'right';
  return [like, ...strings].every((text) => ASCII.test(text)) && !WILDCARD.test(like) ? 'wrong' : 'unchecked';
}
