/** Reads the note of an administrator about a request for access; browsers load the limits and states without it. */

import { foundAs, type InvalidMember, RegistryError, refuseMembers } from '../errors.ts';
import { isDay } from '../is-day.ts';
import { isObject } from '../own-member.ts';
import { shownText } from '../shown-text.ts';
import {
  type Acceptance,
  LONGEST_ANSWER_ADDRESS,
  LONGEST_ANSWER_NAME,
  LONGEST_ANSWER_WORDS,
  LONGEST_NOTE,
  type Postponement,
  REQUEST_STATES,
  type RequestAnswer,
  type RequestState,
  type RequestStep,
} from './request-step.ts';

/** A step, and the number of events that the history of the request had for whoever notes it. */
export type SeenStep = { step: RequestStep; seen: number };

/**
 * Reads `{"seen", "state", "note", "answer"}`.
 *
 * @throws RegistryError `body-invalid`, `member-invalid` with every member that is wrong
 */
export function readRequestStep(body: unknown): SeenStep {
  if (!isObject(body)) throw new RegistryError('body-invalid', { allowed: 'a JSON object' });
  const { seen, state, note: noted, answer: answered = null } = body;
  const wrong: InvalidMember[] = [];
  const refuse: Refuse = (name, value, allowed) => {
    wrong.push({ name, found: foundAs(value), allowed });
  };
  if (!Number.isSafeInteger(seen) || Number(seen) < 1) refuse('seen', seen, 'how many events "history" had');
  const known = REQUEST_STATES.find((one) => one === state);
  if (known === undefined) refuse('state', state, REQUEST_STATES.join(', '));
  const note = textOf(noted, LONGEST_NOTE);
  if (note === undefined) refuse('note', noted, `a text of at most ${LONGEST_NOTE} characters, or nothing`);
  const answer = known === undefined ? null : answerOf(known, answered, refuse);
  refuseMembers(wrong);
  return { step: { state: known, answer, note } as RequestStep, seen: Number(seen) };
}

type Refuse = (name: string, value: unknown, allowed: string) => void;

function answerOf(state: RequestState, answer: unknown, refuse: Refuse): RequestAnswer | null {
  if (state === 'accepted') return acceptanceOf(answer, refuse);
  if (answer === null) return null;
  if (state === 'not-now') return postponementOf(answer, refuse);
  refuse('answer', answer, 'nothing in this state');
  return null;
}

function acceptanceOf(answer: unknown, refuse: Refuse): Acceptance | null {
  if (!isObject(answer)) {
    refuse('answer', answer, 'an object with name and address');
    return null;
  }
  const name = textOf(answer.name, LONGEST_ANSWER_NAME);
  const address = textOf(answer.address, LONGEST_ANSWER_ADDRESS);
  const words = textOf(answer.words, LONGEST_ANSWER_WORDS);
  if (!name) refuse('answer/name', answer.name, `a text of 1 to ${LONGEST_ANSWER_NAME} characters`);
  if (!address) refuse('answer/address', answer.address, `a text of 1 to ${LONGEST_ANSWER_ADDRESS} characters`);
  if (words === undefined) {
    refuse('answer/words', answer.words, `a text of at most ${LONGEST_ANSWER_WORDS} characters, or nothing`);
  }
  if (!name || !address || words === undefined) return null;
  return { name: shownText(name), address: shownText(address, LONGEST_ANSWER_ADDRESS), words };
}

function postponementOf(answer: unknown, refuse: Refuse): Postponement | null {
  if (!isObject(answer)) {
    refuse('answer', answer, 'an object, which may have until');
    return null;
  }
  const { until = null } = answer;
  if (until === null || (typeof until === 'string' && isDay(until))) return { until };
  refuse('answer/until', until, 'a day such as 2026-12-24');
  return null;
}

/** Returns a text; null where it is absent or empty, undefined where it is no text or too long. */
function textOf(value: unknown, longest: number): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\r\n?/g, '\n').trim();
  return text.length > longest ? undefined : text || null;
}
