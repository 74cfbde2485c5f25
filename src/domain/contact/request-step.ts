/** The note of an administrator about a request for access: its state, a few words, and what the sender may read. */

import { shownText } from '../shown-text.ts';

/** In the usual order. Any state may follow any other, as administrators may correct mistakes. */
export const REQUEST_STATES = ['received', 'forwarded', 'accepted', 'not-now', 'declined', 'answered'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The name and address that the person chooses to give to the sender, and a few words. */
export type Acceptance = { name: string; address: string; words: string | null };
/** The person has no time now, and until which day, such as `2026-12-24`, if the person says so. */
type Postponement = { until: string | null };
/** The answer that the sender is shown. */
export type RequestAnswer = Acceptance | Postponement;

export type RequestStep =
  | { state: 'accepted'; answer: Acceptance; note: string | null }
  /** Without an answer, the sender is shown nothing. */
  | { state: 'not-now'; answer: Postponement | null; note: string | null }
  | { state: Exclude<RequestState, 'accepted' | 'not-now'>; answer: null; note: string | null };

/** In characters. */
export const LONGEST_NOTE = 500;
export const LONGEST_ANSWER_NAME = 200;
export const LONGEST_ANSWER_ADDRESS = 254;
export const LONGEST_ANSWER_WORDS = 2000;

/**
 * Reads `{"seen"}`, the number of events that the history of the request had for whoever notes something; undefined for
 * anything else.
 */
export function readSeenEvents(body: unknown): number | undefined {
  const seen = typeof body === 'object' && body !== null && 'seen' in body ? body.seen : undefined;
  return Number.isSafeInteger(seen) && Number(seen) > 0 ? Number(seen) : undefined;
}

/** Reads `{"state", "note", "answer"}`; undefined for anything else, and for texts that are too long. */
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

/** Returns a text; null where it is absent or empty, undefined where it is no text or too long. */
function textOf(value: unknown, longest: number): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\r\n?/g, '\n').trim();
  return text.length > longest ? undefined : text || null;
}
