/** What is wrong with an answer, by what each partner does with the symbol: judged without a line of the code that made it. */

import type { Origin } from '../../../../src/domain/federation/origin.ts';
import type { Act } from './oracle-partners.ts';

export type Expected = { key: string; name: string; act: Act };

export type ReadAnswer = {
  complete: boolean;
  summary: string;
  origins: readonly Origin[];
  /** How many records there are of each origin by its key. */
  counts: Readonly<Record<string, number>>;
  totalElements: number | undefined;
  totalRelation: string | undefined;
};

const RESTING = 'is not asked for a while, as it ';
const ANSWERED: readonly string[] = ['answered', 'empty', 'limited', 'unknown-term'];
const FULL: readonly string[] = ['answered', 'empty'];

/** Each in a few words; empty where everything is as it must be. */
export function mistakesIn(symbol: string, expected: readonly Expected[], answer: ReadAnswer): string[] {
  const wrong: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      wrong.push(`${symbol}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    }
  };
  const facts = expected.map(({ key, name, act }) => {
    const origin = answer.origins.find((one) => one.key === key);
    const isResting = act.mayRest ? origin?.state === 'resting' : isAtRest(origin, expected, key);
    if (isResting) {
      const title = origin?.problem?.title ?? '';
      if (!title.startsWith(RESTING)) wrong.push(`${symbol}: ${name} rests because it "${title}"`);
      return { key, name, state: 'resting', count: 0, anonymized: 0, title };
    }
    return { key, name, state: act.state, count: act.count, anonymized: act.anonymized, title: act.title(symbol) };
  });
  for (const { key, name, state, count, anonymized, title } of facts) {
    const origin = answer.origins.find((one) => one.key === key);
    const isWhole = FULL.includes(state);
    expect(`the state of ${name}`, origin?.state, state);
    expect(
      `the count of ${name}`,
      [origin?.count, origin?.anonymized, answer.counts[key] ?? 0],
      [count, anonymized, count],
    );
    expect(`what is said of ${name}`, origin?.problem?.title, isWhole ? undefined : title);
    expect(`whether ${name} is exact`, origin?.exact, isWhole);
    expect(`whether ${name} was asked`, origin?.cache === null, state === 'resting');
  }
  expect(
    'complete',
    answer.complete,
    facts.every(({ state }) => FULL.includes(state)),
  );
  expect('the sentence', answer.summary, sentence(facts));
  if (answer.totalElements !== undefined) {
    const total = facts.reduce((sum, { count }) => sum + count, 0);
    expect('the total', [answer.totalElements, answer.totalRelation], [total, answer.complete ? 'eq' : 'gte']);
  }
  return wrong;
}

/** A partner that fails for some symbols may be at rest for any. */
function isAtRest(origin: Origin | undefined, expected: readonly Expected[], key: string): boolean {
  return origin?.state === 'resting' && expected.some((one) => one.key === key && !isSteadyKey(key));
}

export function isSteadyKey(key: string): boolean {
  return key.startsWith('steady');
}

type Fact = { name: string; state: string; title: string | undefined };

function sentence(facts: readonly Fact[]): string {
  const answered = facts.filter(({ state }) => ANSWERED.includes(state)).length;
  const asked = facts.length;
  const all = asked === 2 ? 'Both registries' : `All ${asked} registries`;
  const count =
    answered === asked ? all : answered === 0 ? `None of ${asked} registries` : `${answered} of ${asked} registries`;
  const ignorant = facts.filter(({ state }) => state === 'unknown-term');
  const clauses = facts.flatMap((fact) => {
    if (FULL.includes(fact.state)) return [];
    if (fact.state !== 'unknown-term' || ignorant.length === 1) return [`${fact.name} ${fact.title}`];
    if (fact !== ignorant[0]) return [];
    const names = ignorant.map(({ name }) => name);
    return [`${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${fact.title?.replace('does not', 'do not')}`];
  });
  return `${[`${count} answered`, ...clauses, 'Registry was not asked'].join('; ')}.`;
}
