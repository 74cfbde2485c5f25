/** Somebody who reads all pages of an answer, cursor by cursor, while the data may become others in the middle. */

import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import type { Answer } from './ask.ts';
import type { NamedQuestion, Questions } from './questions.ts';

/** The same question to each of the twins, with the ids, tags and cursors that it has given out. */
export type TwoQuestions = readonly [NamedQuestion, NamedQuestion];

type Walk = {
  questions: Questions;
  random: SeededRandom;
  /** Asks both; undefined where they differ, which ends a walk as nothing that follows can be compared. */
  askBoth(question: TwoQuestions, isRetry: boolean): Promise<readonly [Answer, Answer] | undefined>;
  /** Gives the twins data that both show alike again, but others. */
  change(): Promise<void>;
};

/** More pages than any two of these registries have rows. */
const MOST_PAGES = 120;
const CURSOR = /"cursor":"([^"]+)"/;
const RETRY_CURSOR = /"retryCursor":"([^"]+)"/;

/**
 * Follows the cursors of one question from its first page to the last, and `retryCursor` once behind it; most walks stay
 * with one caller.
 *
 * @throws Error when the walk does not end
 */
export async function walk({ questions, random, askBoth, change }: Walk): Promise<void> {
  const first = questions.walked();
  const changesAt = random.chance(0.4) ? 1 + random.below(4) : undefined;
  let isRetry = false;
  let asked: TwoQuestions = [first, first];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    if (page === changesAt) await change();
    const answers = await askBoth(asked, isRetry);
    if (answers === undefined || isRetry) return;
    const next = random.chance(0.05) ? questions.asAnybody(first) : first;
    const follow = (pattern: RegExp): TwoQuestions | undefined => {
      if (!pattern.test(answers[0].body)) return undefined;
      const behind = ({ body }: Answer) => withCursor(next, pattern.exec(body)?.[1] ?? '');
      return [behind(answers[0]), behind(answers[1])];
    };
    const more = follow(CURSOR);
    const following = more ?? follow(RETRY_CURSOR);
    if (following === undefined) return;
    isRetry = more === undefined;
    asked = following;
  }
  throw new Error(`A walk through ${first.path} does not end within ${MOST_PAGES} pages.`);
}

/** The question with a cursor in place of its page. */
export function withCursor(question: NamedQuestion, cursor: string): NamedQuestion {
  const [address = '', query] = question.path.split('?');
  const params = new URLSearchParams(query);
  for (const name of ['page', 'size']) params.delete(name);
  params.set('cursor', cursor);
  return { ...question, path: `${address}?${params}` };
}
