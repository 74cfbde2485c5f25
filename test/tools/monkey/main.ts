/**
 * `npm run monkey`: 500 random steps on the pages of a search in each language, each compared with a fresh load of the
 * address that it leads to. Ends with 1 where one differs, or a script of the page complains. A few minutes.
 */

import { parseArgs } from 'node:util';
import { runMonkey } from '../../support/machine/page-monkey.ts';
import { openStories } from '../../support/machine/stories.ts';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});

await using stories = await openStories();
let wrong = 0;
for (const lang of ['en', 'fr'] as const) {
  const result = await runMonkey(stories, { lang, steps: Number(values.steps), seed: Number(values.seed) });
  const kinds = [...result.bySort].map(([name, count]) => `${name} ${count}`).join(', ');
  process.stdout.write(`${lang}: ${result.steps} steps (${kinds}), ${result.wrong.length} wrong\n`);
  for (const one of result.wrong) process.stdout.write(`  ${one}\n`);
  wrong += result.wrong.length;
}
if (wrong > 0) process.exitCode = 1;
