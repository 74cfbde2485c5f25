/** The script of the page of the people of a disease: shows them as registries answer. */

import { fetchJson } from '../../client/fetch-json.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { baseUrl, button, byId } from './page.ts';
import { recordView } from './record-view.ts';
import { peopleKeys } from './results/list-keys.ts';
import { collectPeopleOfGenes } from './results/people-of-genes.ts';
import { isReturning, keepScrollPosition, returnToPlace } from './return-to-place.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { readWholeView } from './whole-view.ts';

const region = byId('disease-people');
const view = recordView(await readWholeView(), region);
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
const { state, genes = '[]', taxa = '[]', origins } = region.dataset;

searchBoxes(view, ask);
slashLeadsToBox();
peopleKeys(() => {});
if (state === 'asking') {
  keepScrollPosition();
  document.getElementById('without-script')?.remove();
  const outcome = await collectPeopleOfGenes({
    ...{ view, ask, isReturning, signal: new AbortController().signal },
    list: { genes: JSON.parse(genes) as { symbol: string; taxonId: number }[] },
    origins: origins === undefined ? undefined : (JSON.parse(origins) as string[]),
    taxa: JSON.parse(taxa) as Pick<TaxonChoice, 'id' | 'ordering'>[],
    onChange(end) {
      returnToPlace(end !== undefined, () => false);
      if (end === undefined) return;
      byId('nobody').hidden = end.count > 0 || !end.isComplete;
      byId('ways-on').hidden = end.count > 0;
      region.dataset.state = 'whole';
    },
  });
  if (outcome === 'failed')
    byId('summary').append(
      ' ',
      button(view.words.retry, () => location.reload()),
    );
}
