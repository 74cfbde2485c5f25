/** Asks both of many twins the same and compares all that comes back: the one way in which the check is run. */

import type { Role } from '../../src/domain/record/model.ts';
import { type SeededRandom, seededRandom } from '../bench/invented/seeded-random.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { type Answer, openAsk } from './ask.ts';
import { type Difference, exceptionFor } from './exceptions.ts';
import { followUps } from './follow-ups.ts';
import { ADMIN_ID, inventedRegistry, MEMBER_ID, SERVICE_ID, tokenOf } from './invented-people.ts';
import { requestFollowUps, subscriptionFollowUps } from './link-follow-ups.ts';
import { type NamedQuestion, type Questions, questionsAbout } from './questions.ts';
import type { Asker } from './seen-by.ts';
import { changedRegistry, type Twins, twinOf } from './twin-of.ts';
import { FRONT_ADMIN_TOKEN, PARTNER_TOKEN, type TwinRegistries, type Way } from './twin-registries.ts';
import { type TwoQuestions, walk } from './walk.ts';

export type AttackOptions = {
  seed: number;
  /** Pairs of questions and answers, at least; pages of walks come on top. */
  pairs: number;
  /** How many questions are asked about the same twins. */
  questionsPerTwins: number;
  /** How many questions about the same twins are then asked for all of their pages. */
  walksPerTwins: number;
  /** Called after the questions about each pair. */
  onProgress?: (tally: Tally) => void;
  /** Ends the attack with the first leak. */
  untilLeak?: boolean;
};

type Counts = Map<string, number>;

export type Tally = {
  pairs: number;
  /** Pairs of pages that were read cursor by cursor. */
  walks: { walks: number; pages: number; retried: number; changed: number };
  /** Twins that are not the same to somebody who sees everything. */
  differentTwins: number;
  /** How many pairs of answers there were, by route, by who asked, by setting and by status. */
  counts: { route: Counts; asker: Counts; setting: Counts; status: Counts };
  /** Differences that are exceptions, by name. */
  exceptions: Counts;
  leaks: Difference[];
};

/** Somebody who asks, the roles of the account in whose name partners ask, and the way of the questions. */
type Attacker = { asker: Asker; remoteRoles: readonly Role[]; way: Way };

/** What follows from answers waits for its turn, this much of it at most. */
const MOST_WAITING = 3;

const ATTACKERS: readonly Attacker[] = [
  attacker('the public', 'public', undefined, undefined),
  attacker('a researcher', 'member', MEMBER_ID, tokenOf(MEMBER_ID)),
  attacker('a service account', 'service', SERVICE_ID, tokenOf(SERVICE_ID)),
  attacker('an administrator', 'admin', ADMIN_ID, tokenOf(ADMIN_ID)),
  partner('a partner as administrator', 'partner, administrator', ['ROLE_ADMIN']),
  partner('a partner as service account', 'partner, service account', ['ROLE_SERVICE_ACCOUNT']),
  partner('a partner with neither role', 'partner, neither', ['ROLE_USER']),
  elsewhere(attacker('the public, elsewhere', 'public', undefined, undefined), undefined),
  elsewhere(partner('an administrator, elsewhere', 'partner, administrator', ['ROLE_ADMIN']), FRONT_ADMIN_TOKEN),
];

function attacker(name: string, row: Asker['row'], id: number | undefined, token: string | undefined): Attacker {
  return { asker: { name, row, id, token }, remoteRoles: ['ROLE_ADMIN'], way: 'directly' };
}

function partner(name: string, row: Asker['row'], remoteRoles: Role[]): Attacker {
  return { ...attacker(name, row, undefined, PARTNER_TOKEN), remoteRoles };
}

/** Asks another registry, which asks the twins, and sees of them what that registry is shown for its readers. */
function elsewhere(attacker: Attacker, token: string | undefined): Attacker {
  return { ...attacker, asker: { ...attacker.asker, token }, way: 'by way of another registry' };
}

/**
 * Makes twins after twins, by turns for every attacker, anonymised and not. Half of the twins also have the same people
 * and the same behind what filters look at: about these only statistics may be answered differently.
 */
export async function attack(registries: TwinRegistries, options: AttackOptions): Promise<Tally> {
  const counts = { route: new Map(), asker: new Map(), setting: new Map(), status: new Map() };
  const walks = { walks: 0, pages: 0, retried: 0, changed: 0 };
  const tally: Tally = { pairs: 0, walks, differentTwins: 0, counts, exceptions: new Map(), leaks: [] };
  const { walksPerTwins, untilLeak = false } = options;
  for (let number = 0; tally.pairs < options.pairs; number += 1) {
    // Of its own for each, so that a question more leaves twins and walks as they are.
    const [inventing, questions, walking] = [0, 1, 2].map((part) =>
      seededRandom(options.seed * 1_000_000 + 3 * number + part),
    ) as [SeededRandom, SeededRandom, SeededRandom];
    const { asker, remoteRoles, way } = ATTACKERS[number % ATTACKERS.length] as Attacker;
    const round = Math.floor(number / ATTACKERS.length);
    const one = inventedRegistry(inventing, remoteRoles);
    const setting = { asker, anonymises: round % 2 === 0, isStrict: round % 4 < 2 };
    const twins = twinOf(one, inventing, setting);
    if (JSON.stringify(twins.one) !== JSON.stringify(twins.other)) tally.differentTwins += 1;
    const about = { twins, registries: await registries.become(twins, way) };
    const by = (random: SeededRandom): Asked => ({ ...about, random, questions: questionsAbout(twins, way, random) });
    await askTwins(by(questions), tally, options);
    const change = async () =>
      void (await registries.become(twinOf(changedRegistry(one, walking), walking, setting), way));
    const walked = by(walking);
    for (let walks = 0; walks < walksPerTwins && !(untilLeak && tally.leaks.length > 0); walks += 1) {
      await walkTwins(walked, tally, change);
    }
    options.onProgress?.(tally);
    if (untilLeak && tally.leaks.length > 0) break;
  }
  return tally;
}

type Asked = {
  twins: Twins;
  questions: Questions;
  registries: readonly [TestRegistry, TestRegistry];
  random: SeededRandom;
};

async function askTwins(
  { twins, questions, registries, random }: Asked,
  tally: Tally,
  { questionsPerTwins, untilLeak }: AttackOptions,
): Promise<void> {
  using ask = openAsk();
  /** Who may read what became of a request may see that it differs. */
  const isApart =
    random.chance(0.5) && !twins.asker.row.endsWith('admin') && !twins.asker.row.endsWith('administrator');
  const first: TwoQuestions[] = questions.broad.map(twice);
  const waiting: TwoQuestions[] = [];
  let isRequested = false;
  for (let asked = 0; asked < questionsPerTwins; asked += 1) {
    const question = first.shift() ?? waiting.shift() ?? twice(questions.next());
    isRequested ||= question[0].contact !== undefined;
    const answers = await Promise.all([ask(registries[0].url, question[0]), ask(registries[1].url, question[1])]);
    tally.pairs += 1;
    countBy(tally, question[0], answers[0], twins);
    if (answers[0].text !== answers[1].text) judge({ question: question[0], answers, twins }, tally);
    else {
      const answered = { question, answers, random };
      // What was begun is ended first.
      waiting.unshift(...(await requestFollowUps(answered, registries, isApart)));
      if (waiting.length < MOST_WAITING) {
        waiting.push(...followUps(answered, questions, isRequested), ...subscriptionFollowUps(answered, registries));
      }
    }
    if (untilLeak && tally.leaks.length > 0) return;
  }
}

/** @param change makes others of the twins, which are the same to the asker again */
async function walkTwins(
  { twins, questions, registries, random }: Asked,
  tally: Tally,
  change: () => Promise<void>,
): Promise<void> {
  using ask = openAsk();
  tally.walks.walks += 1;
  await walk({
    questions,
    random,
    change() {
      tally.walks.changed += 1;
      return change();
    },
    async askBoth(question, isRetry) {
      const answers = await Promise.all([ask(registries[0].url, question[0]), ask(registries[1].url, question[1])]);
      tally.walks.pages += 1;
      if (isRetry) tally.walks.retried += 1;
      countBy(tally, question[0], answers[0], twins);
      if (answers[0].text === answers[1].text) return answers;
      judge({ question: question[0], answers, twins }, tally);
      return undefined;
    },
  });
}

function twice(question: NamedQuestion): TwoQuestions {
  return [question, question];
}

function judge(difference: Difference, { exceptions, leaks }: Tally): void {
  const exception = exceptionFor(difference);
  if (exception === undefined) leaks.push(difference);
  else add(exceptions, exception);
}

function countBy(tally: Tally, { route }: NamedQuestion, { status }: Answer, { asker, anonymises }: Twins): void {
  add(tally.counts.route, route);
  add(tally.counts.asker, asker.name);
  add(tally.counts.setting, anonymises ? 'anonymised results on' : 'anonymised results off');
  add(tally.counts.status, String(status));
}

function add(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const SHOWN_BEFORE = 80;
const SHOWN = 240;

/** Who asked what, and where the two answers begin to differ. */
export function leakText({ question, answers, twins: { asker, anonymises } }: Difference): string {
  const [one, other] = answers.map(({ text }) => text.replaceAll('\n', '\\n'));
  if (one === undefined || other === undefined) throw new Error('A difference has two answers.');
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - SHOWN_BEFORE);
  const heading = `${question.method} ${question.path} (${asker.name}, anonymised results ${anonymises ? 'on' : 'off'})`;
  return [heading, one.slice(from, from + SHOWN), other.slice(from, from + SHOWN)].join('\n    ');
}
