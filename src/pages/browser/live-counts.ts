/** Shows the number of researchers of each registry on the start page, as registries answer. */

import type { FederatedStats } from '../../client/answers.ts';
import type { FetchJson } from '../../client/fetch-json.ts';
import type { Words } from '../words/words.ts';

/** Fills in the numbers. A registry without an answer has only its name; a search shows its state. */
export async function showLiveCounts(words: Words, ask: FetchJson): Promise<void> {
  const list = document.getElementById('live-counts');
  if (list === null) return;
  try {
    for await (const line of ask.lines<FederatedStats>('/api/federated/stats', new URLSearchParams())) {
      if (line.type !== 'part') continue;
      const researchers = line.content[0]?.users;
      if (typeof researchers !== 'number') continue;
      const chip = [...list.children].find(
        (one) => one instanceof HTMLElement && one.dataset.origin === line.origin.key,
      );
      chip?.append(` ${words.researchers(researchers)}`);
    }
  } catch {
    // The numbers are decoration; the page is complete without them.
  }
}
