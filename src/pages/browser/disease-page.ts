/** The script of the page of a disease: fills in the people who work on each gene, and the first of them, as registries answer. */

import type { GeneListLine } from '../../client/answers.ts';
import { fetchJson } from '../../client/fetch-json.ts';
import { atOnce } from '../../domain/steps.ts';
import { bestCards, whoWorks } from '../disease/best-people.ts';
import { peopleOfGenes } from '../gene/people-of-genes.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { announce, baseUrl, byId, elementsOf } from './page.ts';
import { recordView } from './record-view.ts';
import { watchTouch } from './results/keep-place.ts';
import { peopleKeys } from './results/list-keys.ts';
import { rowsOfCells } from './results/people-of-genes.ts';
import { shownList } from './results/shown-list.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { readWholeView } from './whole-view.ts';

const view = await readWholeView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });

/** Answers that arrive within this time are shown together. */
const SETTLE_MS = 50;

async function fill({ taxa: listed = '[]', genes = '[]' }: DOMStringMap): Promise<void> {
  const taxa = JSON.parse(listed) as Pick<TaxonChoice, 'id' | 'commonName' | 'ordering'>[];
  const body = { genes: JSON.parse(genes) as { symbol: string; taxonId: number }[], fields: 'row' };
  const shown = shownList(view, taxa);
  const best = bestPeople(taxa, body.genes.length);
  const say = (sentence: string) => {
    byId('list-summary').textContent = sentence;
    announce(sentence);
  };
  try {
    for await (const line of ask.linesOf<GeneListLine>('/api/federated/genes/search-batch', { body })) {
      if (line.type === 'plan') shown.begin(line);
      else if (line.type === 'cell') {
        shown.add(line);
        best.add(line);
      } else if (line.type === 'end') {
        say(shown.end(line));
        shown.mostFirst();
        best.show(true);
      }
    }
  } catch {
    shown.settle();
    say(view.words.geneList.failed);
    best.show(false);
  }
}

/** Returns the first people above the table. From the reader's first press, key or scroll on, they stay as they are. */
function bestPeople(taxa: readonly Pick<TaxonChoice, 'id' | 'commonName' | 'ordering'>[], geneCount: number) {
  const named = recordView(view, byId('disease-genes'));
  const list = byId('people').firstElementChild as HTMLElement;
  const { isTouched } = watchTouch(new AbortController().signal);
  const foundIn = rowsOfCells(taxa);
  const answers: ReturnType<typeof foundIn>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What the server wrote from the cache may be more than has come so far.
  const isFromCache = list.children.length > 0;
  let written = '';

  function show(isWhole: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    if (isFromCache && !isWhole) return;
    const people = atOnce(peopleOfGenes(answers, (row) => row));
    byId('who-works').textContent = whoWorks(named.words, geneCount, { count: people.count, isWhole });
    const cards = bestCards(named, people, geneCount);
    const text = cards.map(({ html }) => html).join('');
    if (text === written || isTouched()) return;
    written = text;
    list.hidden = cards.length === 0;
    list.replaceChildren(...elementsOf(cards));
  }

  return {
    add(cell: Parameters<typeof foundIn>[0]) {
      answers.push(foundIn(cell));
      timer ??= setTimeout(() => show(false), SETTLE_MS);
    },
    show,
  };
}

searchBoxes(view, ask);
slashLeadsToBox();
peopleKeys(() => {});
const region = document.getElementById('disease-genes');
if (region !== null) await fill(region.dataset);
