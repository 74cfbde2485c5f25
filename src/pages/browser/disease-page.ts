/** The script of the page of a disease: fills in the people who work on each gene, as registries answer. */

import type { GeneListLine } from '../../client/answers.ts';
import { fetchJson } from '../../client/fetch-json.ts';
import type { HeatTaxon } from '../gene/heat-table.ts';
import { announce, baseUrl, byId } from './page.ts';
import { shownList } from './results/shown-list.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { readWholeView } from './whole-view.ts';

const view = await readWholeView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });

async function fill({ taxa = '[]', genes = '[]' }: DOMStringMap): Promise<void> {
  const shown = shownList(view, JSON.parse(taxa) as HeatTaxon[]);
  const body = { genes: JSON.parse(genes) as { symbol: string; taxonId: number }[] };
  const say = (sentence: string) => {
    byId('list-summary').textContent = sentence;
    announce(sentence);
  };
  try {
    for await (const line of ask.linesOf<GeneListLine>('/api/federated/genes/search-batch', { body })) {
      if (line.type === 'plan') shown.begin(line);
      else if (line.type === 'cell') shown.add(line);
      else if (line.type === 'end') {
        say(shown.end(line));
        shown.mostFirst();
      }
    }
  } catch {
    shown.settle();
    say(view.words.geneList.failed);
  }
}

searchBoxes(view, ask);
slashLeadsToBox();
const region = document.getElementById('disease-genes');
if (region !== null) await fill(region.dataset);
