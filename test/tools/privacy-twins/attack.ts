/** Asks both of many twins the same and compares all that comes back: the one way in which the check is run. */

import type { Role } from '../../../src/domain/record/model.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { type SeededRandom, seededRandom } from '../bench/invented/seeded-random.ts';
import { type Answer, type Ask, openAsk } from './ask.ts';
import { type Course, type Happening, inventedCourse, settingsFrom } from './course.ts';
import { type Difference, exceptionFor } from './exceptions.ts';
import { followUps } from './follow-ups.ts';
import { ADMIN_ID, inventedRegistry, MEMBER_ID, REMOTE_ID, SERVICE_ID, tokenOf } from './invented-people.ts';
import { requestFollowUps, subscriptionFollowUps } from './link-follow-ups.ts';
import { type NamedQuestion, type Questions, questionsAbout } from './questions.ts';
import type { Asker } from './seen-by.ts';
import { changedRegistry, type TwinOptions, type Twins, twinOf, withSetting } from './twin-of.ts';
import { type Asked, FRONT_ADMIN_TOKEN, PARTNER_TOKEN, type TwinRegistries, type Way } from './twin-registries.ts';
import { tablesFor } from './twin-tables.ts';
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
  /** How many pairs of answers there were, by route, by who asked, by setting, by status and by what had happened last. */
  counts: { route: Counts; asker: Counts; setting: Counts; status: Counts; 'last happening': Counts };
  /** How many pairs of tables were taken over, by layout. */
  tables: Counts;
  /** Differences that are exceptions, by name. */
  exceptions: Counts;
  leaks: Difference[];
};

/** Somebody who asks, the roles of the account in whose name partners ask, and the way of the questions. */
type Attacker = { asker: Asker; remoteRoles: readonly Role[]; way: Way };

/** What shows most is asked again when something has happened, so much of it. */
const BROAD_AGAIN = 4;
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
 * and the same behind what filters look at: about these only statistics may be answered differently. Between the questions
 * tables are taken over, registries are started again, and settings change, after which twins are twins.
 */
export async function attack(registries: TwinRegistries, options: AttackOptions): Promise<Tally> {
  const tally = emptyTally();
  const isEnough = () => options.untilLeak === true && tally.leaks.length > 0;
  for (let number = 0; tally.pairs < options.pairs && !isEnough(); number += 1) {
    // Of its own for each, so that a question more leaves twins, walks and what happens as they are.
    const [inventing, asking, walking, happening] = [0, 1, 2, 3].map((part) =>
      seededRandom(options.seed * 1_000_000 + 4 * number + part),
    ) as [SeededRandom, SeededRandom, SeededRandom, SeededRandom];
    const attacker = ATTACKERS[number % ATTACKERS.length] as Attacker;
    const round = Math.floor(number / ATTACKERS.length);
    const isStrict = round % 4 < 2;
    const course = inventedCourse({ anonymises: round % 2 === 0, remoteSearchUserId: REMOTE_ID }, happening);
    const one = inventedRegistry(inventing, attacker.remoteRoles);
    const about = { ...attacker, isStrict, course, random: happening, registries, tally };
    const asked = await askTwins({ ...about, one, inventing, asking }, options);
    const walked = { ...asked, questions: questionsAbout(asked.twins, attacker.way, walking), random: walking };
    for (let walks = 0; walks < options.walksPerTwins && !isEnough(); walks += 1) {
      await walkTwins(walked, tally, async () => {
        walked.twins = await changeTwins(walked.twins, about, walking);
      });
    }
    options.onProgress?.(tally);
  }
  return tally;
}

function emptyTally(): Tally {
  const counts = { route: new Map(), asker: new Map(), setting: new Map(), status: new Map() };
  return {
    pairs: 0,
    walks: { walks: 0, pages: 0, retried: 0, changed: 0 },
    differentTwins: 0,
    counts: { ...counts, 'last happening': new Map() },
    tables: new Map(),
    exceptions: new Map(),
    leaks: [],
  };
}

type About = Attacker & {
  isStrict: boolean;
  course: Course;
  /** Of what happens. */
  random: SeededRandom;
  registries: TwinRegistries;
  tally: Tally;
};
type AskedTwins = { twins: Twins; questions: Questions; registries: Asked; random: SeededRandom };

async function askTwins(
  about: About & { one: Snapshot; inventing: SeededRandom; asking: SeededRandom },
  { questionsPerTwins, untilLeak }: AttackOptions,
): Promise<AskedTwins> {
  const { one, inventing, asking: random, asker, way, course, tally } = about;
  using ask = openAsk();
  const { happenings, isAlikeAtFirst } = course;
  let twins = twinOf(one, inventing, optionsFrom(about, isAlikeAtFirst ? 0 : 1));
  if (JSON.stringify(twins.one) !== JSON.stringify(twins.other)) tally.differentTwins += 1;
  twins = withSetting(twins, course.first);
  let registries = await about.registries.become(twins, way);
  let questions = questionsAbout(twins, way, random);
  let last = 'nothing yet';
  if (!isAlikeAtFirst) await askUnjudged(ask, registries, questions);
  const waitsFor = (at: number) =>
    isAlikeAtFirst ? Math.floor((questionsPerTwins * (at + 1)) / (happenings.length + 1)) : 0;
  /** Who may read what became of a request may see that it differs. */
  const isApart = random.chance(0.5) && !asker.row.endsWith('admin') && !asker.row.endsWith('administrator');
  const first: TwoQuestions[] = questions.broad.map(twice);
  const waiting: TwoQuestions[] = [];
  let isRequested = false;
  let happened = 0;
  for (let asked = 0; asked < questionsPerTwins; asked += 1) {
    for (let due = happenings[happened]; due !== undefined && asked >= waitsFor(happened); due = happenings[happened]) {
      happened += 1;
      last = due.kind;
      ({ twins, registries } = await happen(due, twins, registries, about, happened));
      questions = questionsAbout(twins, way, random);
      first.push(...random.sample(questions.broad, BROAD_AGAIN).map(twice));
    }
    const question = first.shift() ?? waiting.shift() ?? twice(questions.next());
    isRequested ||= question[0].contact !== undefined;
    const answers = await Promise.all([ask(registries[0].url, question[0]), ask(registries[1].url, question[1])]);
    tally.pairs += 1;
    add(tally.counts['last happening'], last);
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
    if (untilLeak && tally.leaks.length > 0) break;
  }
  return { twins, questions, registries, random };
}

/** @param at the first happening that has not happened */
function optionsFrom({ asker, course, isStrict }: About, at: number): TwinOptions {
  return { asker, settings: settingsFrom(course, at), isStrict };
}

/** Lets them answer what shows most, so that what they keep of it is there when the setting changes. */
async function askUnjudged(ask: Ask, registries: Asked, { broad }: Questions): Promise<void> {
  for (const question of broad) await Promise.all(registries.map(({ url }) => ask(url, question)));
}

async function happen(
  happening: Happening,
  twins: Twins,
  asked: Asked,
  about: About,
  happened: number,
): Promise<{ twins: Twins; registries: Asked }> {
  const { registries, way } = about;
  if (happening.kind !== 'a table') {
    const changed = withSetting(twins, happening.setting);
    return { twins: changed, registries: await registries.restart(changed, way) };
  }
  return { twins: await takeOverTables(twins, optionsFrom(about, happened), about), registries: asked };
}

async function takeOverTables(
  twins: Twins,
  options: TwinOptions,
  { registries, random, tally }: About,
): Promise<Twins> {
  const { after, tables, form } = tablesFor(twins, random, options);
  await registries.takeOver(tables);
  add(tally.tables, `${form.name}, ${form.format}`);
  return after;
}

/** In the middle of a walk: a table, a restart, or a snapshot with other people. Returns the twins, which are twins again. */
async function changeTwins(twins: Twins, about: About, random: SeededRandom): Promise<Twins> {
  const { registries, way, course, isStrict, asker } = about;
  const [setting] = settingsFrom(course, course.happenings.length);
  const options = { asker, settings: [setting] as const, isStrict };
  const kind = random.pick(['a table', 'a restart', 'a snapshot']);
  if (kind === 'a table') return takeOverTables(twins, options, about);
  const others = kind === 'a restart' ? twins : twinOf(changedRegistry(twins.one, random), random, options);
  // Their addresses stay the same.
  if (kind === 'a restart') await registries.restart(others, way);
  else await registries.become(others, way);
  return others;
}

/** @param change makes others of the twins, which are the same to the asker again */
async function walkTwins(asked: AskedTwins, tally: Tally, change: () => Promise<void>): Promise<void> {
  const { questions, registries, random } = asked;
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
      countBy(tally, question[0], answers[0], asked.twins);
      if (answers[0].text === answers[1].text) return answers;
      judge({ question: question[0], answers, twins: asked.twins }, tally);
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
