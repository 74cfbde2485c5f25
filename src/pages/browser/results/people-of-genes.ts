/** The people of a list of genes while registries answer one after the other: they are placed, or offered to whoever reads. */

import type { GeneList, GeneListLine, GeneListOrigin, Origin, Plan } from '../../../client/answers.ts';
import type { ClientError, FetchJson } from '../../../client/fetch-json.ts';
import { completenessSentenceIn } from '../../../domain/federation/completeness-sentence.ts';
import type { FoundForGene } from '../../../domain/people/genes-covered.ts';
import { atOnce } from '../../../domain/steps.ts';
import {
  asOneQuestion,
  cardOfGenes,
  countOfPeople,
  firstPeople,
  type PeopleOfGenes,
  type PersonOfGenes,
  peopleOfGenes,
  peopleOfGenesRegion,
} from '../../gene/people-of-genes.ts';
import type { TaxonChoice } from '../../parts/choices.ts';
import type { WholeView } from '../../parts/view.ts';
import { keyOfPerson } from '../../people/found-people.ts';
import type { AnsweredRecord } from '../../people/found-record.ts';
import { type Row, rowsOf } from '../../people/order.ts';
import { announce, byId, elementsOf } from '../page.ts';
import { offerButton, originsOf } from './arrivals.ts';
import { foldedItems } from './folded-items.ts';
import { keepPlace, lastInSight, placeItems, watchTouch } from './keep-place.ts';
import { originsView, retryLinks } from './origins-view.ts';

export type PeopleOptions = {
  view: WholeView;
  ask: Pick<FetchJson, 'linesOf'>;
  list: GeneList;
  /** The keys of the registries to ask; all of them if undefined. */
  origins?: readonly string[] | undefined;
  /** The organisms of this registry with their order, which orders genes. */
  taxa: readonly Pick<TaxonChoice, 'id' | 'ordering'>[];
  /** Aborted when another list is asked about. */
  signal: AbortSignal;
  /** Whether the page will be scrolled because the reader returns to it; then new people may move the list. */
  isReturning(): boolean;
  /** Called with every change of the list. @param end who was found, when every registry has a result */
  onChange(end: { count: number; isComplete: boolean } | undefined): void;
};

/** The rows of one registry for one gene. */
type Found = FoundForGene<Row> & { originKey: string };
type Taxa = PeopleOptions['taxa'];

const HUMAN = 9606;
const TOO_MANY_LISTS = 'too-many-lists';
/** Answers that arrive within this time are shown together: each of them orders the list again. */
const SETTLE_MS = 50;

/** Returns a function that makes rows of the cells of an answer, in which they have ids of their own. */
export function rowsOfCells(taxa: Taxa): (cell: Extract<GeneListLine, { type: 'cell' }>) => Found {
  const placeOfTaxon = (taxonId: number) => taxa.find(({ id }) => id === taxonId)?.ordering ?? null;
  let batches = 0;
  return ({ gene, origin, content = [] }) => {
    const about = { batch: `row-${++batches}`, originKey: origin, placeOfTaxon, queryTaxonId: HUMAN };
    return { gene, originKey: origin, records: rowsOf(content as AnsweredRecord[], about) };
  };
}

/** Writes the elements that an answer needs into a region. */
export function beginPeopleOfGenes(
  region: HTMLElement,
  view: WholeView,
  about: { title: string; geneCount: number },
): void {
  const empty = peopleOfGenesRegion(view, { ...about, registries: [], answer: undefined });
  region.replaceChildren(...elementsOf([empty]));
}

/**
 * Asks about the list, and fills the elements of `peopleOfGenesRegion`. Resolves when every registry has a result, or to `failed`
 * when the list is refused or the answer is cut.
 */
export async function collectPeopleOfGenes(options: PeopleOptions): Promise<'failed' | undefined> {
  const { view, ask, list, taxa, signal, isReturning, onChange } = options;
  const { words } = view;
  const place = byId('people');
  const people = byId('people').firstElementChild as HTMLElement;
  const { isTouched } = watchTouch(signal);
  const registries = originsView(view);
  const offer = offerButton(place, () => show(found()));
  const foundIn = rowsOfCells(taxa);
  const made = new Map<string, { element: HTMLElement; written: string }>();
  const origins = new Map<string, Origin>();
  let answers: Found[] = [];
  let plan: Plan['origins'] = [];
  let geneCount = 1;
  let isEnded = false;
  let shown: PeopleOfGenes = { shown: [], count: 0, counts: new Map() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Scroll anchoring would move the page a second time.
  place.style.overflowAnchor = 'none';

  function lines(keys = options.origins): AsyncIterable<GeneListLine> {
    // JSON omits what is undefined.
    const body = { ...list, origins: keys, fields: 'row' };
    return ask.linesOf<GeneListLine>('/api/federated/genes/search-batch', { body, signal });
  }

  const found = () => atOnce(peopleOfGenes(answers, (row) => row));

  function itemOf(one: PersonOfGenes): HTMLElement {
    const key = keyOf(one);
    const card = cardOfGenes(view, one, geneCount);
    const known = made.get(key);
    if (known?.written === card.html) return known.element;
    const [fresh] = elementsOf([card]);
    if (fresh === undefined) throw new Error('A person has no element.');
    if (known !== undefined) takeOver(known.element, fresh);
    const element = known?.element ?? fresh;
    made.set(key, { element, written: card.html });
    return element;
  }

  /** Shows everybody in order; a person who stays is the same element, with its focus. */
  function show(next: PeopleOfGenes): void {
    shown = next;
    offer.paint(false);
    const items = foldedItems(
      next.shown.map(({ person }) => person),
      next.shown.map(itemOf),
      words,
    );
    placeItems(people, items);
  }

  /** Returns whether somebody whom the reader sees would move or change. */
  function moves(next: PeopleOfGenes): boolean {
    const last = lastInSight(people);
    const seen = last === undefined ? 0 : [...people.querySelectorAll('.person')].indexOf(last) + 1;
    return shown.shown.slice(0, seen).some((one, at) => {
      const other = next.shown[at];
      return other === undefined || keyOf(other) !== keyOf(one) || other.person.rows.length !== one.person.rows.length;
    });
  }

  function paint(): void {
    clearTimeout(timer);
    timer = undefined;
    const next = found();
    const isRead = isTouched() && !isReturning() && shown.count > 0;
    const change = () => {
      registries.paint({ plan, origins, isEnded, isBroken: false }, (key) => next.counts.get(key) ?? 0);
      if (!isRead || !moves(next)) show(next);
      else offer.paint(offerText(next));
      byId('count').textContent = countOfPeople(words, next.count, isEnded);
      document.getElementById('most-first')?.toggleAttribute('hidden', next.count < 2);
      byId('first-people').textContent = firstPeople(words, next);
      if (isEnded) byId('summary').textContent = sentence();
    };
    if (isRead) keepPlace(people, change);
    else change();
    const isComplete = byId('state').dataset.state === 'complete';
    onChange(isEnded ? { count: next.count, isComplete } : undefined);
  }

  function offerText({ count, counts }: PeopleOfGenes): string {
    const more = plan.filter(({ key }) => (counts.get(key) ?? 0) > (shown.counts.get(key) ?? 0));
    if (more.length === 0) return words.geneList.moreGenes;
    return words.people.offer(count - shown.count, words.people.and(more.map(({ origin }) => origin)));
  }

  function sentence(): string {
    return completenessSentenceIn(words, originsOf({ plan, origins }));
  }

  function end(): void {
    isEnded = true;
    paint();
    announce(`${byId('count').textContent}. ${byId('offers').textContent} ${sentence()}`);
  }

  async function askAgain(key: string): Promise<void> {
    const fresh: Found[] = [];
    let origin: GeneListOrigin | undefined;
    try {
      for await (const line of lines([key])) {
        if (line.type === 'cell') fresh.push(foundIn(line));
        else if (line.type === 'origin') origin = line;
      }
      if (origin === undefined) return;
      answers = [...answers.filter(({ originKey }) => originKey !== key), ...fresh];
      origins.set(key, asOneQuestion(origin));
      paint();
      announce(words.answeredLive(origin.origin, words.states[origin.state]));
    } catch (error) {
      if (!signal.aborted) announce(failure(error));
    }
  }

  function failure(error: unknown): string {
    return words.geneList[(error as Partial<ClientError>).code === TOO_MANY_LISTS ? 'busy' : 'failed'];
  }

  retryLinks(words, askAgain);
  try {
    for await (const line of lines()) {
      if (line.type === 'plan') {
        plan = line.origins;
        geneCount = line.genes.length;
      } else if (line.type === 'cell') answers.push(foundIn(line));
      else if (line.type === 'origin') origins.set(line.key, asOneQuestion(line));
      if (line.type === 'end') {
        // A registry that was asked again meanwhile has a newer result.
        for (const one of line.origins) if (!origins.has(one.key)) origins.set(one.key, asOneQuestion(one));
        end();
      } else timer ??= setTimeout(paint, SETTLE_MS);
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    paint();
    byId('summary').textContent = failure(error);
    announce(failure(error));
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}

/** Returns what a person is known by from answer to answer; a withheld one stays a person of its own. */
function keyOf({ person }: PersonOfGenes): string {
  return keyOfPerson(person) ?? person.id;
}

/** Writes into the card of a person what may have changed with further genes. Its links stay, as one may have the focus. */
function takeOver(element: HTMLElement, fresh: HTMLElement): void {
  element.id = fresh.id;
  if (fresh.dataset.query !== undefined) element.dataset.query = fresh.dataset.query;
  for (const part of ['.does', '.also']) {
    const next = fresh.querySelector(part);
    if (next !== null) element.querySelector(part)?.replaceWith(next);
  }
  for (const link of ['a.name', 'a.write', 'a.access']) {
    const href = fresh.querySelector(link)?.getAttribute('href');
    if (href) element.querySelector(link)?.setAttribute('href', href);
  }
}
