/** Sources whose answers hold fewer records than the registries found: those of some organisms, or of one full name. */

import { LOCAL_ORIGIN, type OriginProblem } from '../../domain/federation/origin.ts';
import { reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { madeForEach } from '../../domain/made-once.ts';
import { type FullName, nameMatch, type PersonName } from '../../domain/query/full-name.ts';
import { readRecord } from '../../domain/record/read-record.ts';

type Narrowing = {
  /** The question that the source is asked, one and the same each time, as its key is cached with it. */
  questionFor?: (question: Question) => Question;
  /** Called once for the records of an answer, so that a cached answer has the same ones every time. */
  narrow: (records: readonly FoundRecord[]) => readonly FoundRecord[];
  /** The state of an answer in which all is well, and no record is left; it is empty unless this says otherwise. */
  withoutRecords?: (key: string) => Partial<SourceAnswer>;
};

/** For one question, which is put to these sources for every organism. Every record says of which it is. */
export function narrowedSources(sources: readonly Source[], taxonIds: readonly number[]): readonly Source[] {
  const wanted = new Set(taxonIds);
  return narrowed(sources, {
    narrow: (records) => records.filter(({ taxonId }) => taxonId !== undefined && wanted.has(taxonId)),
  });
}

/** Why a zero is not certain: registries compare letters with accents, and parts of names, in ways of their own. */
const WRITTEN_OTHERWISE: OriginProblem = {
  reason: reason('written-otherwise'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** For one question, put with another name: one word of it, by which those who have all words of it are found. */
export function fullNameSources(sources: readonly Source[], fullName: FullName): readonly Source[] {
  return narrowed(sources, {
    questionFor: madeForEach((question) => byWord(question, fullName.searchText)),
    narrow: (records) => (fullName.words.length === 0 ? records : records.flatMap((one) => calledSo(one, fullName))),
    withoutRecords(key) {
      // This registry folds what it looks for and what it looks into in one way.
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

/** The record, marked where its person lacks a middle name of the one that was asked for; nothing for others. */
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
