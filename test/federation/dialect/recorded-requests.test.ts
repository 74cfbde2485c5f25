/** What we ask partners of each version is what the recorded questions ask, and in form where they have ours. */

import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/domain/federation/source.ts';
import type { Filters } from '../../../src/domain/query/filters.ts';
import type { GeneQuery } from '../../../src/domain/query/gene-query.ts';
import type { UserQuery } from '../../../src/domain/query/user-query.ts';
import { type Dialect, dialectFor } from '../../../src/federation/dialect/dialect.ts';
import { planFor } from '../../../src/federation/dialect/requests.ts';
import {
  countBy,
  questionOf,
  questionOfPath,
  RECORDINGS,
  type Recording,
  recordedAnswers,
  SAID,
  withoutToken,
} from './recorded-questions.ts';

const ASKED_OF_1_5 = {
  'genes-search': 7 * 2 + 5,
  // All but the filter in the singular.
  'users-search': 60 - 2,
  user: 13,
  'anonymous-user': 6,
  'anonymous-gene': 10,
  stats: 2,
  terms: 2,
};

/**
 * Requests in the very form we send. Eight genes: with `tiers`, twice each and BRCA1 five times; for 1.4 as tier 1, tier 2,
 * tier 1 with orthologs and with a category, and also the unknown taxon and the empty symbol; for 1.3 with orthologs in
 * one organism alone, as nobody recorded the number that stands for all of them. Listings were recorded without a size.
 */
const IN_OUR_FORM: Record<Recording, Record<string, number>> = {
  '1.3.4': {
    'genes-search': 7 * 2 + 5,
    // All but those with a filter, and name and description together.
    'users-search': 60 - 12 - 2,
    user: 13,
    'anonymous-user': 2,
    'anonymous-gene': 2,
    stats: 2,
    terms: 2,
  },
  '1.4.11': {
    'genes-search': 4 * (7 * 2 + 5) + 5 + 2,
    // All but ontology filters, the filter in the singular, and name and description together.
    'users-search': 60 - 4 - 2 - 2,
    user: 13,
    'anonymous-user': 6,
    'anonymous-gene': 10,
    stats: 2,
    terms: 2,
  },
  '1.5.10': ASKED_OF_1_5,
  '1.5.10-plain': ASKED_OF_1_5,
};

describe.each(RECORDINGS)('what is asked of %s', (recording) => {
  const dialect = dialectFor(SAID[recording]);
  const questions = recordedAnswers(recording).flatMap(({ path }) => {
    const question = questionOfPath(path);
    return question.kind === 'question' ? [{ path, question: question.question }] : [];
  });

  test('is the question that was recorded, in one request or in several', () => {
    for (const { path, question } of questions.filter((one) => dialect.answers.has(one.question.kind))) {
      expect(meaningOf(planFor(dialect, question).paths, question), path).toEqual(asSent(dialect, question));
    }
  });

  test('is, where the recording puts it in our form, the very same request', () => {
    const same = questions.filter(({ path, question }) =>
      planFor(dialect, question)
        .paths.map(parameters)
        .includes(parameters(withoutToken(path))),
    );
    expect(countBy(same, ({ question }) => question.kind)).toEqual(IN_OUR_FORM[recording]);
  });
});

/** The question as the dialect can put it: without the filters it does not send, with its word for all organisms. */
function asSent({ sends, everyTaxonId }: Dialect, question: Question): Question | undefined {
  if (question.kind !== 'genes-search' && question.kind !== 'users-search') return question;
  const { filters } = question.query;
  const sent: Filters = {
    researcherPositions: sends.has('researcherPositions') ? filters.researcherPositions : undefined,
    researcherCategories: sends.has('researcherCategories') ? filters.researcherCategories : undefined,
    organUberonIds: sends.has('organUberonIds') ? filters.organUberonIds : undefined,
    terms: sends.has('ontologyTermIds') ? filters.terms : undefined,
    ontologiesAlone: sends.has('ontologyTermIds') ? filters.ontologiesAlone : undefined,
  };
  if (question.kind === 'users-search') return { kind: 'users-search', query: { ...question.query, filters: sent } };
  // Nothing is asked for no tier, and never for TIER3.
  const { asksTier3: _, ...query } = question.query;
  if (query.tiers.size === 0) return undefined;
  const orthologTaxonId = query.orthologTaxonId ?? everyTaxonId;
  return { kind: 'genes-search', query: { ...query, orthologTaxonId, filters: sent } };
}

/** The one question that the requests put together. */
function meaningOf(paths: readonly string[], { kind }: Question): Question | undefined {
  const questions = paths.map(questionOf);
  const [first] = questions;
  if (kind === 'genes-search' && first?.kind === kind) {
    const tiers = questions.flatMap((one) => [...(one as { query: GeneQuery }).query.tiers]);
    return { kind, query: { ...first.query, tiers: new Set(tiers) } };
  }
  if (kind === 'users-search' && first?.kind === kind) {
    const queries = questions.map((one) => (one as { query: UserQuery }).query);
    const name = queries.map((query) => query.name).find((one) => one !== undefined);
    const descriptionLike = queries.map((query) => query.descriptionLike).find((one) => one !== undefined);
    return { kind, query: { ...first.query, name, descriptionLike } };
  }
  return questions.length === 1 ? first : undefined;
}

function parameters(path: string): string {
  const { pathname, searchParams } = new URL(path, 'https://registry.example.org');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}
