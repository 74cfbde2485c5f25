/** One harmless question of each kind, if the records so far contain an id that it needs. */

import type { Question, QuestionKind } from '../../domain/federation/source.ts';
import { NO_FILTERS } from '../../domain/query/filters.ts';
import type { SeenRecords } from './seen-records.ts';

/** In the order of the check: the last ones need ids of records that came before. */
export const QUESTION_KINDS: readonly QuestionKind[] = [
  'genes-search',
  'users-search',
  'genes-list',
  'users-list',
  'stats',
  'terms',
  'user',
  'anonymous-user',
  'anonymous-gene',
];

const FIRST_RECORDS = { page: 0, size: 5 };
/** A gene that nearly every registry knows, in its own organism only: without a database, orthologs cannot be judged. */
const GENE = { symbol: 'BRCA1', taxonId: 9606 };
/** Finds some people, and never most of them. */
const NAME = { like: 'an', prefix: true };
/** Phenotypic abnormality: the root of the terms by which the Human Phenotype Ontology describes people. */
const TERM = { ontologyName: 'hp', termIds: ['HP:0000118'] };

/** Returns the question, or why there is none. */
export function checkQuestion(kind: QuestionKind, { ids }: Pick<SeenRecords, 'ids'>): Question | string {
  switch (kind) {
    case 'genes-search':
      return {
        kind,
        query: { ...GENE, orthologTaxonId: GENE.taxonId, tiers: new Set(['TIER1', 'TIER2']), filters: NO_FILTERS },
      };
    case 'users-search':
      return { kind, query: { name: NAME, descriptionLike: undefined, filters: NO_FILTERS } };
    case 'genes-list':
    case 'users-list':
      return { kind, page: FIRST_RECORDS };
    case 'stats':
      return { kind };
    case 'terms':
      return { kind, ...TERM };
    case 'user':
      return ids.user === undefined ? 'no researcher with an id came' : { kind, userId: ids.user };
    case 'anonymous-user':
      return ids.anonymousUser === undefined ? 'no hidden researcher came' : { kind, anonymousId: ids.anonymousUser };
    case 'anonymous-gene':
      if (ids.anonymousGene === undefined) return 'no gene of a hidden researcher came';
      return { kind, anonymousId: ids.anonymousGene };
  }
}
