/** Sources that are asked for a name of several words by one of them, and answer those people who have all of them. */

import { LOCAL_ORIGIN, type OriginProblem } from '../../domain/federation/origin.ts';
import { reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { type FullName, nameMatch, type PersonName } from '../../domain/query/full-name.ts';
import { readRecord } from '../../domain/record/read-record.ts';

type UsersQuestion = Extract<Question, { kind: 'users-search' }>;

/** Why a zero is not certain: registries compare letters with accents, and parts of names, in ways of their own. */
const WRITTEN_OTHERWISE: OriginProblem = {
  reason: reason('written-otherwise'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** For one question, which these sources put with another name: the word of it that they are asked by. */
export function fullNameSources(sources: readonly Source[], fullName: FullName): readonly Source[] {
  /** So that a cached answer has the same records every time. */
  const known = new WeakMap<readonly FoundRecord[], readonly FoundRecord[]>();
  const put = new WeakMap<Question, Question>();

  /** One and the same each time, as its key is cached with it. */
  function questionByWord(question: Question): Question {
    const before = put.get(question);
    if (before !== undefined || question.kind !== 'users-search') return before ?? question;
    const byWord = withName(question, fullName.searchText);
    put.set(question, byWord);
    return byWord;
  }

  function recordsOf(records: readonly FoundRecord[]): readonly FoundRecord[] {
    if (fullName.words.length === 0) return records;
    const cached = known.get(records) ?? records.flatMap((one) => calledSo(one, fullName));
    known.set(records, cached);
    return cached;
  }

  function narrowed(answer: SourceAnswer, key: string): SourceAnswer {
    const records = recordsOf(answer.records);
    if (records.length > 0 || (answer.state !== 'answered' && answer.state !== 'empty')) return { ...answer, records };
    // This registry folds what it looks for and what it looks into in one way.
    const isCertain = fullName.isPlain || (key === LOCAL_ORIGIN && fullName.isWord);
    if (isCertain) return { ...answer, records, state: 'empty' };
    return { ...answer, records, state: 'limited', isExact: false, problem: WRITTEN_OTHERWISE };
  }

  return sources.map((source) => ({
    ...source,
    getCached(question, viewer, form) {
      const answer = source.getCached(questionByWord(question), viewer, form);
      return answer && narrowed(answer, source.key);
    },
    ask: async (question, viewer, signal, options) =>
      narrowed(await source.ask(questionByWord(question), viewer, signal, options), source.key),
  }));
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

function withName({ query, ...question }: UsersQuestion, like: string): UsersQuestion {
  return { ...question, query: { ...query, name: { like, prefix: false } } };
}
