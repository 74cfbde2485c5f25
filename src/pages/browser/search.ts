/** The script of the search page: shows rows as they arrive, and replaces the page without reloading; Back and Forward step through the searches. */

import { fetchJson } from '../../client/fetch-json.ts';
import { profileLinks } from './drawer-links.ts';
import { baseUrl, byId } from './page.ts';
import { addressNow, goTo, listViewNow, onAddress, questionOf, turnLanguageLinks } from './page-address.ts';
import { readView } from './read-view.ts';
import { peopleKeys } from './results/list-keys.ts';
import type { LiveAnswer } from './results/live-answer.ts';
import { isReturning, keepScrollPosition, rememberPlace, returnToPlace } from './return-to-place.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';

// The listener is added before the words are loaded, so that an early key press counts.
slashLeadsToBox();
const view = await readView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
const parser = new DOMParser();
/** The elements of the head that depend on the search, for feed readers and search engines. */
const OF_SEARCH = 'link[rel=alternate], meta[name=robots], script[type="application/ld+json"]';
let loading: AbortController | undefined;
/** The answer that scripts collect. */
let answer: LiveAnswer | undefined;

const { address } = byId('results').dataset;
// The page answers a text that was sent in a body.
if (address) history.replaceState(null, '', address);

/** The address of what is on the page, without the profile. */
let shown = addressNow();

/** Activates what the server wrote: the forms, and the region of the answer. */
async function hydrate(): Promise<void> {
  answer?.stop();
  answer = undefined;
  shown = addressNow();
  searchBoxes(view, ask);
  equipForms();
  if (document.getElementById('live-counts') !== null) {
    void import('./live-counts.ts').then(({ showLiveCounts }) => showLiveCounts(view.words, ask));
  }
  const region = byId('results');
  const { kind, query = '', state } = region.dataset;
  if (state === 'nothing') return;
  const { finishedAnswer, liveAnswer } = await loadAnswers();
  // The reader may have started another search in the meantime.
  if (!region.isConnected) return;
  if (state === 'asking') {
    const question = { kind: kind === 'users' ? 'users' : 'genes', query } as const;
    const hasPeople = (isWhole: boolean) => returnToPlace(isWhole, showMore);
    answer = liveAnswer(question, { view, ask, isReturning, hasPeople });
    return;
  }
  finishedAnswer(view);
  returnToPlace(true, showMore);
}

/** Adds more people to the list; returns false if there are no more. */
function showMore(): boolean {
  return answer?.showMore() === true;
}

function loadAnswers() {
  return import('./results/live-answer.ts');
}

/** Loads the suggestions of the forms when the forms are opened. */
function equipForms(): void {
  const options = document.querySelector<HTMLDetailsElement>('#options');
  const equip = async () => {
    const { orthologsOfHuman, suggestions } = await import('./suggestions.ts');
    orthologsOfHuman();
    await suggestions(view, ask);
  };
  if (options === null || options.open) void equip();
  else options.addEventListener('toggle', () => void equip(), { once: true });
}

/** Replaces this page by that of another address. @throws what fetch throws, and an error for an unexpected page */
async function load(address: string, isWritten: boolean): Promise<void> {
  loading?.abort();
  const options = new AbortController();
  loading = options;
  const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: options.signal });
  const page = parser.parseFromString(await response.text(), 'text/html');
  options.signal.throwIfAborted();
  const main = page.getElementById('content');
  if (main?.querySelector('#results') == null) throw new Error('This is no search page.');
  loading = undefined;
  if (!isWritten) {
    rememberPlace();
    // `render` must see this address as shown already.
    shown = new URL(response.url).pathname + new URL(response.url).search;
    goTo(response.url);
  }
  document.title = page.title;
  // This comes first: if two forms in a page have details of one name, the browser keeps only one open.
  byId('content').replaceChildren(...main.childNodes);
  for (const around of ['.skips', '.masthead']) {
    document.querySelector(around)?.replaceWith(...page.querySelectorAll(around));
  }
  for (const one of document.head.querySelectorAll(OF_SEARCH)) one.remove();
  document.head.append(...page.head.querySelectorAll(OF_SEARCH));
  turnLanguageLinks();
  scrollTo({ top: 0, behavior: 'instant' });
  void hydrate();
  focusAnswer();
}

async function go(address: string): Promise<void> {
  try {
    await load(address, false);
  } catch (error) {
    if (!isAbort(error)) location.assign(address);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Moves the focus, whose element is gone, to the error, to the answer, or to the page. */
function focusAnswer(): void {
  const hasResults = !byId('results').hidden;
  const next = document.querySelector<HTMLElement>('.error') ?? byId(hasResults ? 'results-title' : 'content');
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** Makes the page match its address. */
function render(): void {
  turnLanguageLinks();
  followProfile();
  const address = addressNow();
  if (address === shown) {
    // The reader went back before the other page was loaded.
    loading?.abort();
    return;
  }
  if (answer !== undefined && questionOf(address) === questionOf(shown)) {
    loading?.abort();
    shown = address;
    answer.look(listViewNow());
    return;
  }
  load(location.href, true).catch((error: unknown) => void (isAbort(error) || location.reload()));
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
keepScrollPosition();
const followProfile = profileLinks(view);
onAddress(render);
peopleKeys(showMore);
void hydrate();
turnLanguageLinks();
followProfile();
// A reader who fills in a form will search soon.
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement) void loadAnswers();
});
