/** Checks whether a partner applied the filters of a question, by the records of its answer. */

import { type AskedFilter, FILTERS, type Filter, type FilterEnforcement } from '../federation/origin.ts';
import { foldForEquality } from '../folding.ts';
import { type Filters, pairedTerms } from '../query/filters.ts';
import type { TermRef } from '../record/model.ts';
import type { PartnerUser } from './partner-record-schemas.ts';
import type { Checked, PartnerRecordKind } from './records.ts';

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
