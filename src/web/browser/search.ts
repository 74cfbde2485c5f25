/** The search page with scripts: rows as they arrive, without leaving the page; back and forward lead through the searches. */

import { fetchJson } from '../../client/fetch-json.ts';
import { profileLinks } from './drawer-links.ts';
import { baseUrl, byId } from './page.ts';
import { addressNow, goTo, onAddress, turnLanguageLinks } from './page-address.ts';
import { readView } from './read-view.ts';
import { peopleKeys } from './results/list-keys.ts';
import type { LiveAnswer } from './results/live-answer.ts';
import { listViewNow, questionOf } from './results/question.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { typedText } from './tab-text.ts';

// Before the words of the page have come: a key that is pressed at once counts.
slashLeadsToBox();
const view = await readView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
const parser = new DOMParser();
/** What the head of a page says of its search, to programs that read feeds and to search engines. */
const OF_SEARCH = 'link[rel=alternate], meta[name=robots], script[type="application/ld+json"]';
let loading: AbortController | undefined;
/** An answer that is collected here. */
let answer: LiveAnswer | undefined;

/** What is on the page, as its address has it, without the profile. */
let shown = addressNow();

/** Brings what the server wrote to life: the forms, and the region of the answer. */
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
  // Somebody may have searched for something else meanwhile.
  if (!region.isConnected) return;
  if (state === 'asking') {
    const question = { kind: kind === 'users' ? 'users' : 'genes', query } as const;
    answer = liveAnswer(question, { view, ask, isReturning, hasPeople: returnToPlace });
    return;
  }
  finishedAnswer(view);
  returnToPlace(true);
}

function loadAnswers() {
  return import('./results/live-answer.ts');
}

/** What the fields of the forms offer is of use when these are unfolded. */
function equipForms(): void {
  const options = document.querySelector<HTMLDetailsElement>('#options');
  const equip = async () => {
    const { orthologsOfHuman, suggestions } = await import('./suggestions.ts');
    suggestions(view, ask);
    orthologsOfHuman();
  };
  if (options === null || options.open) void equip();
  else options.addEventListener('toggle', () => void equip(), { once: true });
}

/** Keeps in the history how far down the reader is, for when they come back. */
function rememberPlace(): void {
  history.replaceState({ ...history.state, top: scrollY }, '');
}

/** When the page is opened again its rows are not there yet, so the browser itself cannot go back to them. */
function returnToPlace(isWhole: boolean): void {
  if (!isReturning()) return;
  const { top, ...state } = history.state;
  const isTooShort = () => top > document.documentElement.scrollHeight - innerHeight;
  // The list was longer than what is in it yet.
  if (isTooShort() && !isWhole) return;
  for (let more = true; more && isTooShort(); ) more = answer?.showMore() === true;
  history.replaceState(state, '');
  scrollTo({ top, behavior: 'instant' });
}

/** Whether the reader was on this page before, and is not yet where they were. */
function isReturning(): boolean {
  return typeof history.state?.top === 'number';
}

/** Brings the page of another address in the place of this one. @throws what fetch throws, and when something else comes */
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
    // Rendering finds the address on the page.
    shown = new URL(response.url).pathname + new URL(response.url).search;
    goTo(response.url);
  }
  document.title = page.title;
  // First, as of the tabs of two forms in one page the browser leaves one open.
  byId('content').replaceChildren(...main.childNodes);
  for (const around of ['.skips', '.masthead']) {
    document.querySelector(around)?.replaceWith(...page.querySelectorAll(around));
  }
  for (const one of document.head.querySelectorAll(OF_SEARCH)) one.remove();
  document.head.append(...page.head.querySelectorAll(OF_SEARCH));
  turnLanguageLinks();
  if (!isReturning()) scrollTo({ top: 0, behavior: 'instant' });
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

/** What had the focus is gone with the page before: it goes to what was wrong, to the answer, or to the page. */
function focusAnswer(): void {
  const hasResults = !byId('results').hidden;
  const next = document.querySelector<HTMLElement>('.error') ?? byId(hasResults ? 'results-title' : 'content');
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** Brings the page in line with its address. */
function render(): void {
  turnLanguageLinks();
  followProfile();
  const address = addressNow();
  if (address === shown) {
    // Back before the other page has come.
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
// This page knows better when its rows are there.
history.scrollRestoration = 'manual';
addEventListener('pagehide', rememberPlace);
const followProfile = profileLinks(view);
onAddress(render);
peopleKeys(() => answer?.showMore());
void hydrate();
turnLanguageLinks();
followProfile();
const typed = typedText();
if (typed && document.querySelector('#understood a[data-search]') !== null) {
  void import('./typed-text.ts').then(({ searchWhatWasTyped }) => searchWhatWasTyped(view, typed));
}
// Whoever fills a form will search.
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement) void loadAnswers();
});
