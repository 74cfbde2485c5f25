/**
 * The person whom requests are about: plans which requests are sent when, and how long each link works; reads the
 * answer that they give on the page of the link, and finds what is wrong with it.
 */

import { DAY_MS } from '../durations.ts';
import { shownText } from '../shown-text.ts';
import { textOf } from './access-form.ts';
import { type Asking, closesMs, type RequestEvent, requestNow } from './request-events.ts';
import { LONGEST_ANSWER_ADDRESS, LONGEST_ANSWER_NAME, LONGEST_NOTE, type RequestStep } from './request-step.ts';

/** How long a link in a message works. */
export const LINK_MS = 7 * DAY_MS;
/** When a person without an answer gets a reminder; there is only one. */
const REMIND_MS = 4 * DAY_MS;

/** The parts of a request that the person sees. */
export type RequestToPerson = {
  reference: string;
  receivedAt: string;
  name: string;
  organisation: string;
  contact: string;
  /** Whether the sender has confirmed the address, and so can read answers to it. */
  isConfirmed: boolean;
  reason: string;
  /** The gene, in a request about a registered gene. */
  symbol: string | undefined;
};

/** A request about one person, with its events. */
export type RequestOfPerson = { id: number; events: readonly RequestEvent[] };

export type PersonPlan = {
  /** The requests to send now in one message, the oldest first. */
  ask: readonly number[];
  /** The requests to remind the person of now in one message. */
  remind: readonly number[];
  /** How many requests still wait for their turn after that. */
  waiting: number;
  /** When the plan may change without a further event, in ms since 1970; null for never. */
  nextMs: number | null;
};

type Bounds = {
  /** In ms since 1970. */
  now: number;
  /** The largest number of requests that may be with a person at the same time. */
  most: number;
  termDays: number;
};

type ForwardedRequest = { id: number; asking: Asking; closes: number };

/**
 * Returns what to send to a person now. Requests without room wait until there is room for all waiting ones, or until no
 * request is open any more, and are then sent in one message. Closed requests are never sent.
 */
export function personPlan(requests: readonly RequestOfPerson[], bounds: Bounds): PersonPlan {
  const { now, most } = bounds;
  const forwarded = requests.flatMap((request) => forwardedOf(request, bounds));
  const open = forwarded.filter(({ asking, closes }) => asking.askedAt !== null && now < endOf(asking, closes));
  const queued = forwarded
    .filter(({ asking }) => asking.askedAt === null)
    .toSorted((one, other) => Date.parse(one.asking.queuedAt) - Date.parse(other.asking.queuedAt));
  const hasRoom = open.length === 0 || open.length + queued.length <= most;
  const ask = hasRoom ? queued.slice(0, most) : [];
  const remind = open.filter(({ asking }) => now >= remindMs(asking));
  const moments = [
    ...open.filter((one) => !remind.includes(one)).map(({ asking, closes }) => nextOf(asking, closes)),
    ...remind.map(({ closes }) => Math.min(now + LINK_MS, closes)),
    ...ask.map(({ closes }) => Math.min(now + REMIND_MS, closes)),
  ];
  return {
    ask: ask.map(({ id }) => id),
    remind: remind.map(({ id }) => id),
    waiting: queued.length - ask.length,
    nextMs: moments.length === 0 ? null : Math.min(...moments),
  };
}

function forwardedOf({ id, events }: RequestOfPerson, { now, termDays }: Bounds): ForwardedRequest[] {
  const present = requestNow(events);
  if (present.state === 'unconfirmed' || present.asking === null) return [];
  const closes = closesMs(present, termDays);
  return now < closes ? [{ id, asking: present.asking, closes }] : [];
}

/** Returns until when a request that was sent counts as open, in ms since 1970. */
function endOf({ askedAt, remindedAt }: Asking, closes: number): number {
  return Math.min(Date.parse(remindedAt ?? askedAt ?? '') + LINK_MS, closes);
}

function remindMs({ askedAt, remindedAt }: Asking): number {
  return askedAt === null || remindedAt !== null ? Number.POSITIVE_INFINITY : Date.parse(askedAt) + REMIND_MS;
}

function nextOf(asking: Asking, closes: number): number {
  return Math.min(remindMs(asking), endOf(asking, closes));
}

/** The state of a link of this registry: `used` after an answer, or after an administrator took the request back. */
type LinkState = 'open' | 'used' | 'expired';

/**
 * Returns the state of a link at a time.
 *
 * @param events of its request
 * @param link.number the number of the forwarding for which the link was made
 * @param link.expires in ms since 1970
 * @param now in ms since 1970
 */
export function linkState(
  events: readonly RequestEvent[],
  { number, expires }: { number: number; expires: number },
  now: number,
): LinkState {
  const present = requestNow(events);
  if (present.state === 'unconfirmed' || present.asking === null) return 'used';
  return present.asking.number === number && now < expires ? 'open' : 'expired';
}

/** Why a request cannot be forwarded by message now. */
export type NotForwarded = 'unconfirmed' | 'closed' | 'answered' | 'waiting' | 'with-the-person';

/** Returns why a request cannot be forwarded now; undefined where it can. @param bounds.now in ms since 1970 */
export function whyNotForwarded(
  events: readonly RequestEvent[],
  { now, termDays }: Omit<Bounds, 'most'>,
): NotForwarded | undefined {
  const present = requestNow(events);
  if (present.state === 'unconfirmed') return 'unconfirmed';
  const { state, asking } = present;
  const closes = closesMs(present, termDays);
  if (state === 'accepted' || state === 'declined') return 'answered';
  if (now >= closes) return 'closed';
  if (asking === null) return undefined;
  if (asking.askedAt === null) return 'waiting';
  return now < endOf(asking, closes) ? 'with-the-person' : undefined;
}

export const PERSON_CHOICES = ['accept', 'not-now', 'decline'] as const;
export type PersonChoice = (typeof PERSON_CHOICES)[number];

/** The choices for the length of “not now”, in weeks. */
export const WEEKS = [2, 4, 8, 13, 26, 52] as const;

export type PersonAnswerProblem =
  | 'nothing-chosen'
  | 'typed-wrong'
  | 'name-missing'
  | 'address-missing'
  | 'weeks-missing'
  | 'words-too-long';

/** The texts of the form, as the page shows them again. */
export type PersonForm = { name: string; address: string; words: string };
type ReadPersonAnswer = { form: PersonForm; problems: readonly PersonAnswerProblem[]; step?: RequestStep };

const WEEK_MS = 7 * DAY_MS;

/** Returns the text to type so that an answer counts: the first part of the reference, or `OK` without a reference. */
export function confirmationOf(reference: string): string {
  return reference.split('-')[0] || 'OK';
}

/**
 * Reads the fields `choice`, `typed`, `name`, `address`, `words`, `weeks` and `isShown`. There is a step if nothing is
 * wrong. The sender of the request sees `words` only when the answer is yes; otherwise only administrators see them.
 *
 * @param now in ms since 1970
 */
export function readPersonAnswer(
  fields: Readonly<Record<string, unknown>>,
  { reference, now }: { reference: string; now: number },
): ReadPersonAnswer {
  const form = {
    name: lineOf(fields.name, LONGEST_ANSWER_NAME),
    address: lineOf(fields.address, LONGEST_ANSWER_ADDRESS),
    words: textOf(fields.words).replace(/\r\n?/g, '\n').trim(),
  };
  const choice = PERSON_CHOICES.find((one) => one === fields.choice);
  const weeks = WEEKS.find((one) => String(one) === fields.weeks);
  const isAccepted = choice === 'accept';
  const wrong: Record<PersonAnswerProblem, boolean> = {
    'nothing-chosen': choice === undefined,
    'typed-wrong': textOf(fields.typed).trim().toUpperCase() !== confirmationOf(reference),
    'name-missing': isAccepted && form.name === '',
    'address-missing': isAccepted && form.address === '',
    'weeks-missing': choice === 'not-now' && weeks === undefined,
    'words-too-long': form.words.length > LONGEST_NOTE,
  };
  const problems = (Object.keys(wrong) as PersonAnswerProblem[]).filter((problem) => wrong[problem]);
  if (problems.length > 0 || choice === undefined) return { form, problems };
  const until = new Date(now + (weeks ?? 0) * WEEK_MS).toISOString().slice(0, 10);
  return { form, problems, step: stepOf(choice, form, { until, isShown: fields.isShown === 'yes' }) };
}

function stepOf(
  choice: PersonChoice,
  { name, address, words }: PersonForm,
  { until, isShown }: { until: string; isShown: boolean },
): RequestStep {
  const note = words || null;
  if (choice === 'accept') return { state: 'accepted', answer: { name, address, words: note }, note: null };
  if (choice === 'decline') return { state: 'declined', answer: null, note };
  // Administrators always see the day, even where the sender does not.
  return {
    state: 'not-now',
    answer: isShown ? { until } : null,
    note: [until, words].filter(Boolean).join(' · '),
  };
}

function lineOf(value: unknown, longest: number): string {
  return shownText(textOf(value).slice(0, longest), longest);
}
