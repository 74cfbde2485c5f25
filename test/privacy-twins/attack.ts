/** Asks both of many twins the same and compares all that comes back: the one way in which the check is run. */

import type { Role } from '../../src/domain/record/model.ts';
import { type SeededRandom, seededRandom } from '../bench/invented/seeded-random.ts';
import { type Answer, anonymousIdsIn, openAsk } from './ask.ts';
import { type Difference, exceptionFor } from './exceptions.ts';
import { ADMIN_ID, inventedRegistry, MEMBER_ID, SERVICE_ID, tokenOf } from './invented-people.ts';
import { formHeaders, type NamedQuestion, type Questions, questionsAbout, SUBSCRIBE_SENT } from './questions.ts';
import type { Asker } from './seen-by.ts';
import { changedRegistry, type Twins, twinOf } from './twin-of.ts';
import { FRONT_ADMIN_TOKEN, PARTNER_TOKEN, type TwinRegistries, type Way } from './twin-registries.ts';
import { type TwoQuestions, walk, withCursor } from './walk.ts';

export type AttackOptions = {
  seed: number;
  /** Pairs of questions and answers, at least; pages of walks come on top. */
  pairs: number;
  /** How many questions are asked about the same twins. */
  questionsPerTwins: number;
  /** How many questions about the same twins are then asked for all of their pages. */
  walksPerTwins: number;
  /** Told after the questions about each twins. */
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
    const random = seededRandom(options.seed * 1_000_000 + number);
    const { asker, remoteRoles, way } = ATTACKERS[number % ATTACKERS.length] as Attacker;
    const round = Math.floor(number / ATTACKERS.length);
    const one = inventedRegistry(random, remoteRoles);
    const setting = { asker, anonymises: round % 2 === 0, isStrict: round % 4 < 2 };
    const twins = twinOf(one, random, setting);
    if (JSON.stringify(twins.one) !== JSON.stringify(twins.other)) tally.differentTwins += 1;
    const questions = questionsAbout(twins, way, random);
    const urls = registries.become(twins, way);
    const sent: LinkSent = (address) => [
      registries.linkSentTo(address, urls[0]),
      registries.linkSentTo(address, urls[1]),
    ];
    const asked: Asked = { twins, questions, urls, random, sent };
    await askTwins(asked, tally, options);
    const change = () => void registries.become(twinOf(changedRegistry(one, random), random, setting), way);
    for (let walked = 0; walked < walksPerTwins && !(untilLeak && tally.leaks.length > 0); walked += 1) {
      await walkTwins(asked, tally, change);
    }
    options.onProgress?.(tally);
    if (untilLeak && tally.leaks.length > 0) break;
  }
  return tally;
}

type Asked = {
  twins: Twins;
  questions: Questions;
  urls: readonly [string, string];
  random: SeededRandom;
  sent: LinkSent;
};
/** The path of the link in the message that each of the twins sent to an address. */
type LinkSent = (address: string) => [string | undefined, string | undefined];

async function askTwins(
  { twins, questions, urls, random, sent }: Asked,
  tally: Tally,
  { questionsPerTwins, untilLeak }: AttackOptions,
): Promise<void> {
  using ask = openAsk();
  const waiting: TwoQuestions[] = [];
  for (let asked = 0; asked < questionsPerTwins; asked += 1) {
    const broad = questions.broad[asked];
    const question = broad === undefined ? (waiting.shift() ?? twice(questions.next())) : twice(broad);
    const answers = await Promise.all([ask(urls[0], question[0]), ask(urls[1], question[1])]);
    tally.pairs += 1;
    countBy(tally, question[0], answers[0], twins);
    if (answers[0].text !== answers[1].text) judge({ question: question[0], answers, twins }, tally);
    else if (waiting.length < MOST_WAITING) {
      waiting.push(...followUps(question, answers, random), ...linkFollowUps(question, answers, sent, random));
    }
    if (untilLeak && tally.leaks.length > 0) return;
  }
}

/** @param change makes others of the twins, which are the same to the asker again */
async function walkTwins({ twins, questions, urls, random }: Asked, tally: Tally, change: () => void): Promise<void> {
  using ask = openAsk();
  tally.walks.walks += 1;
  await walk({
    questions,
    random,
    change() {
      tally.walks.changed += 1;
      change();
    },
    async askBoth(question, isRetry) {
      const answers = await Promise.all([ask(urls[0], question[0]), ask(urls[1], question[1])]);
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

const ROUTES_OF_AN_ID: readonly (readonly [route: string, path: (id: string) => string])[] = [
  ['/api/users/by-anonymous-id', (id) => `/api/users/by-anonymous-id/${id}`],
  ['/api/genes/by-anonymous-id', (id) => `/api/genes/by-anonymous-id/${id}`],
  ['/api/federated/users/by-anonymous-id', (id) => `/api/federated/users/by-anonymous-id/${id}?origin=local`],
  ['/api/federated/users/by-anonymous-id', (id) => `/api/federated/users/by-anonymous-id/${id}?origin=twin`],
  ['/api/federated/genes/by-anonymous-id', (id) => `/api/federated/genes/by-anonymous-id/${id}?origin=twin`],
  ['request-access', (id) => `/search/gene/by-anonymous-id/${id}/request-access`],
];
const CURSOR = /"cursor":"([^"]+)"/;
const PAGE_OF_REQUEST = /\brequests\/\d{13}-[\w-]{22}/;

/** Somebody goes on from an answer: with an anonymous id in it, to the next page, or asks whether it still holds. */
function followUps(question: TwoQuestions, answers: readonly [Answer, Answer], random: SeededRandom): TwoQuestions[] {
  const both = (next: (from: NamedQuestion, answer: Answer) => NamedQuestion): TwoQuestions => {
    return [next(question[0], answers[0]), next(question[1], answers[1])];
  };
  const next: TwoQuestions[] = [];
  const ids = anonymousIdsIn(answers[0].body).length;
  if (ids > 0) {
    const place = random.below(ids);
    const [route, pathOf] = random.pick(ROUTES_OF_AN_ID);
    const idIn = ({ body }: Answer) => anonymousIdsIn(body)[place] ?? '';
    next.push(both(({ headers }, answer) => ({ route, method: 'GET', path: pathOf(idIn(answer)), headers })));
  }
  if (PAGE_OF_REQUEST.test(answers[0].body)) {
    const pathOf = ({ body }: Answer) => `/${PAGE_OF_REQUEST.exec(body)?.[0] ?? ''}`;
    const headers = [['User-Agent', 'Mozilla/5.0']] as const;
    next.push(both((_, answer) => ({ route: 'page of a request', method: 'GET', path: pathOf(answer), headers })));
  }
  if (CURSOR.test(answers[0].body)) {
    next.push(both((from, { body }) => withCursor(from, CURSOR.exec(body)?.[1] ?? '')));
  }
  if (answers[0].tag !== undefined && random.chance(0.2)) {
    const withTag = (tag = ''): readonly [string, string] => ['If-None-Match', tag];
    next.push(both((from, { tag }) => ({ ...from, headers: [...from.headers, withTag(tag)] })));
  }
  return next;
}

const LEAVE_PATH = /subscriptions\/[\w-]{43}\/leave/;

/** Whoever asked for messages opens the link in the first, ticks the box and sends the form, and leaves in the same way. */
function linkFollowUps(
  question: TwoQuestions,
  answers: readonly [Answer, Answer],
  sent: LinkSent,
  random: SeededRandom,
): TwoQuestions[] {
  const [{ route, body, path }] = question;
  const get = (to: string): NamedQuestion => ({ route: 'link of a message', method: 'GET', path: to, headers: PLAIN });
  if (route === SUBSCRIBE_SENT) {
    const [one, other] = sent(new URLSearchParams(body).get('address') ?? '');
    return one === undefined || other === undefined ? [] : [[get(one), get(other)]];
  }
  const [one, other] = answers.map((answer) => LEAVE_PATH.exec(answer.body)?.[0]);
  const isConfirmed = path.endsWith(`/confirm?${TICKED}`) && one !== undefined && other !== undefined;
  if (isConfirmed) return [[get(`/${one}`), get(`/${other}`)]];
  if (route !== 'link of a message' || path.endsWith(TICKED)) return [];
  const headers = formHeaders(random);
  const post = (from: NamedQuestion): NamedQuestion => {
    return { ...from, method: 'POST', path: `${from.path}?${TICKED}`, headers, body: 'wanted=yes' };
  };
  return [[post(question[0]), post(question[1])]];
}

/** Marks what was sent, so that it is not sent again. */
const TICKED = 'render=server';
const PLAIN = [['User-Agent', 'Mozilla/5.0']] as const;

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
export function tellLeak({ question, answers, twins: { asker, anonymises } }: Difference): string {
  const [one, other] = answers.map(({ text }) => text.replaceAll('\n', '\\n'));
  if (one === undefined || other === undefined) throw new Error('A difference has two answers.');
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - SHOWN_BEFORE);
  const heading = `${question.method} ${question.path} (${asker.name}, anonymised results ${anonymises ? 'on' : 'off'})`;
  return [heading, one.slice(from, from + SHOWN), other.slice(from, from + SHOWN)].join('\n    ');
}
