/** The search page with scripts: rows as they arrive, without leaving the page; back and forward lead through the searches. */

import { fetchJson } from '../../client/fetch-json.ts';
import type { ResultKind } from '../parts/choices.ts';
import { readFamilies } from '../parts/gene/known-genes.ts';
import { listAddress } from '../parts/people/list-address.ts';
import { type ListView, readListView } from '../parts/people/list-view.ts';
import { searchBoxes, slashLeadsToBox } from './box/box-suggestions.ts';
import { orthologsOfHuman, suggestions } from './box/suggestions.ts';
import { searchWhatWasTyped } from './box/typed-text.ts';
import { copyButtons } from './copy.ts';
import { profileDrawer } from './drawer.ts';
import { showLiveCounts } from './live-counts.ts';
import { announce, baseUrl, byId, readView } from './page.ts';
import { columnsMenu } from './results/columns.ts';
import { listControls, narrowPage, questionOf } from './results/list-controls.ts';
import { peopleKeys, toolbarKeys } from './results/list-keys.ts';
import { matrixView } from './results/matrix-view.ts';
import { type PeopleView, peopleView } from './results/people-view.ts';
import { resultsView } from './results/results-view.ts';
import { type Run, type Shown, startRun } from './results/run.ts';
import { tellUnknownTerms } from './results/unknown-terms.ts';

const view = await readView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
const parser = new DOMParser();
let run: Run | undefined;
let loading: AbortController | undefined;
/** Of an answer that is gathered here. */
let people: PeopleView | undefined;

/** The search whose answer is on the page, as its address tells it. */
let searchShown = addressNow();
/** Where the reader was before the last step through the history. */
let addressBefore = searchShown;

function addressNow(): string {
  return location.pathname + location.search;
}

/** Brings what the server wrote to life: the forms, and the region of the answer. */
function hydrate(): void {
  run?.stop();
  run = undefined;
  searchShown = addressNow();
  addressBefore = searchShown;
  suggestions(view, ask);
  searchBoxes(view, ask);
  orthologsOfHuman();
  people = undefined;
  const region = byId('results');
  const { kind, query, state } = region.dataset;
  if (state === 'nothing') return;
  if (state === 'asking') run = hydrateRunning(kind === 'users' ? 'users' : 'genes', query ?? '');
  else hydrateFinished();
}

function hydrateRunning(kind: ResultKind, query: string): Run {
  document.getElementById('without-script')?.remove();
  const { words } = view;
  const params = new URLSearchParams(query);
  const addressOf = (listView: ListView) => listAddress(view, params, listView);
  const families = readFamilies(byId('results').dataset.genes);
  const list = peopleView({ view, kind, params, listView: listViewNow(), families });
  const matrix = matrixView({ view, listView: listViewNow(), addressOf });
  const look = (listView: ListView) => {
    list.look(listView);
    matrix.look(listView);
  };
  people = { ...list, look };
  const shown = resultsView({ view, people: list, matrix, show: () => started.show() });
  const lookAt = (listView: ListView, address: string) => {
    history.pushState(null, '', address);
    searchShown = addressNow();
    addressBefore = searchShown;
    started.show();
    look(listView);
    announce(byId('count').textContent ?? '');
  };
  listControls({ words, lookAt, addressOf, narrow: list.narrow });
  byId('copy-link').before(columnsMenu(words, kind));
  copyButtons({ words, cited: shown.cited });
  toolbarKeys(byId('tools'));
  const { fail } = shown;
  const paint = (arrivals: Shown) => {
    shown.paint(arrivals);
    if (arrivals.shown.length > 0) returnToPlace();
  };
  const { isOutOfSight } = list;
  const placeOfTaxon = taxonPlaces();
  const started = startRun({ kind, params }, { ask, words, placeOfTaxon, isOutOfSight, paint, announce, fail });
  const leaving = new AbortController();
  const { signal } = leaving;
  const unknownTerms = tellUnknownTerms(params, { ask, words, signal, say: started.appendAnnouncement });
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
      void unknownTerms.askAgain(key);
    });
  });
  return {
    ...started,
    stop() {
      leaving.abort();
      started.stop();
    },
  };
}

/** An answer that the server gathered is looked at by its links and its form; what its page shows can be narrowed here. */
function hydrateFinished(): void {
  const { words } = view;
  narrowPage(words);
  returnToPlace();
  const cited = () => byId('summary').textContent ?? undefined;
  const kind = byId('results').dataset.kind === 'users' ? 'users' : 'genes';
  byId('copy-link').before(columnsMenu(words, kind));
  copyButtons({ words, cited });
  toolbarKeys(byId('tools'));
}

function listViewNow(): ListView {
  return readListView(new URLSearchParams(location.search));
}

/** Keeps in the history how far down the reader is, for when they come back. */
function rememberPlace(): void {
  history.replaceState({ top: scrollY }, '');
}

/** When the page is opened again its rows are not there yet, so the browser itself cannot go back to them. */
function returnToPlace(): void {
  const top: unknown = history.state?.top;
  if (typeof top !== 'number') return;
  history.replaceState(null, '');
  scrollTo({ top, behavior: 'instant' });
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

/** Goes to another search of this page. @throws what fetch throws, and when something else than a page comes */
async function load(address: string): Promise<string> {
  loading?.abort();
  const options = new AbortController();
  loading = options;
  const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: options.signal });
  const page = parser.parseFromString(await response.text(), 'text/html');
  options.signal.throwIfAborted();
  const main = page.getElementById('content');
  if (main?.querySelector('#results') == null) throw new Error('This is no search page.');
  document.title = page.title;
  byId('content').replaceChildren(...main.childNodes);
  document.querySelector('.languages')?.replaceWith(...page.querySelectorAll('.languages'));
  return response.url;
}

async function go(address: string): Promise<void> {
  try {
    const shared = await load(address);
    rememberPlace();
    history.pushState(null, '', shared);
    peopleKeys(() => people?.showMore());
    hydrate();
    focusAnswer();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    location.assign(address);
  }
}

/** What had the focus is gone with the page before: it goes to what was wrong, to the answer, or to the page. */
function focusAnswer(options?: FocusOptions): void {
  const isAsked = !byId('results').hidden;
  const next = document.querySelector<HTMLElement>('.error') ?? byId(isAsked ? 'results-title' : 'content');
  next.tabIndex = -1;
  next.focus(options);
}

function addressOf(form: HTMLFormElement): string {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') address.searchParams.append(name, value);
  return address.href;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.kind === undefined) return;
  event.preventDefault();
  void go(addressOf(form));
});
// This page knows better when its rows are there.
history.scrollRestoration = 'manual';
addEventListener('pagehide', rememberPlace);
addEventListener('popstate', () => {
  const address = addressNow();
  // A link within the page, such as the one that skips to the content, asks for nothing new.
  if (address === addressBefore) return;
  addressBefore = address;
  if (questionOf(address) === questionOf(searchShown) && (address === searchShown || people !== undefined)) {
    loading?.abort();
    if (address === searchShown) return;
    searchShown = address;
    run?.show();
    people?.look(listViewNow());
    return;
  }
  load(location.href).then(
    () => {
      peopleKeys(() => people?.showMore());
      hydrate();
      focusAnswer({ preventScroll: true });
    },
    (error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) location.reload();
    },
  );
});
peopleKeys(() => people?.showMore());
hydrate();
void showLiveCounts(view.words, ask);
slashLeadsToBox();
searchWhatWasTyped(view);
profileDrawer(view);
