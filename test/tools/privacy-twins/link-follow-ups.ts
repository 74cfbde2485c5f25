/** What follows by message: whoever asked opens the link, sends the form of its page, and reads what becomes of it. */

import type { Subscription } from '../../../src/registry/state/subscriptions.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import type { Answered } from './follow-ups.ts';
import { formHeaders, type NamedQuestion, REQUEST_SENT, SUBSCRIBE_SENT } from './questions.ts';
import { askPerson, FATES, requestOf } from './request-fates.ts';
import type { TwoQuestions } from './walk.ts';

/** The twins where they are asked. */
export type TwoRegistries = readonly [TestRegistry, TestRegistry];

const PLAIN = [['User-Agent', 'Mozilla/5.0']] as const;
/** Marks what was sent, so that it is not sent again. */
const TICKED = 'render=server';
const LEAVE_PATH = /subscriptions\/[\w-]{43}\/leave/;
const LINK_ROUTE = 'link of a message';

/** Whoever asked for messages opens the link in the first, ticks the box and sends the form, and leaves in the same way. */
export function subscriptionFollowUps(
  { question, answers, random }: Answered,
  registries: TwoRegistries,
): TwoQuestions[] {
  const [{ route, body, path }] = question;
  const get = (to: string): NamedQuestion => ({ route: LINK_ROUTE, method: 'GET', path: to, headers: PLAIN });
  if (route === SUBSCRIBE_SENT) {
    const address = new URLSearchParams(body).get('address') ?? '';
    return inBoth(registries.map((registry) => confirmLink(registry, address)).map((to) => to && get(to)));
  }
  const leave = answers.map((answer) => LEAVE_PATH.exec(answer.body)?.[0]);
  if (path.endsWith(`/confirm?${TICKED}`)) return inBoth(leave.map((to) => to && get(`/${to}`)));
  if (route !== LINK_ROUTE || path.endsWith(TICKED)) return [];
  const headers = formHeaders(random);
  return inBoth(
    question.map((from) => ({
      ...from,
      ...{ method: 'POST', path: `${from.path}?${TICKED}`, headers, body: 'wanted=yes' },
    })),
  );
}

/** As the message holds it, which no mail server of these registries takes. */
function confirmLink({ context: { store, registry } }: TestRegistry, address: string): string | undefined {
  const byAddress = store.query<[Uint8Array]>('SELECT id FROM subscription WHERE address = ? AND due_day IS NULL');
  const [id] = store.read((tx) => byAddress.first(tx, address)) ?? [];
  if (id === undefined) return undefined;
  return `/subscriptions/${registry.subscriptions.linkToken('confirm', { id } as Subscription)}/confirm`;
}

const REQUEST_PAGE = 'page of a request';
const REQUEST_CHOSEN = 'page of a request, sent';
const REQUEST_LATER = 'page of a request, later';
const PERSON_PAGE = 'page of the person';
const PERSON_ANSWERED = 'page of the person, sent';
const CHOICES = [...Array.from({ length: 8 }, () => 'choice=mine'), 'choice=not-mine', ''];
const ANSWERS = [
  'choice=accept&name=Dr.+O.&address=olga%40example.org&words=Please+write.',
  'choice=accept&name=Dr.+O.',
  'choice=decline&words=No+time.',
  'choice=not-now&weeks=4&isShown=yes',
  'choice=not-now&weeks=4',
  '',
];
const TYPED = /Type (\w{4}) to confirm/;

/**
 * Whoever asked for access confirms the address. Then the person whom the request is about has a message, which may be read
 * by somebody who does not know whom it was for: its page is opened, and sent. Or other things become of the request in the
 * one of the twins than in the other, none of which its page may show.
 *
 * @param isApart whether it is the one or the other
 */
export async function requestFollowUps(
  { question, answers, random }: Answered,
  registries: TwoRegistries,
  isApart: boolean,
): Promise<TwoQuestions[]> {
  const [{ route, contact, body }] = question;
  if (contact === undefined || answers[0].status >= 500) return [];
  const requests = registries.map((registry) => requestOf(registry, contact));
  const open = (as: string, headers: NamedQuestion['headers'] = PLAIN) =>
    inBoth(requests.map((request) => request && { route: as, method: 'GET', path: request.page, headers, contact }));
  if (REQUEST_SENT.includes(route)) return open(REQUEST_PAGE);
  if (route === REQUEST_PAGE) {
    return sendBoth(question, { route: REQUEST_CHOSEN, bodies: twice(random.pick(CHOICES)) }, random);
  }
  if (route === REQUEST_CHOSEN && body === 'choice=mine') {
    if (isApart) {
      await Promise.all(registries.map((registry, at) => random.pick(FATES)(registry, requests[at]?.id ?? 0)));
      return open(REQUEST_LATER, random.chance(0.3) ? [...PLAIN, ['Accept-Language', 'fr']] : PLAIN);
    }
    const links = await Promise.all(
      registries.map((registry, at) => askPerson(registry, requests[at]?.id ?? 0, 'asked')),
    );
    return inBoth(links.map((path) => path && { route: PERSON_PAGE, method: 'GET', path, headers: PLAIN, contact }));
  }
  if (route === PERSON_PAGE) {
    const answer = random.pick(ANSWERS);
    const isTyped = random.chance(0.8);
    const bodies = answers.map((page) => `${answer}&typed=${isTyped ? TYPED.exec(page.body)?.[1] : 'yes'}`);
    return sendBoth(question, { route: PERSON_ANSWERED, bodies }, random);
  }
  return route === PERSON_ANSWERED ? open(REQUEST_LATER) : [];
}

function sendBoth(
  question: TwoQuestions,
  { route, bodies }: { route: string; bodies: readonly string[] },
  random: SeededRandom,
): TwoQuestions[] {
  const headers = formHeaders(random);
  return inBoth(question.map((from, at) => ({ ...from, route, method: 'POST', headers, body: bodies[at] ?? '' })));
}

function twice<T>(value: T): [T, T] {
  return [value, value];
}

/** Nothing where one of the twins has nothing to go on with. */
function inBoth([one, other]: readonly (NamedQuestion | '' | undefined)[]): TwoQuestions[] {
  return one && other ? [[one, other]] : [];
}
