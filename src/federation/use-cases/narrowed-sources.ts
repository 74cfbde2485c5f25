/** Sources that pass on only some of the records that registries find: those of some organisms, or of one full name; or without tier 3. */

import { isFull } from '../../domain/federation/completeness.ts';
import { LOCAL_ORIGIN, type OriginProblem } from '../../domain/federation/origin.ts';
import { reason } from '../../domain/federation/reasons.ts';
import { tiersAsked } from '../../domain/federation/requested-filters.ts';
import type { FoundRecord, Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { madeForEach } from '../../domain/made-once.ts';
import { type FullName, nameMatch, type PersonName } from '../../domain/query/full-name.ts';
import { readRecord } from '../../domain/record/read-record.ts';

type Narrowing = {
  /** Returns the question for the source: the same object each time, because its key is cached with it. */
  questionFor?: (question: Question) => Question;
  /** Called once for the records of an answer, so that a cached answer has the same records every time. */
  narrow: (records: readonly FoundRecord[]) => readonly FoundRecord[];
  /** Returns what differs from an empty answer if all is well and no record remains. */
  withoutRecords?: (key: string) => Partial<SourceAnswer>;
};

/** Returns sources for one question, which is put for all organisms. Every record has its organism. */
export function narrowedSources(sources: readonly Source[], taxonIds: readonly number[]): readonly Source[] {
  const wanted = new Set(taxonIds);
  return narrowed(sources, {
    narrow: (records) => records.filter(({ taxonId }) => taxonId !== undefined && wanted.has(taxonId)),
  });
}

const WITHOUT_TIER_3: OriginProblem = {
  reason: reason('tier-3-not-searched'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** Returns sources for one question, which is put without tier 3: no answer is full, and no zero certain. */
export function withoutTier3(sources: readonly Source[]): readonly Source[] {
  const limited = (answer: SourceAnswer, question: Question): SourceAnswer => {
    if (!isFull(answer.state)) return answer;
    // The cached answer may be of a question without tier 3, which has no such filter.
    const others = answer.filters.filter(({ filter }) => filter !== 'tiers');
    const filters = [...tiersAsked(question), ...others];
    return { ...answer, filters, state: 'limited', isExact: false, problem: WITHOUT_TIER_3 };
  };
  return sources.map((source) => ({
    ...source,
    getCached(question, viewer, form) {
      const answer = source.getCached(question, viewer, form);
      return answer && limited(answer, question);
    },
    ask: async (question, viewer, signal, options) =>
      limited(await source.ask(question, viewer, signal, options), question),
  }));
}

/** Why an empty answer is not certain: each registry compares accents and parts of names in its own way. */
const WRITTEN_OTHERWISE: OriginProblem = {
  reason: reason('written-otherwise'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** Returns sources for one question, which is put with a single word of the name; people with all of its words are found by it. */
export function fullNameSources(sources: readonly Source[], fullName: FullName): readonly Source[] {
  return narrowed(sources, {
    questionFor: madeForEach((question) => byWord(question, fullName.searchText)),
    narrow: (records) => (fullName.words.length === 0 ? records : records.flatMap((one) => calledSo(one, fullName))),
    withoutRecords(key) {
      // This registry folds the name of the question and the names of its people in the same way.
      const isCertain = fullName.isPlain || (key === LOCAL_ORIGIN && fullName.isWord);
      return isCertain ? { state: 'empty' } : { state: 'limited', isExact: false, problem: WRITTEN_OTHERWISE };
    },
  });
}

function narrowed(sources: readonly Source[], { questionFor = same, narrow, withoutRecords }: Narrowing) {
  const narrowOnce = madeForEach(narrow);

  function answerOf(answer: SourceAnswer, key: string): SourceAnswer {
    const records = narrowOnce(answer.records);
    const isWell = answer.state === 'answered' || answer.state === 'empty';
    if (records.length > 0 || !isWell) return { ...answer, records };
    return { ...answer, records, state: 'empty', ...withoutRecords?.(key) };
  }

  return sources.map(
    (source): Source => ({
      ...source,
      getCached(question, viewer, form) {
        const answer = source.getCached(questionFor(question), viewer, form);
        return answer && answerOf(answer, source.key);
      },
      ask: async (question, viewer, signal, options) =>
        answerOf(await source.ask(questionFor(question), viewer, signal, options), source.key),
    }),
  );
}

function same(question: Question): Question {
  return question;
}

function byWord(question: Question, like: string): Question {
  if (question.kind !== 'users-search') return question;
  return { ...question, query: { ...question.query, name: { like, prefix: false } } };
}

/** Returns the record, marked if its person lacks a middle name of the question; nothing for other people. */
function calledSo(found: FoundRecord, fullName: FullName): FoundRecord[] {
  if (found.isAnonymised) return [found];
  const match = nameMatch(readRecord<PersonName>(found), fullName);
  if (match === undefined) return [];
  return match === 'whole' ? [found] : [{ ...found, ...marked(found) }];
}

function marked({ json, row }: FoundRecord): Pick<FoundRecord, 'json' | 'row'> {
  const withMark = (text: string) => `${text.slice(0, -1)},"nameMatch":"near"}`;
  return { json: withMark(json), ...(row === undefined ? {} : { row: withMark(row) }) };
}
