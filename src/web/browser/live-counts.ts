/** On the start page: how many researchers each registry has, as soon as it says so. */

import type { FederatedStats } from '../../client/federated-answers.ts';
import type { FetchJson } from '../../client/fetch-json.ts';
import type { Words } from '../words/words.ts';

/** Whoever does not answer stays a name: who searches is shown why. */
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
    // The counts are an ornament: without them the page is whole.
  }
}
