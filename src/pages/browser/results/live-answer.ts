/** The region of the answer with scripts, for an answer that is collected here or was collected by the server. */

import type { FetchJson } from '../../../client/fetch-json.ts';
import { readFamilies } from '../../gene/written-families.ts';
import type { ResultKind } from '../../parts/choices.ts';
import { isNarrowed, type ListView } from '../../parts/list-view.ts';
import type { View } from '../../parts/view.ts';
import { listAddress, sharedParams } from '../../people/list-address.ts';
import type { Words } from '../../words/words.ts';
import { announce, baseUrl, byId } from '../page.ts';
import { listViewNow } from '../page-address.ts';
import { recordView } from '../record-view.ts';
import { watchTouch } from './keep-place.ts';
import { geneCardView, listControls } from './list-controls.ts';
import { matrixView } from './matrix-view.ts';
import { retryLinks } from './origins-view.ts';
import { type PeopleView, peopleView, whenFilterIsThere } from './people-view.ts';
import { resultsView } from './results-view.ts';
import { type Run, type ShownSearch, startRun } from './run.ts';
import { storedDistinct } from './stored-distinct.ts';

type LiveQuestion = { kind: ResultKind; query: string };
type LiveAnswerOptions = {
  view: View;
  ask: FetchJson;
  /** Whether the page will be scrolled because the reader returns to it; then new people may move the list. */
  isReturning(): boolean;
  /** Called with every change as soon as the list has a person, or the answer is whole. */
  hasPeople(isWhole: boolean): void;
};

export type LiveAnswer = Run & Pick<PeopleView, 'look' | 'showMore'>;

/** Starts to collect the answer. */
export function liveAnswer({ kind, query }: LiveQuestion, options: LiveAnswerOptions): LiveAnswer {
  const { ask, isReturning, hasPeople } = options;
  document.getElementById('without-script')?.remove();
  const view = recordView(options.view, byId('results'));
  const { words } = view;
  const params = new URLSearchParams(query);
  const shared = sharedParams(params, new URLSearchParams(location.search));
  const addressOf = (listView: ListView) => listAddress(view, shared, listView);
  const families = readFamilies(byId('results').dataset.genes);
  const distinct = storedDistinct(baseUrl(view));
  const list = peopleView({ view, kind, params, listView: listViewNow(), families, distinct });
  const matrix = matrixView({ view, listView: listViewNow(), addressOf });
  const card = geneCardView(listViewNow());
  const look = (listView: ListView) => {
    void whenFilterIsThere(listView, lookNow);
    started.show();
    list.look(listView);
    matrix.look(listView);
    for (const note of document.querySelectorAll<HTMLElement>('.of-all')) note.hidden = !isNarrowed(listView);
    card(listView);
    offerColumns(words, kind, listView);
  };
  // The reader may have typed more by the time the filter is there.
  const lookNow = () => look(listViewNow());
  const leaving = new AbortController();
  const { signal } = leaving;
  const { isTouched } = watchTouch(signal);
  const shown = resultsView({ view, params, people: list, matrix, isTouched, show: () => started.show() });
  listControls({ addressOf, say: () => announce(byId('count').textContent ?? '') });
  offerColumns(words, kind, listViewNow());
  equipCopying(words);
  const { fail } = shown;
  let isCounting = false;
  const paint = (arrivals: ShownSearch) => {
    shown.paint(arrivals);
    const isNobody = arrivals.shown.length + arrivals.waiting.size === 0;
    if (!isNobody || arrivals.isEnded) hasPeople(arrivals.isEnded);
    if (!isNobody || !arrivals.isEnded || isCounting) return;
    isCounting = true;
    void import('./offered-counts.ts').then((counts) => counts.countSuggested({ ask, words, signal }));
  };
  const isPlaced: typeof list.isOutOfSight = (person) => !isTouched() || isReturning() || list.isOutOfSight(person);
  const placeOfTaxon = taxonPlaces();
  const started = startRun({ kind, params }, { ask, words, placeOfTaxon, isPlaced, distinct, paint, announce, fail });
  const { appendAnnouncement: say } = started;
  void whenFilterIsThere(listViewNow(), lookNow);
  // The module is loaded on demand, because few searches name terms.
  const unknownTerms = params.has('ontologyTermIds')
    ? import('./unknown-terms.ts').then(({ showUnknownTerms }) => showUnknownTerms(params, { ask, words, signal, say }))
    : undefined;
  retryLinks(words, async (key) => {
    await started.askAgain(key);
    void unknownTerms?.then((one) => one.askAgain(key));
  });
  return {
    ...started,
    look,
    showMore: list.showMore,
    stop() {
      leaving.abort();
      started.stop();
    },
  };
}

/** Sets up an answer that the server collected; its links and forms need no script. */
export function finishedAnswer({ words }: View): void {
  const kind = byId('results').dataset.kind === 'users' ? 'users' : 'genes';
  offerColumns(words, kind, listViewNow());
  equipCopying(words);
}

/** Loads the menu of columns with the first table, because most readers use no table. */
function offerColumns(words: Words, kind: ResultKind, { isTable }: ListView): void {
  if (!isTable || document.getElementById('columns') !== null) return;
  void import('./columns.ts').then(({ columnsMenu }) => {
    if (document.getElementById('columns') === null) byId('share').before(columnsMenu(words, kind));
  });
}

/** Loads the buttons that copy; they are needed only when there is something to read. */
function equipCopying(words: Words): void {
  void import('../copy.ts').then(({ copyButtons }) => copyButtons(words));
}

/** Returns the order of the organisms, which the form holds. */
function taxonPlaces(): (taxonId: number) => number | null {
  const options = document.querySelectorAll<HTMLOptionElement>('#taxonId option');
  const places = new Map([...options].map(({ value, dataset }) => [value, dataset.ordering]));
  return (taxonId) => {
    const place = places.get(String(taxonId));
    return place === undefined || place === '' ? null : Number(place);
  };
}
