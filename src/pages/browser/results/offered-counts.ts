/** Fills in how many people work on each suggested gene when nobody was found: first from cached answers, then from all registries. */

import type { GeneListLine } from '../../../client/answers.ts';
import type { FetchJson } from '../../../client/fetch-json.ts';
import { type CountedCell, countedGene, peopleCounted } from '../../people/people-counted.ts';
import type { Words } from '../../words/words.ts';
import { byId } from '../page.ts';

type CountOptions = { ask: Pick<FetchJson, 'linesOf'>; words: Words; signal: AbortSignal };

/** Fills in the numbers; it never rejects. */
export async function countSuggested({ ask, words, signal }: CountOptions): Promise<void> {
  const places = Map.groupBy(
    byId('ways-on').querySelectorAll<HTMLElement>('[data-count-of]'),
    ({ dataset }) => dataset.countOf ?? '',
  );
  if (places.size === 0) return;
  const keys = [...places.keys()];
  const cells: CountedCell[][] = keys.map(() => []);
  const body = { genes: keys.map(countedGene) };
  let registries = 0;

  function paint(gene: number, isOver: boolean): void {
    const text = peopleCounted(words, cells[gene] ?? [], { registries, isOver });
    for (const place of places.get(keys[gene] ?? '') ?? []) place.textContent = text;
  }

  try {
    for await (const line of ask.linesOf<GeneListLine>('/api/federated/genes/search-batch', { body, signal })) {
      if (line.type === 'plan') registries = line.origins.length;
      if (line.type === 'cell') {
        cells[line.gene]?.push(line);
        paint(line.gene, false);
      }
    }
    for (const gene of keys.keys()) paint(gene, true);
  } catch {
    // The links also work without numbers. After a broken stream, the numbers are marked as lower bounds.
    if (registries > 0 && !signal.aborted) for (const gene of keys.keys()) paint(gene, true);
  }
}
