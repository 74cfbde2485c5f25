/** `npm run soak -- --oracle`: answers and walks judged by who knows what every partner does. */

import { textTable } from '../../bench/text-table.ts';
import { askedAtOnce } from './asked-at-once.ts';
import { walkedThrough } from './walks.ts';

const AT_ONCE = 40;
const MOST_LISTED = 20;

export type OracleOptions = { questions: number; walks: number; seed: number };

/** Whether nothing was wrong; what was stands in the output. */
export async function oracle({ questions, walks, seed }: OracleOptions): Promise<boolean> {
  const { judged, wrong } = await askedAtOnce({ questions, atOnce: AT_ONCE, seed });
  print(`${judged} questions, ${AT_ONCE} at once: ${wrong.length} wrong.`, wrong);
  const walked = await walkedThrough({ walks, seed });
  const events = [...walked.events].sort().map(([what, count]) => [what, String(count)]);
  print(`${walked.walks} walks of ${walked.pages} pages: ${walked.wrong.length} wrong.`, walked.wrong);
  process.stdout.write(`\n${textTable(['What happened', 'walks'], events)}\n`);
  return wrong.length + walked.wrong.length === 0;
}

function print(sentence: string, wrong: readonly string[]): void {
  process.stdout.write(`${[sentence, ...wrong.slice(0, MOST_LISTED)].join('\n  ')}\n`);
}
