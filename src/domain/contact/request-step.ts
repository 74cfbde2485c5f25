/** What an administrator notes about a request for access: how it stands now, a few words, and what whoever asked may read. */

import { shownText } from '../shown-text.ts';

/** In the order in which a request usually goes through them; any may follow any, as administrators may be mistaken. */
export const REQUEST_STATES = ['received', 'forwarded', 'accepted', 'not-now', 'declined', 'answered'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Whom the request is about, as they choose to be named and reached, and a few words of theirs. */
export type Acceptance = { name: string; address: string; words: string | null };
/** That they cannot at the moment, and until which day where they say so, such as `2026-12-24`. */
type Postponement = { until: string | null };
/** What whoever asked is shown. */
export type RequestAnswer = Acceptance | Postponement;

export type RequestStep =
  | { state: 'accepted'; answer: Acceptance; note: string | null }
  /** Without an answer nothing is shown to whoever asked. */
  | { state: 'not-now'; answer: Postponement | null; note: string | null }
  | { state: Exclude<RequestState, 'accepted' | 'not-now'>; answer: null; note: string | null };

/** In characters. */
export const LONGEST_NOTE = 500;
export const LONGEST_ANSWER_NAME = 200;
export const LONGEST_ANSWER_ADDRESS = 254;
export const LONGEST_ANSWER_WORDS = 2000;

/** Reads `{"state", "note", "answer"}`; undefined where it is something else, or too long. */
export function readRequestStep(body: unknown): RequestStep | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { state, note: noted, answer = null } = body as Record<string, unknown>;
  const known = REQUEST_STATES.find((one) => one === state);
  const note = textOf(noted, LONGEST_NOTE);
  if (known === undefined || note === undefined) return undefined;
  if (known === 'accepted') {
    const acceptance = acceptanceOf(answer);
    return acceptance && { state: known, answer: acceptance, note };
  }
  if (known === 'not-now') {
    const postponement = answer === null ? null : postponementOf(answer);
    return postponement === undefined ? undefined : { state: known, answer: postponement, note };
  }
  return answer === null ? { state: known, answer, note } : undefined;
}

function acceptanceOf(answer: unknown): Acceptance | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const given = answer as Record<string, unknown>;
  const name = textOf(given.name, LONGEST_ANSWER_NAME);
  const address = textOf(given.address, LONGEST_ANSWER_ADDRESS);
  const words = textOf(given.words, LONGEST_ANSWER_WORDS);
  if (!name || !address || words === undefined) return undefined;
  return { name: shownText(name), address: shownText(address, LONGEST_ANSWER_ADDRESS), words };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function postponementOf(answer: unknown): Postponement | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { until = null } = answer as Record<string, unknown>;
  if (until === null) return { until };
  return typeof until === 'string' && DAY.test(until) && !Number.isNaN(Date.parse(until)) ? { until } : undefined;
}

/** Null for none; undefined for what is no text, or too long. */
function textOf(value: unknown, longest: number): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\r\n?/g, '\n').trim();
  return text.length > longest ? undefined : text || null;
}
