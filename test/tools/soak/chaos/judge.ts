/** Whether an answer is right: what must be in it, what must not, and whether it says the truth about itself. */

import type { Answered, Reply } from './ask.ts';
import { explainedBreak, explainedFailure } from './explained.ts';
import { type FederatedAnswer, type ReadOrigin, type ReadRecord, readFederated } from './federated-text.ts';
import { type Mark, marksIn, type Person } from './people.ts';
import type { RunRecord } from './record-of-run.ts';
import { isSurelyPublic, mayBeNamed, oldestAllowed, wasAway } from './truth.ts';

export type Model = {
  run: RunRecord;
  people: ReadonlyMap<string, readonly Person[]>;
  /** Names that records bear, by key. */
  names: ReadonlyMap<string, string>;
  freshMs: number;
};

/** What an answer is: a text, records of several registries, or counts of them without any name. */
export type Form = 'text' | 'records' | 'counts';
export type Expectation = {
  form: Form;
  viewer: 'public' | 'administrator';
  isStreamed: boolean;
  /** One record of one registry, which does not say when it was retrieved. */
  isOneRecord?: boolean;
  /** Who must be in a part that says it is whole; without it nobody need be. */
  expects?: (person: Person) => boolean;
};

/** How soon a withdrawal is in force where a database is followed (docs/follow.md). */
export const PROMISE_MS = 5000;
/** Between what a partner did and when this was noted, on a machine that is busy. */
const NOTED_MS = 2000;
const WHOLE: readonly string[] = ['answered', 'empty'];

/** A sentence for everything that is wrong with it. */
export function judge(model: Model, answered: Answered, expectation: Expectation): string[] {
  if ('broken' in answered) return explainedBreak(model.run, answered) ? [] : [`broken: ${answered.broken}`];
  const { reply } = answered;
  if (reply.status >= 500) return explainedFailure(model.run, answered, reply) ? [] : [failure(reply)];
  const wrong = expectation.viewer === 'public' ? secretsIn(model, answered, expectation, reply.text) : [];
  if (reply.status !== 200 || expectation.form === 'text') return wrong;
  const answer = readFederated(reply.text, expectation.isStreamed);
  if (!answer.hasEnded && !explainedBreak(model.run, answered)) wrong.push('the stream has no end');
  if (answer.hasEnded)
    wrong.push(...completenessOf(answer), ...answer.origins.flatMap((one) => originOf(model, answered, one)));
  if (!isExact(answered)) wrong.push(...answer.origins.flatMap(exactTimeOf));
  if (expectation.form === 'records') wrong.push(...recordsOf(model, answered, expectation, answer));
  return wrong;
}

function failure({ status, headers, text }: Reply): string {
  return `${status} unexplained, Retry-After ${headers['retry-after'] ?? 'missing'}: ${text.slice(0, 300)}`;
}

/** When partners were asked for many records stands beside these, so they are looked at there. */
function secretsIn(model: Model, answered: Answered, { isOneRecord }: Expectation, text: string): string[] {
  const kept = answered.askedMs - model.freshMs - PROMISE_MS;
  return marksIn(text).flatMap((mark) => {
    if (mark.kind === 'withheld') return [`names ${shown(mark)}, whose name is withheld`];
    const isHere = mark.registry === 'home';
    if (!isHere && isOneRecord !== true) return [];
    const oldestMs = isHere ? oldestHere(model, answered) : kept;
    if (mayBeNamed(model.run.changesOf(mark), oldestMs, answered.answeredMs)) return [];
    return [`names ${shown(mark)}, who withdrew longer ago than the promise: ${historyOf(model, answered, mark)}`];
  });
}

function oldestHere({ run }: Model, { question, askedMs }: Answered): number {
  return oldestAllowed(askedMs, PROMISE_MS, run.absencesOf(`source of ${question.instance}`));
}

function completenessOf({ origins, complete }: FederatedAnswer): string[] {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  const lacking = queried.filter(({ state }) => !WHOLE.includes(state));
  if (!complete || (lacking.length === 0 && queried.length > 0)) return [];
  return [
    `says it is complete, but ${lacking.map(({ key, state }) => `${key} is ${state}`).join(', ') || 'nobody was asked'}`,
  ];
}

/** Who was away cannot have answered, and no cached answer is older than it may be. */
function originOf(model: Model, answered: Answered, origin: ReadOrigin): string[] {
  const { key, state, retrievedAt, cache } = origin;
  if (key === 'local' || !WHOLE.includes(state) || retrievedAt === null) return [];
  const [fromMs, toMs] = retrievedWithin(model, answered, origin);
  if (fromMs > toMs || fromMs < oldestFresh(model, answered))
    return [`gives ${key} as ${state} of ${retrievedAt}, which is too old`];
  if (isExact(answered) && cache?.status === 'miss' && answered.askedMs - fromMs > NOTED_MS) {
    return [`calls ${key} of ${retrievedAt} asked now`];
  }
  const isImpossible = wasAway(model.run.absencesOf(key), fromMs, toMs, NOTED_MS);
  return isImpossible ? [`says that ${key} is ${state} at ${retrievedAt}, when it answered nothing`] : [];
}

/** The step of the times for readers without an account; those of old answers have steps of an hour. */
const STEP_MS = 5 * 60_000;

/** Whether the answer is for an account, which gets exact times. */
function isExact({ question }: Answered): boolean {
  return question.token !== undefined;
}

function exactTimeOf({ key, retrievedAt }: ReadOrigin): string[] {
  const isStep = retrievedAt === null || Date.parse(retrievedAt) % STEP_MS === 0;
  return isStep ? [] : [`gives the public the exact time of ${key}, ${retrievedAt}`];
}

function oldestFresh({ freshMs }: Model, { askedMs }: Answered): number {
  return askedMs - freshMs - NOTED_MS;
}

/** Returns from when till when it can have answered, by what it says and by how old an answer may be. */
function retrievedWithin(model: Model, answered: Answered, { state, retrievedAt }: ReadOrigin): [number, number] {
  const statedMs = Date.parse(retrievedAt ?? '');
  if (isExact(answered)) return [statedMs, statedMs];
  if (!WHOLE.includes(state)) return [statedMs, answered.answeredMs];
  return [Math.max(statedMs, oldestFresh(model, answered)), Math.min(statedMs + STEP_MS, answered.answeredMs)];
}

function recordsOf(
  model: Model,
  answered: Answered,
  { viewer, expects }: Expectation,
  answer: FederatedAnswer,
): string[] {
  const keys = new Map([...model.names].map(([key, name]) => [name, key]));
  const origins = new Map(answer.origins.map((origin) => [origin.key, origin]));
  const named = new Map<string, Set<number>>();
  const wrong = answer.records.flatMap((record) => {
    const person = (record.remoteUser ?? record) as ReadRecord;
    const key = keys.get(String(person.origin));
    const origin = origins.get(key ?? '');
    if (key === undefined || origin === undefined) return [`has a record of '${person.origin}', which was not asked`];
    const marks = marksIn(JSON.stringify(record));
    for (const { id } of marks) named.set(key, (named.get(key) ?? new Set()).add(id));
    return recordOf(model, answered, { record, person, key, origin, marks, viewer });
  });
  if (expects === undefined) return wrong;
  return [
    ...wrong,
    ...answer.origins.flatMap((origin) => missingOf(model, answered, origin, expects, named.get(origin.key))),
  ];
}

type Looked = {
  record: ReadRecord;
  person: ReadRecord;
  key: string;
  origin: ReadOrigin;
  marks: readonly Mark[];
  viewer: Expectation['viewer'];
};

function recordOf(model: Model, answered: Answered, looked: Looked): string[] {
  const { record, person, key, origin, marks, viewer } = looked;
  const foreign = marks.filter(({ registry }) => registry !== ownMark(key));
  if (foreign.length > 0) return [`has ${foreign.map(shown).join(', ')} in a record of ${key}`];
  const isAnonymised = record.anonymousId != null || person.anonymousId != null;
  if (isAnonymised) {
    const isJoined = marks.length > 0 || person.id != null || person.email != null;
    return isJoined ? [`joins a withheld record of ${key} to a person: ${JSON.stringify(record).slice(0, 300)}`] : [];
  }
  if (key === 'larch') return ['names somebody of larch, where everybody is withheld'];
  if (viewer !== 'public' || key === 'local') return [];
  const [fromMs, toMs] = retrievedWithin(model, answered, origin);
  return marks
    .filter((mark) => !mayBeNamed(model.run.changesOf(mark), fromMs - PROMISE_MS, toMs + NOTED_MS))
    .map((mark) => {
      const how = `${origin.state} of ${origin.retrievedAt}`;
      return `names ${shown(mark)} (${how}), who had withdrawn there: ${historyOf(model, answered, mark)}`;
    });
}

function missingOf(
  model: Model,
  answered: Answered,
  origin: ReadOrigin,
  expects: (person: Person) => boolean,
  named: ReadonlySet<number> = new Set(),
): string[] {
  const { key, state, retrievedAt } = origin;
  if (!WHOLE.includes(state) || retrievedAt === null) return [];
  const [retrievedMs, latestMs] = retrievedWithin(model, answered, origin);
  const span =
    key === 'local'
      ? [oldestHere(model, answered), answered.answeredMs]
      : [retrievedMs - PROMISE_MS, latestMs + NOTED_MS];
  const [fromMs = 0, toMs = 0] = span;
  const missing = (model.people.get(key) ?? []).filter((person) => {
    const isNamed = person.kind !== 'withheld' && isSurelyPublic(model.run.changesOf(person), fromMs, toMs);
    return isNamed && expects(person) && !named.has(person.id);
  });
  return missing.map((person) => `lacks ${shown(person)}, though ${key} is ${state} of ${retrievedAt}`);
}

function ownMark(key: string): string {
  return key === 'local' ? 'home' : key;
}

function shown({ kind, id, registry }: Mark): string {
  return `${kind} ${id} of ${registry}`;
}

function historyOf({ run }: Model, { askedMs }: Answered, mark: Mark): string {
  const last = run.changesOf(mark).at(-1);
  if (last === undefined) return 'nothing was changed';
  const what = last.isPublic ? 'came back' : 'withdrew';
  return `${what} ${((askedMs - last.doneMs) / 1000).toFixed(1)} s before the question`;
}
