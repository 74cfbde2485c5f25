/** The choices of a search form: the organs and ontologies in use, and all terms of small ontologies. */

import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';

export type SearchChoices = {
  organs: readonly { uberonId: string; name: string | null; description: string | null }[];
  ontologies: readonly OntologyChoice[];
};

type OntologyChoice = {
  name: string;
  definition: string | null;
  /** Whether gene searches can be filtered by it. */
  isForGenes: boolean;
  /** In the order of display; undefined for an ontology with too many terms to look through. */
  terms: readonly TermChoice[] | undefined;
};

type TermChoice = {
  termId: string;
  name: string | null;
  definition: string | null;
  /** The id of the group that contains it; undefined for a term of the first level. */
  group: string | undefined;
};

type Term = Omit<TermChoice, 'group'> & { isGroup: boolean };
/** The id of a group, and the id of a direct sub-term of it. */
type Heading = readonly [groupId: string, subTermId: string];

/** RDP lists the terms of an ontology as boxes if it has fewer than this. */
const LARGE = 20;

/** Returns a function that returns the same object until the data change. */
export function searchChoices(store: Store): (tx: ReadTransaction) => SearchChoices {
  const organs = store.query<[string, string | null, string | null]>(
    'SELECT uberon_id, name, description FROM organ WHERE active = 1 ORDER BY ordering IS NULL, ordering, uberon_id',
  );
  const ontologies = store.query<[number, string, string | null, number]>(
    `SELECT id, name, definition, available_for_gene_search FROM ontology
     WHERE active = 1 ORDER BY ordering IS NULL, ordering, name`,
  );
  const terms = store.query<[string, string | null, string | null, number]>(
    `SELECT term_id, name, definition, is_group FROM term WHERE ontology_id = ? AND active = 1 AND obsolete = 0
     ORDER BY ordering IS NULL, ordering, name, term_id LIMIT ${LARGE}`,
  );
  const headings = store.query<[string, string]>(
    `SELECT head.term_id, below.term_id FROM term AS head
     JOIN sub_term ON sub_term.term_id = head.id JOIN term AS below ON below.id = sub_term.sub_term_id
     WHERE head.ontology_id = ? AND head.is_group = 1`,
  );

  function smallOntology(tx: ReadTransaction, number: number): readonly TermChoice[] | undefined {
    const some = terms.all(tx, number);
    if (some.length >= LARGE) return undefined;
    const own = some.map(([termId, name, definition, group]) => ({ termId, name, definition, isGroup: group === 1 }));
    return grouped(own, headings.all(tx, number));
  }

  return byGeneration((tx) => ({
    organs: organs.all(tx).map(([uberonId, name, description]) => ({ uberonId, name, description })),
    ontologies: ontologies.all(tx).map(([number, name, definition, isForGenes]) => {
      return { name, definition, isForGenes: isForGenes === 1, terms: smallOntology(tx, number) };
    }),
  }));
}

/** Returns first the terms without a group, then every group followed by its sub-terms; each term once, at its first place. */
function grouped(terms: readonly Term[], headings: readonly Heading[]): readonly TermChoice[] {
  const groupIds = new Set(terms.filter(({ isGroup }) => isGroup).map(({ termId }) => termId));
  const subTermsOf = Map.groupBy(
    headings.filter(([groupId, termId]) => groupIds.has(groupId) && groupId !== termId),
    ([groupId]) => groupId,
  );
  const headed = new Set([...subTermsOf.values()].flat().map(([, termId]) => termId));
  const placed = new Map<string, TermChoice>();

  function place({ isGroup, ...term }: Term, group: string | undefined): void {
    if (placed.has(term.termId)) return;
    placed.set(term.termId, { ...term, group });
    const below = new Set(subTermsOf.get(term.termId)?.map(([, termId]) => termId));
    for (const subTerm of terms.filter(({ termId }) => below.has(termId))) place(subTerm, term.termId);
  }

  const groups = terms.filter(({ isGroup }) => isGroup);
  const firstLevel = terms.filter(({ termId, isGroup }) => !isGroup && !headed.has(termId));
  const firstGroups = groups.filter(({ termId }) => !headed.has(termId));
  // Groups that contain each other in a circle are not in `firstGroups`, so they come last.
  for (const term of [...firstLevel, ...firstGroups, ...groups]) place(term, undefined);
  return [...placed.values()];
}
