/** Registries of three lines each, and the use cases over them. */

import { reason } from '../../src/domain/federation/reasons.ts';
import {
  type FoundRecord,
  noAnswer,
  type Question,
  type Source,
  type SourceAnswer,
} from '../../src/domain/federation/source.ts';
import { askList, fanOut } from '../../src/federation/fan-out.ts';
import { signer } from '../../src/federation/signer.ts';
import { useCases } from '../../src/federation/use-cases.ts';
import { orderKey } from '../domain/people/order-keys.ts';

export const STAYING = new AbortController().signal;
const RETRIEVED_AT = new Date('2026-03-01T10:20:30Z');

/** A record that is ordered by its id alone. */
export function record(id: number, content: object = { id }): FoundRecord {
  return { json: JSON.stringify(content), order: orderKey({ id }), isAnonymised: false, geneId: undefined };
}

/** An answer in full, unless `changes` say something else. */
export function answered(records: readonly FoundRecord[], changes: Partial<SourceAnswer> = {}): SourceAnswer {
  const state = records.length > 0 ? 'answered' : 'empty';
  const cache = { status: 'miss', ageSeconds: 0 } as const;
  const about = { isExact: true, retrievedAt: RETRIEVED_AT, cache, problem: undefined };
  return { ...noAnswer(state, reason('failed')), ...about, records, ...changes };
}

export const silent = () => noAnswer('timed-out', reason('no-answer', { timeoutMs: 3000 }));

export type ScriptedSource = Source & { questions: Question[] };

/** A registry that answers so whatever it is asked, after so many milliseconds. */
export function source(key: string, answerTo: (question: Question) => SourceAnswer, afterMs = 0): ScriptedSource {
  const questions: Question[] = [];
  return {
    ...{ key, name: `Registry ${key}`, url: `https://${key}.example.org`, questions },
    version: () => '1.5.10',
    getCached: () => undefined,
    async ask(question) {
      questions.push(question);
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
      return answerTo(question);
    },
  };
}

export function useCasesOver(list: readonly Source[], changes: Partial<Parameters<typeof useCases>[0]> = {}) {
  return useCases({
    now: Date.now,
    sources: () => list,
    fanOut: fanOut({ searchTimeoutMs: 6000 }),
    askList,
    searchTimeoutMs: 6000,
    signer: signer(Buffer.alloc(32)),
    resolveGene: async () => [],
    resolveText: async (text) => ({
      text,
      isList: false,
      entries: [],
      entriesLeftOut: 0,
      leftOut: [],
      toConfirm: [],
      searches: [],
      people: [],
      variants: [],
      orthologTaxonId: null,
      searchAtOnce: null,
    }),
    ...changes,
  });
}
