/** Answers as the documentation shows them: JSON in which `…` stands for what was left out. */

import { expect } from 'vitest';

const LEFT_OUT = '…';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Expects everything shown to be in the answer: a member `"…"` stands for more members, an entry `"…"` for more
 * entries, a `…` at the end of a text for the rest of it. An `anonymousId` is a different one in every answer.
 */
export function expectShown(answer: unknown, shown: unknown): void {
  expect(asShown(answer, shown)).toEqual(shown);
}

/** The answer, with whatever the shown form leaves out left out in the same way. */
function asShown(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(answer)) return listAsShown(answer, shown);
  if (isObject(shown) && isObject(answer)) return objectAsShown(answer, shown);
  if (typeof shown === 'string' && typeof answer === 'string' && shown.endsWith(LEFT_OUT)) {
    const beginning = shown.slice(0, -LEFT_OUT.length);
    return answer.startsWith(beginning) && answer !== beginning ? shown : answer;
  }
  return answer;
}

function listAsShown(answer: readonly unknown[], shown: readonly unknown[]): unknown[] {
  if (shown.at(-1) !== LEFT_OUT) return answer.map((entry, index) => asShown(entry, shown[index]));
  const entries = shown.slice(0, -1);
  const rest = answer.length > entries.length ? [LEFT_OUT] : [];
  return [...entries.map((entry, index) => asShown(answer[index], entry)), ...rest];
}

function objectAsShown(answer: Record<string, unknown>, shown: Record<string, unknown>): Record<string, unknown> {
  const isWhole = !(LEFT_OUT in shown);
  const keys = Object.keys(answer).filter((key) => isWhole || key in shown);
  const rest = isWhole || keys.length === Object.keys(answer).length ? {} : { [LEFT_OUT]: LEFT_OUT };
  const members = keys.map((key) => [key, memberAsShown(key, answer[key], shown[key])] as const);
  return { ...Object.fromEntries(members), ...rest };
}

function memberAsShown(key: string, answer: unknown, shown: unknown): unknown {
  const isAnyId = key === 'anonymousId' && UUID.test(String(answer)) && UUID.test(String(shown));
  return isAnyId ? shown : asShown(answer, shown);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
