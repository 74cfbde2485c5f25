/** Reads the answer that the person of a request gives on the page of the link, and finds what is wrong with it. */

import { DAY_MS } from '../durations.ts';
import { shownText } from '../shown-text.ts';
import { textOf } from './access-form.ts';
import { LONGEST_ANSWER_ADDRESS, LONGEST_ANSWER_NAME, LONGEST_NOTE, type RequestStep } from './request-step.ts';

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
