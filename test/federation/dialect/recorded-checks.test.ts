/** What real partners of three versions found is what they were asked for: checked again here, nothing of it is lost. */

import { expect } from 'vitest';
import type { ResolveGene } from '../../../src/domain/query/gene-names.ts';
import { geneJudge, nameJudge } from '../../../src/domain/sanitize/question-check.ts';
import { judgedBy, validateRecords } from '../../domain/sanitize/example-partner-records.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { test } from '../../support/worlds.ts';
import { questionOfPath, RECORDINGS, recordedAnswers } from './recorded-questions.ts';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

/** How many records of so many searches were kept, left out and doubted. */
async function countsOf(recording: (typeof RECORDINGS)[number], resolveGene: ResolveGene) {
  const counts = { genes: 0, people: 0, wrong: 0, unchecked: 0 };
  for (const { path, status, body } of recordedAnswers(recording)) {
    const recorded = questionOfPath(path);
    if (status !== 200 || recorded.kind !== 'question') continue;
    const { question } = recorded;
    if (question.kind !== 'genes-search' && question.kind !== 'users-search') continue;
    const kind = question.kind === 'genes-search' ? 'gene' : 'user';
    const { checked } = validateRecords(kind, JSON.parse(body));
    const judge = question.kind === 'genes-search' ? geneJudge(question.query, resolveGene) : nameJudge(question.query);
    const { kept, wrong, unchecked } = await judgedBy(judge, checked);
    counts[kind === 'gene' ? 'genes' : 'people'] += kept.length;
    counts.wrong += wrong;
    counts.unchecked += unchecked;
  }
  return counts;
}

test.each(RECORDINGS)('%s gave nothing that was not asked for', async (recording) => {
  const counts = await countsOf(recording, registry.context.registry.resolveGene);
  expect(counts).toMatchObject({ wrong: 0, unchecked: 0 });
  expect(Math.min(counts.genes, counts.people)).toBeGreaterThan(100);
});

test.each(RECORDINGS)('%s has only orthologs doubted where nobody here knows a gene', async (recording) => {
  const known = await countsOf(recording, registry.context.registry.resolveGene);
  const unknown = await countsOf(recording, async () => []);
  expect({ ...unknown, unchecked: 0 }).toEqual(known);
});
