/**
 * Checks whether a record from a partner matches the question: by gene, organism and tier, by name, or by id; and
 * whether the partner applied the filters.
 */

import { type AskedFilter, FILTERS, type Filter, type FilterEnforcement } from '../federation/origin.ts';
import { fold, foldForEquality } from '../folding.ts';
import { type Filters, pairedTerms } from '../query/filters.ts';
import { aliasesOf, type KnownGene, type ResolveGene } from '../query/gene-names.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { TermRef } from '../record/model.ts';
import type { PartnerGene, PartnerUser } from './partner-record-schemas.ts';
import type { Checked, PartnerRecordKind } from './records.ts';

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

/**
 * How a record meets one filter: `unclear` if this registry cannot judge it (as the record is anonymised, or the term may
 * be a descendant), `unshown` if a full record lacks the member that it should have.
 */
type Judgement = 'passes' | 'fails' | 'unclear' | 'unshown';
type Judge = (user: PartnerUser, isAnonymised: boolean) => Judgement;

type FilterCheck = {
  /** Whether no filter certainly excludes the record. */
  passes(checked: Checked): boolean;
  /** Returns who applied each filter of the question, by the records checked so far. */
  filters(): AskedFilter[];
};

/**
 * Checks every record against every filter of the question (rdp-protocol 3.4, 3.5; a gene's record by its owner).
 * Anonymised records are checked only by what they show: categories and organs.
 *
 * A filter in `appliedThere` counts as applied by the partner, as long as no record contradicts that.
 */
export function filterCheck(
  kind: PartnerRecordKind,
  narrowing: Filters,
  appliedThere: ReadonlySet<Filter>,
): FilterCheck {
  // For records that pass, every judgement counts; for the others, only the filters that they fail.
  const judges = judgesOf(narrowing).map(([filter, judge]) => ({ filter, judge, counted: new Set<Judgement>() }));
  return {
    passes({ record, isAnonymised }) {
      if (judges.length === 0) return true;
      const user = (kind === 'gene' ? record.remoteUser : record) as PartnerUser;
      const judged = judges.map(({ judge, counted }) => ({ counted, judgement: judge(user, isAnonymised) }));
      const passes = judged.every(({ judgement }) => judgement !== 'fails');
      for (const { counted, judgement } of judged) if (passes || judgement === 'fails') counted.add(judgement);
      return passes;
    },
    filters: () =>
      judges.map(({ filter, counted }) => ({ filter, applied: enforcementOf(appliedThere.has(filter), counted) })),
  };
}

function enforcementOf(isBelieved: boolean, counted: ReadonlySet<Judgement>): FilterEnforcement {
  if (isBelieved && !counted.has('fails') && !counted.has('unshown')) return 'applied-there';
  return counted.has('unclear') || counted.has('unshown') ? 'not-checkable' : 're-applied-here';
}

function judgesOf(narrowing: Filters): (readonly [Filter, Judge])[] {
  const { researcherPositions, researcherCategories, organUberonIds } = narrowing;
  const terms = pairedTerms(narrowing);
  const judges: { readonly [Name in Filter]: Judge | undefined } = {
    researcherPositions: researcherPositions && unlessEmpty(researcherPositions, judgePosition),
    researcherCategories: researcherCategories && unlessEmpty(researcherCategories, judgeCategories),
    organUberonIds: organUberonIds && unlessEmpty(new Set(organUberonIds.map(foldForEquality)), judgeOrgans),
    ontologyTermIds: terms && judgeTerms(terms),
  };
  return FILTERS.flatMap((filter) => {
    const judge = judges[filter];
    return judge === undefined ? [] : [[filter, judge] as const];
  });
}

/** An empty filter matches no record. */
function unlessEmpty(wanted: ReadonlySet<string>, judge: (wanted: ReadonlySet<string>) => Judge): Judge {
  return wanted.size === 0 ? () => 'fails' : judge(wanted);
}

function judgePosition(wanted: ReadonlySet<string>): Judge {
  return ({ researcherPosition }, isAnonymised) => {
    if (isAnonymised) return 'unclear';
    if (researcherPosition === undefined) return 'unshown';
    return verdict(researcherPosition !== null && wanted.has(researcherPosition));
  };
}

function judgeCategories(wanted: ReadonlySet<string>): Judge {
  return ({ researcherCategories }, isAnonymised) => {
    if (!researcherCategories) return isAnonymised ? 'unclear' : 'unshown';
    return verdict(researcherCategories.some((category) => category !== null && wanted.has(category)));
  };
}

function judgeOrgans(wanted: ReadonlySet<string>): Judge {
  return ({ userOrgans }, isAnonymised) => {
    if (!userOrgans) return isAnonymised ? 'unclear' : 'unshown';
    const organs = Object.entries(userOrgans).filter(([, organ]) => organ !== null);
    return verdict(organs.some(([uberonId]) => wanted.has(foldForEquality(uberonId))));
  };
}

function verdict(passes: boolean): Judgement {
  return passes ? 'passes' : 'fails';
}

/** Ontologies are combined with AND, the terms of one with OR; without any term there is no restriction. */
function judgeTerms(terms: readonly TermRef[]): Judge {
  const wanted = Map.groupBy(terms, ({ ontologyName }) => foldForEquality(ontologyName));
  const ontologies = [...wanted].map(
    ([name, refs]) => [name, new Set(refs.map(({ termId }) => foldForEquality(termId)))] as const,
  );
  return ({ userOntologyTerms }, isAnonymised) => {
    if (ontologies.length === 0) return 'passes';
    if (isAnonymised) return 'unclear';
    if (!userOntologyTerms) return 'unshown';
    const own = Map.groupBy(
      userOntologyTerms.filter((term) => term !== null),
      ({ ontology }) => foldForEquality(ontology.name),
    );
    const verdicts = ontologies.map(([name, termIds]) => judgeOntology(own.get(name) ?? [], termIds));
    if (verdicts.includes('fails')) return 'fails';
    return verdicts.includes('unclear') ? 'unclear' : 'passes';
  };
}

/** A different term of the ontology may be a descendant of the one in the filter, which only the partner knows (rdp-protocol 3.5). */
function judgeOntology(own: readonly { termId: string }[], termIds: ReadonlySet<string>): Judgement {
  if (own.length === 0) return 'fails';
  return own.some(({ termId }) => termIds.has(foldForEquality(termId))) ? 'passes' : 'unclear';
}
