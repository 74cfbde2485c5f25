/** The script of the page of a list of genes: shows rows as answers arrive. The list is only in this tab, not in the history. */

import type { GeneListLine } from '../../client/answers.ts';
import { type ClientError, fetchJson } from '../../client/fetch-json.ts';
import { MOST_GENES, readTypedList } from '../../domain/gene-list/typed-entries.ts';
import { leftOutOf } from '../gene/list-form.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { linkTo } from '../parts/view.ts';
import { announce, baseUrl, button, byId, elementsOf } from './page.ts';
import { recordView } from './record-view.ts';
import type { PeopleOptions } from './results/people-of-genes.ts';
import { shownList } from './results/shown-list.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { fromTab } from './tab-storage.ts';
import { readWholeView } from './whole-view.ts';

/** The list of genes is in the storage of this tab, for readers who come back. */
const LIST_NAME = 'gene-list';

type StoredList = { text(): string; keep(text: string): void; forget(): void };

/** Returns the stored list. Without storage, the list is only in the page, and the reader has to enter it again. */
function storedList(): StoredList {
  return {
    text: () => fromTab((storage) => storage.getItem(LIST_NAME)) ?? '',
    keep: (text) => fromTab((storage) => storage.setItem(LIST_NAME, text)),
    forget: () => fromTab((storage) => storage.removeItem(LIST_NAME)),
  };
}

/** The address has this fragment while the people are shown, so that a reader who returns sees them again. */
const FRAGMENT = '#list-people';

type ListPeople = {
  /** Removes the people, because other genes are asked about. */
  clear(): void;
  /**
   * Offers the people, or shows them at once if the reader has seen them before.
   *
   * @param text the list that the table shows
   */
  offer(text: string, geneCount: number, signal: AbortSignal): void;
  forget(): void;
};

function listPeople({ view, ask, taxa }: Pick<PeopleOptions, 'view' | 'ask' | 'taxa'>): ListPeople {
  const { geneList } = view.words;
  const region = byId('list-people');
  let isWanted = location.hash === FRAGMENT;

  function want(isSo: boolean): void {
    isWanted = isSo;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${isSo ? FRAGMENT : ''}`);
  }

  /** The module is loaded on demand, because many readers only look at the numbers. */
  async function show(text: string, geneCount: number, signal: AbortSignal): Promise<void> {
    want(true);
    const { beginPeopleOfGenes, collectPeopleOfGenes } = await import('./results/people-of-genes.ts');
    if (signal.aborted) return;
    const title = geneCount > 1 ? geneList.peopleTitle : geneList.peopleOfOne;
    beginPeopleOfGenes(region, view, { title, geneCount });
    const list = { text: readTypedList(text).entries };
    void collectPeopleOfGenes({ view, ask, taxa, list, signal, isReturning: () => false, onChange: () => {} }).then(
      (outcome) => outcome === 'failed' && byId('summary').append(' ', showButton(text, geneCount, signal)),
    );
  }

  function showButton(text: string, geneCount: number, signal: AbortSignal): HTMLButtonElement {
    return button(geneList.showPeople, async () => {
      await show(text, geneCount, signal);
      byId('results-title').focus();
    });
  }

  return {
    clear: () => region.replaceChildren(),
    offer(text, geneCount, signal) {
      if (isWanted) return void show(text, geneCount, signal);
      region.replaceChildren(showButton(text, geneCount, signal));
    },
    forget() {
      want(false);
      region.replaceChildren();
    },
  };
}

const view = recordView(await readWholeView(), byId('list-answer'));
const { geneList } = view.words;
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
const form = byId('gene-list-form') as HTMLFormElement;
const field = byId('gene-list') as HTMLTextAreaElement;
const region = byId('list-answer');
const actions = byId('list-actions');
const confirmForm = document.querySelector<HTMLFormElement>('#confirm-form');
const taxa = JSON.parse(region.dataset.taxa ?? '[]') as TaxonChoice[];
const stored = storedList();
/** The list that the table shows; the reader may have changed the field since then. */
let searched = field.value;
const people = listPeople({ view, ask, taxa });
let leaving: AbortController | undefined;

function showProblem(problem: string | undefined): void {
  const place = byId('gene-list-problem');
  place.textContent = problem ?? '';
  place.hidden = problem === undefined;
  field.setAttribute('aria-describedby', `gene-list-help${problem === undefined ? '' : ' gene-list-problem'}`);
  if (problem === undefined) field.removeAttribute('aria-invalid');
  else {
    field.ariaInvalid = 'true';
    field.focus();
  }
}

/** Returns the error in the list, before any registry is asked. */
function problemOf(entries: readonly string[]): string | undefined {
  if (entries.length === 0) return geneList.nothingGiven;
  return entries.length > MOST_GENES ? geneList.tooMany(entries.length, MOST_GENES) : undefined;
}

async function search(): Promise<void> {
  const { entries } = readTypedList(field.value);
  const problem = problemOf(entries);
  showProblem(problem);
  if (problem !== undefined) return;
  leaving?.abort();
  // The table of another list would stay where this one is refused or stopped.
  if (field.value !== searched) removeTable();
  searched = field.value;
  stored.keep(searched);
  const stop = new AbortController();
  leaving = stop;
  region.hidden = false;
  region.dataset.state = 'asking';
  byId('list-summary').textContent = '';
  people.clear();
  actions.replaceChildren(
    button(geneList.stop, () => {
      stop.abort();
      shown.settle();
      region.dataset.state = 'whole';
      say(geneList.stopped);
      offerMore();
    }),
    forgetButton(),
  );
  const shown = shownList(view, taxa);
  const options = { body: { text: entries }, signal: stop.signal };
  try {
    for await (const line of ask.linesOf<GeneListLine>('/api/federated/genes/search-batch', options)) {
      if (stop.signal.aborted) return;
      if (line.type === 'plan') {
        shown.begin(line);
        announce(geneList.begun(line.genes.length));
      } else if (line.type === 'cell') shown.add(line);
      else if (line.type === 'end') {
        say(shown.end(line));
        if (shown.hasPeople()) people.offer(searched, shown.geneCount(), stop.signal);
        offerMore(line.origins.some(({ unanswered }) => unanswered > 0));
      }
    }
  } catch (error) {
    if (stop.signal.aborted) return;
    shown.settle();
    const { status, code, detail } = error as Partial<ClientError>;
    if ((status === 400 || status === 413) && detail !== undefined) showProblem(detail);
    say(code === 'too-many-lists' ? geneList.busy : geneList.failed);
    offerMore();
  }
  if (!stop.signal.aborted) region.dataset.state = 'whole';
}

/** Says what of the list is not searched for. */
function sayLeftOut(): void {
  const { leftOut } = readTypedList(field.value);
  byId('left-out').replaceWith(...elementsOf([leftOutOf(view, leftOut)]));
}

function removeTable(): void {
  for (const id of ['list-table', 'list-not-understood']) byId(id).replaceChildren();
}

function say(sentence: string): void {
  byId('list-summary').textContent = sentence;
  announce(sentence);
}

function offerMore(isMoreToHave = true): void {
  actions.replaceChildren(...(isMoreToHave ? [button(geneList.goOn, () => void search())] : []), forgetButton());
}

function forgetButton(): HTMLButtonElement {
  return button(geneList.forget, () => {
    leaving?.abort();
    stored.forget();
    people.forget();
    field.value = '';
    sayLeftOut();
    region.hidden = true;
    region.dataset.state = 'nothing';
    byId('list-summary').replaceChildren();
    removeTable();
    announce(geneList.forgotten);
    field.focus();
  });
}

/** Replaces the address by that of the empty page, so that a reload sends no form again. */
function replaceAddressByEmptyPage(): void {
  if (location.pathname.endsWith('/genes') && form.dataset.posted === undefined) return;
  history.replaceState(null, '', linkTo(view, 'genes'));
}

form.addEventListener('submit', (event) => {
  // Downloads need a real form submission.
  if (event.submitter instanceof HTMLButtonElement && event.submitter.name === 'format') return;
  event.preventDefault();
  // It is about the previous list.
  confirmForm?.remove();
  sayLeftOut();
  void search();
});
form.addEventListener('formdata', ({ formData }) => {
  if (formData.has('format')) formData.set('text', searched);
});
confirmForm?.addEventListener('submit', (event) => {
  event.preventDefault();
  field.value = confirmForm.querySelector('input')?.value ?? field.value;
  confirmForm.remove();
  void search();
});
replaceAddressByEmptyPage();
const { state } = region.dataset;
if (state === 'whole') {
  stored.keep(searched);
  actions.append(forgetButton());
} else {
  if (field.value === '') {
    field.value = stored.text();
    sayLeftOut();
  }
  if (field.value !== '' && byId('gene-list-problem').hidden) void search();
}
searchBoxes(view, ask);
slashLeadsToBox();
