/** The hostile answers that people thought of, and those that are generated. */

import { GENERATED_ANSWERS } from './generated-answers.ts';
import { HOSTILE_ANSWERS, type HostileAnswer } from './hostile-answers.ts';

export const EVERY_HOSTILE_ANSWER: readonly HostileAnswer[] = [...HOSTILE_ANSWERS, ...GENERATED_ANSWERS];

/** @throws Error when there is none of that name */
export function hostileAnswer(name: string): HostileAnswer {
  const hostile = EVERY_HOSTILE_ANSWER.find((one) => one.name === name);
  if (hostile === undefined) throw new Error(`Nothing hostile has the name ${name}.`);
  return hostile;
}
