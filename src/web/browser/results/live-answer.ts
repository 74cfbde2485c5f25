/** The region of the answer where scripts run: gathered here, or gathered by the server and looked at here. */

import type { FetchJson } from '../../../client/fetch-json.ts';
import type { ResultKind } from '../../parts/choices.ts';
import { readFamilies } from '../../parts/gene/written-families.ts';
import type { OwnNames } from '../../parts/headings.ts';
import { listAddress } from '../../parts/people/list-address.ts';
import type { ListView } from '../../parts/people/list-view.ts';
import type { View } from '../../parts/view.ts';
import type { Copied } from '../copy.ts';
import { announce, byId } from '../page.ts';
import { columnsMenu } from './columns.ts';
import { geneCardView } from './gene-card-view.ts';
import { listControls, narrowPage } from './list-controls.ts';
import { matrixView } from './matrix-view.ts';
import { type PeopleView, peopleView } from './people-view.ts';
import { listViewNow } from './question.ts';
import { resultsView } from './results-view.ts';
import { type Run, type Shown, startRun } from './run.ts';
import { toolbarKeys } from './toolbar-keys.ts';

type Asked = { kind: ResultKind; query: string };
type LiveAnswerOptions = {
  view: View;
  ask: FetchJson;
  /** The address of the page has changed, though not its question. */
  hasMoved(): void;
  /** Whether the reader comes back to a place in the list, and so is moved there in any case. */
  isReturning(): boolean;
  /** Somebody is in the list, or nobody else will be; called again with every change. */
  hasPeople(isWhole: boolean): void;
};

export type LiveAnswer = Run & Pick<PeopleView, 'look' | 'showMore'>;

/** Gathers the answer from now on. */
export function liveAnswer({ kind, query }: Asked, options: LiveAnswerOptions): LiveAnswer {
  const { view, ask, hasMoved, isReturning, hasPeople } = options;
  document.getElementById('without-script')?.remove();
  const { words } = view;
  const params = new URLSearchParams(query);
  const addressOf = (listView: ListView) => listAddress(view, params, listView);
  const families = readFamilies(byId('results').dataset.genes);
  const names: OwnNames = JSON.parse(byId('results').dataset.names ?? '{"taxa":{},"organs":{}}');
  const list = peopleView({ view, kind, names, params, listView: listViewNow(), families });
  const matrix = matrixView({ view, names, listView: listViewNow(), addressOf });
  const card = geneCardView(listViewNow());
  const look = (listView: ListView) => {
    list.look(listView);
    matrix.look(listView);
    card(listView);
  };
  const shown = resultsView({ view, people: list, matrix, show: () => started.show() });
  const lookAt = (listView: ListView, address: string) => {
    history.pushState(null, '', address);
    hasMoved();
    started.show();
    look(listView);
    announce(byId('count').textContent ?? '');
  };
  listControls({ words, lookAt, addressOf, narrow: list.narrow });
  byId('copy-link').before(columnsMenu(words, kind));
  equipCopying({ words, cited: shown.cited });
  toolbarKeys(byId('tools'));
  const { fail } = shown;
  const paint = (arrivals: Shown) => {
    shown.paint(arrivals);
    if (arrivals.shown.length > 0 || arrivals.isEnded) hasPeople(arrivals.isEnded);
  };
  const isOutOfSight: typeof list.isOutOfSight = (person) => isReturning() || list.isOutOfSight(person);
  const placeOfTaxon = taxonPlaces();
  const started = startRun({ kind, params }, { ask, words, placeOfTaxon, isOutOfSight, paint, announce, fail });
  const leaving = new AbortController();
  const { signal } = leaving;
  const { appendAnnouncement: say } = started;
  // Few searches name terms.
  const unknownTerms = params.has('ontologyTermIds')
    ? import('./unknown-terms.ts').then(({ tellUnknownTerms }) => tellUnknownTerms(params, { ask, words, signal, say }))
    : undefined;
  byId('origins').addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-retry]') : null;
    const key = link?.dataset.retry;
    // With a key held down, it opens in a window of its own.
    if (!link || key === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.ariaDisabled === 'true') return;
    const { ariaLabel } = link;
    link.ariaDisabled = 'true';
    link.ariaLabel = words.asking;
    link.textContent = words.asking;
    void started.askAgain(key).finally(() => {
      link.ariaDisabled = 'false';
      link.ariaLabel = ariaLabel;
      link.textContent = words.retry;
      void unknownTerms?.then((one) => one.askAgain(key));
    });
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

/** An answer that the server gathered is looked at by its links and its form; what its page shows can be narrowed here. */
export function finishedAnswer({ words }: View): void {
  narrowPage(words);
  const cited = () => byId('summary').textContent ?? undefined;
  const kind = byId('results').dataset.kind === 'users' ? 'users' : 'genes';
  byId('copy-link').before(columnsMenu(words, kind));
  equipCopying({ words, cited });
  toolbarKeys(byId('tools'));
}

/** Nobody copies before there is something to be read. */
function equipCopying(copied: Copied): void {
  void import('../copy.ts').then(({ copyButtons }) => copyButtons(copied));
}

/** Where organisms stand, as the form tells. */
function taxonPlaces(): (taxonId: number) => number | null {
  const options = document.querySelectorAll<HTMLOptionElement>('#taxonId option');
  const places = new Map([...options].map(({ value, dataset }) => [value, dataset.ordering]));
  return (taxonId) => {
    const place = places.get(String(taxonId));
    return place === undefined || place === '' ? null : Number(place);
  };
}
