/** Sources that are asked for a name in the forms in which people write it, and pass on the people of that name. */

import { sortForMerging } from '../domain/federation/merging.ts';
import { LOCAL_ORIGIN, type OriginProblem, type OriginState } from '../domain/federation/origin.ts';
import { allReasons, eachReasonOnce, type Reason, reason } from '../domain/federation/reasons.ts';
import type { FoundRecord, Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import { memoize } from '../domain/memoize.ts';
import type { PersonName, SoughtName } from '../domain/query/full-name.ts';
import { readRecord } from '../domain/record/records.ts';

type Ask<Answer> = (question: Question) => Answer;

/** Why a zero is not certain: a registry may have the name in a form for which it was not asked. */
const WRITTEN_OTHERWISE = reason('written-otherwise');

/**
 * Returns sources for one question with a name. This registry compares every form of it; a partner is asked by what all
 * forms have in common, and where it finds nobody so, by what remains where plain letters stand for others.
 */
export function spelledSources(sources: readonly Source[], sought: SoughtName): readonly Source[] {
  // Once for each question and answer: the key of a question is cached with it, and cached answers always have the same records.
  const questionsOf = memoize((question: Question) => questionsFor(question, sought));
  const furtherOf = memoize((question: Question) => furtherFor(question, sought));
  const narrowOnce = memoize((records: readonly FoundRecord[]) => calledSo(records, sought));

  const narrowed = (answer: SourceAnswer): SourceAnswer => withRecords(answer, narrowOnce(answer.records));

  function localAnswer(answer: SourceAnswer): SourceAnswer {
    const found = sought.isOfWords ? narrowed(answer) : answer;
    return found.state === 'empty' && !sought.isWord ? inDoubt(found) : found;
  }

  function firstAnswer(answers: readonly SourceAnswer[]): SourceAnswer {
    return together(sought.isNarrowed ? answers.map(narrowed) : answers);
  }

  function lastAnswer(first: SourceAnswer, further: readonly SourceAnswer[]): SourceAnswer {
    const all = further.length === 0 ? first : together([first, ...further.map(narrowed)]);
    const elapsedMs = first.elapsedMs + Math.max(0, ...further.map((one) => one.elapsedMs));
    return { ...(all.state === 'empty' && !sought.further().isCertain ? inDoubt(all) : all), elapsedMs };
  }

  function localSource(source: Source): Source {
    return {
      ...source,
      async ask(question, viewer, signal, options) {
        const ask: Ask<Promise<SourceAnswer>> = (one) => source.ask(one, viewer, signal, options);
        return localAnswer(together(await Promise.all(questionsOf(question).here.map(ask))));
      },
    };
  }

  function partner(source: Source): Source {
    return {
      ...source,
      getCached(question, viewer, form) {
        const { first } = questionsOf(question);
        const cached: Ask<SourceAnswer | undefined> = (one) => source.getCached(one, viewer, form);
        const begun = eachOf(first.map(cached));
        if (begun === undefined) return undefined;
        const answer = firstAnswer(begun);
        if (!isWithoutPeople(answer)) return answer;
        const others = eachOf(furtherOf(question).map(cached));
        return others && lastAnswer(answer, others);
      },
      async ask(question, viewer, signal, options) {
        const { first } = questionsOf(question);
        const ask: Ask<Promise<SourceAnswer>> = (one) => source.ask(one, viewer, signal, options);
        const answer = firstAnswer(await Promise.all(first.map(ask)));
        if (!isWithoutPeople(answer)) return answer;
        return lastAnswer(answer, await Promise.all(furtherOf(question).map(ask)));
      },
    };
  }

  return sources.map((source) => (source.key === LOCAL_ORIGIN ? localSource(source) : partner(source)));
}

function questionsFor(question: Question, { words, first }: SoughtName) {
  const asked = first.texts.map((like) => asking(question, like, first.prefix));
  return { first: asked, here: words.map((word) => here(question, word)) };
}

function furtherFor(question: Question, { further }: SoughtName): readonly Question[] {
  return further().texts.map((like) => asking(question, like, false));
}

/** Returns the question with another text for the name; the question itself where it has this one. */
function asking(question: Question, like: string, prefix: boolean): Question {
  if (question.kind !== 'users-search') return question;
  const typed = question.query.name;
  if (like === typed?.like && prefix === typed.prefix) return question;
  return { ...question, query: { ...question.query, name: { like, prefix } } };
}

/** This registry is asked for every form at once. */
function here(question: Question, like: string): Question {
  if (question.kind !== 'users-search') return question;
  const prefix = question.query.name?.prefix ?? false;
  return { ...question, query: { ...question.query, name: { like, prefix, isInEveryForm: true } } };
}

/** Returns the answers, if there are all of them. */
function eachOf(answers: readonly (SourceAnswer | undefined)[]): SourceAnswer[] | undefined {
  const all = answers.filter((answer) => answer !== undefined);
  return all.length === answers.length ? all : undefined;
}

const USABLE: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited']);

/** Whether the source has answered, and found nobody: it may have the name in another form. */
function isWithoutPeople({ state, records }: SourceAnswer): boolean {
  return records.length === 0 && USABLE.has(state);
}

function withRecords(answer: SourceAnswer, records: readonly FoundRecord[]): SourceAnswer {
  return { ...answer, records, state: answer.state === 'answered' && records.length === 0 ? 'empty' : answer.state };
}

function inDoubt(answer: SourceAnswer): SourceAnswer {
  return { ...answer, state: 'limited', isExact: false, problem: problemOf(WRITTEN_OTHERWISE) };
}

function problemOf(because: Reason): OriginProblem {
  return { reason: because, error: undefined, status: undefined, nextTryAt: undefined };
}

/**
 * Returns the answers to several texts as one, with each person once. Where one failed and another did not, the answer is
 * limited; where one is an older answer, that is all of it. The first answer must be one that was given if any was.
 */
function together(answers: readonly SourceAnswer[]): SourceAnswer {
  const [first, ...more] = answers as [SourceAnswer, ...SourceAnswer[]];
  if (more.length === 0) return first;
  const stale = answers.find(({ state }) => state === 'stale');
  const usable = answers.filter(({ state }) => USABLE.has(state));
  const given = answers.filter((one) => one.state === 'stale' || usable.includes(one));
  const [oldest] = given.toSorted((a, b) => (a.retrievedAt?.getTime() ?? 0) - (b.retrievedAt?.getTime() ?? 0));
  if (oldest === undefined) return first;
  const lists = given.map(({ records }) => records);
  const all = {
    ...oldest,
    records: eachOnce(lists),
    edition: undefined,
    elapsedMs: Math.max(...answers.map(({ elapsedMs }) => elapsedMs)),
    dropped: given.reduce((sum, { dropped }) => sum + dropped, 0),
    shortened: given.reduce((sum, { shortened }) => sum + shortened, 0),
  };
  if (stale !== undefined) return { ...all, state: 'stale', isExact: false, problem: stale.problem };
  const failed = answers.find(({ state }) => !USABLE.has(state));
  const limits = usable.flatMap(({ state, problem }) => (state === 'limited' && problem ? eachReason(problem) : []));
  const reasons = eachReasonOnce([...limits, ...(failed === undefined ? [] : [WRITTEN_OTHERWISE])]);
  const troubled = (failed ?? usable.find(({ problem }) => problem))?.problem ?? problemOf(WRITTEN_OTHERWISE);
  return {
    ...all,
    state: reasons.length > 0 ? 'limited' : all.records.length > 0 ? 'answered' : 'empty',
    isExact: reasons.length === 0 && lists.filter(hasAnonymised).length < 2,
    problem: reasons.length === 0 ? undefined : { ...troubled, reason: allReasons(reasons, failed?.problem?.reason) },
  };
}

function eachReason({ reason: because }: OriginProblem): readonly Reason[] {
  return because.code === 'limited' ? because.params.reasons : [because];
}

/** One array for all, and if possible the one that came, because results for a cached answer are cached with its records. */
const NOBODY: readonly FoundRecord[] = [];

/**
 * Returns the people of all lists. Of those whose name is withheld nobody knows whether they are the same in two lists, so
 * those of the longest list of them count.
 */
function eachOnce(lists: readonly (readonly FoundRecord[])[]): readonly FoundRecord[] {
  const [only = NOBODY, ...others] = lists.filter((records) => records.length > 0);
  if (others.length === 0) return only;
  const all = [only, ...others];
  const named = all.flatMap((records) => records.filter(({ isAnonymised }) => !isAnonymised));
  const [withheld = []] = all
    .map((records) => records.filter(({ isAnonymised }) => isAnonymised))
    .toSorted((a, b) => b.length - a.length);
  const once = new Map(named.map((record) => [record.order?.id ?? record.json, record]));
  return sortForMerging([...once.values(), ...withheld]);
}

function hasAnonymised(records: readonly FoundRecord[]): boolean {
  return records.some(({ isAnonymised }) => isAnonymised);
}

function calledSo(records: readonly FoundRecord[], sought: SoughtName): readonly FoundRecord[] {
  const called = records.flatMap((one) => asCalled(one, sought));
  if (called.length === 0) return NOBODY;
  return called.length === records.length && called.every((one, at) => one === records[at]) ? records : called;
}

/** Returns the record, marked if its person lacks a middle name of the question; nothing for other people. */
function asCalled(found: FoundRecord, { match }: SoughtName): FoundRecord[] {
  if (found.isAnonymised) return [found];
  const how = match(readRecord<PersonName>(found));
  if (how === undefined) return [];
  return how === 'whole' ? [found] : [{ ...found, ...marked(found) }];
}

function marked({ json, row }: FoundRecord): Pick<FoundRecord, 'json' | 'row'> {
  const withMark = (text: string) => `${text.slice(0, -1)},"nameMatch":"near"}`;
  return { json: withMark(json), ...(row === undefined ? {} : { row: withMark(row) }) };
}
